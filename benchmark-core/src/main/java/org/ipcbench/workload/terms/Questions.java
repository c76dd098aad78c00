package org.ipcbench.workload.terms;

import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.workload.Question;
import org.ipcbench.workload.QuestionTerms;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.block.Block;
import org.ipcbench.workload.call.Connect;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.load.Load;
import org.ipcbench.workload.stream.MessageStream;
import org.ipcbench.workload.transfer.Transfer;

/** All questions by their records, for those who write them to a file or to a message. */
public final class Questions {
    private Questions() {}

    /**
     * How a question is written.
     *
     * @param type its record, whose components are what a control message carries
     * @param terms what a record of a run keeps of it
     */
    private record Written(Class<? extends Workload> type, Class<? extends QuestionTerms.Own> terms) {
        static Written of(Question question) {
            return switch (question) {
                case THROUGHPUT -> new Written(MessageStream.class, MessageStream.Terms.class);
                case LATENCY -> new Written(PingPong.class, PingPong.Terms.class);
                case CONNECT -> new Written(Connect.class, Connect.Terms.class);
                case BLOCK -> new Written(Block.class, Block.Terms.class);
                case LOAD, CALLS -> new Written(Load.class, Load.Terms.class);
                case TRANSFER -> new Written(Transfer.class, Transfer.Terms.class);
            };
        }
    }

    /** The record of each question. */
    public static List<Class<? extends Workload>> types() {
        return written()
                .<Class<? extends Workload>>map(Written::type)
                .distinct()
                .toList();
    }

    /** The terms of each question. */
    public static List<Class<? extends QuestionTerms.Own>> terms() {
        return written()
                .<Class<? extends QuestionTerms.Own>>map(Written::terms)
                .distinct()
                .toList();
    }

    /** The terms of the question with this label; throws if there is none. */
    public static Class<? extends QuestionTerms.Own> terms(String label) {
        return Question.labelled(label)
                .map(Written::of)
                .orElseThrow(() -> new IllegalArgumentException("no question " + label))
                .terms();
    }

    private static Stream<Written> written() {
        return Stream.of(Question.values()).map(Written::of);
    }
}
