package org.ipcbench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test that runs on every second day, as {@link Turns} has it. It must not choose what it tries by {@link Turns} of an even number of
 * days, or it would meet the same share for ever.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@ExtendWith(ByTurns.OnItsDay.class)
public @interface ByTurns {
    /** 0 or 1; tests of one class that take long have different ones. */
    int day();

    /** Skips the test on other days. */
    final class OnItsDay implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return context.getElement()
                    .map(element -> element.getAnnotation(ByTurns.class))
                    .map(OnItsDay::today)
                    .orElse(ConditionEvaluationResult.enabled("every day"));
        }

        private static ConditionEvaluationResult today(ByTurns turns) {
            return Turns.today().one(List.of(0, 1)).contains(turns.day())
                    ? ConditionEvaluationResult.enabled("its turn")
                    : ConditionEvaluationResult.disabled("another day's turn; -Dtests.day=all runs all");
        }
    }
}
