package org.ipcbench.workload.call;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ipcbench.measure.sample.Recorder;
import org.ipcbench.workload.MessageSizes;
import org.ipcbench.workload.message.MessageLayout;
import org.ipcbench.workload.message.Payload;
import org.ipcbench.workload.shape.Shape;
import org.ipcbench.workload.shape.Shape.SizeQuantiles;
import org.ipcbench.workload.shape.SizeMix;

/** The sizes and layouts of calls whose sizes differ, from the first call of a batch on. */
final class CallSequence implements CallSizes {
    private final int[] requestBytes;
    private final int[] answerBytes;
    private final MessageLayout[] requests;
    private final MessageLayout[] answers;
    private final List<Integer> classes;
    private final byte[] classOf;
    private int at;

    CallSequence(SizeMix mix, int ownAnswerBytes, Payload payload) {
        requestBytes = mix.sequence();
        classes = SizeQuantiles.classes(requestBytes);
        classOf = new byte[requestBytes.length];
        answerBytes = answerBytes(mix, ownAnswerBytes);
        requests = new MessageLayout[requestBytes.length];
        answers = new MessageLayout[requestBytes.length];
        Map<Integer, MessageLayout> layouts = new HashMap<>();
        for (int i = 0; i < requestBytes.length; i++) {
            int size = requestBytes[i];
            requests[i] = layouts.computeIfAbsent(size, bytes -> MessageLayout.ofSize(bytes, payload));
            answers[i] = layouts.computeIfAbsent(answerBytes[i], bytes -> MessageLayout.ofSize(bytes, payload));
            classOf[i] =
                    (byte) classes.stream().filter(largest -> largest < size).count();
        }
    }

    private static int[] answerBytes(SizeMix mix, int ownAnswerBytes) {
        int[] answers = mix.answers();
        if (answers.length == 0) {
            answers = mix.sequence();
            if (ownAnswerBytes != Shape.AS_REQUEST) {
                Arrays.fill(answers, ownAnswerBytes);
            }
        }
        return answers;
    }

    @Override
    public MessageSizes sizes() {
        return new MessageSizes(mean(requestBytes), mean(answerBytes));
    }

    private static int mean(int[] sizes) {
        return SizeQuantiles.of(sizes).meanBytes();
    }

    @Override
    public int requestBytes() {
        return requestBytes[at];
    }

    @Override
    public int answerBytes() {
        return answerBytes[at];
    }

    @Override
    public MessageLayout requests() {
        return requests[at];
    }

    @Override
    public MessageLayout answers() {
        return answers[at];
    }

    /** Number of the class of the request's size, from 0. */
    int sizeClass() {
        return classOf[at];
    }

    @Override
    public void next(boolean last) {
        at++;
        if (last || at == requestBytes.length) {
            at = 0;
        }
    }

    @Override
    public void divide(Recorder recorder) {
        recorder.divide(classes);
    }

    @Override
    public void record(Recorder recorder, long nanos) {
        recorder.recordLatency(nanos, sizeClass());
    }
}
