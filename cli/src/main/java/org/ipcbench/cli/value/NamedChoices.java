package org.ipcbench.cli.value;

import java.util.List;
import java.util.Locale;
import org.ipcbench.workload.Serving;
import org.ipcbench.workload.load.Pacing;
import org.ipcbench.workload.message.Payload;

/** The options whose value is one of a few names. */
public final class NamedChoices {
    private NamedChoices() {}

    public static final class Language extends NamedChoice<Locale> {
        Language() {
            super(List.of(Locale.GERMANY, Locale.ENGLISH), Locale::getLanguage);
        }
    }

    /** How much of a payload is written and read. */
    public static final class PayloadName extends NamedChoice<Payload> {
        PayloadName() {
            super(List.of(Payload.values()), Payload::label);
        }
    }

    /** How a server serves its clients. */
    public static final class ServingName extends NamedChoice<Serving> {
        ServingName() {
            super(List.of(Serving.values()), Serving::label);
        }
    }

    /** How a sender waits. */
    public static final class PacingName extends NamedChoice<Pacing> {
        PacingName() {
            super(List.of(Pacing.values()), Pacing::label);
        }
    }
}
