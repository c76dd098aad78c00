package org.ipcbench.workload;

import org.ipcbench.workload.Workload.Half;

/**
 * The sizes of the messages that a half of a workload exchanges.
 *
 * @param requestBytes size of the unit that the client sends at a time, in bytes
 * @param answerBytes size of the server's answer to each request, in bytes; 0 if requests are not answered one by one
 */
public record MessageSizes(int requestBytes, int answerBytes) {
    /**
     * Refuses a half that exchanges messages of other sizes: its figures would have a title that is not true.
     *
     * @throws UnsupportedOperationException if it does
     */
    public void requireOf(Half half) {
        MessageSizes sizes = half.sizes();
        // by component: the first comparison of records takes a starting peer 15 ms
        if (requestBytes != sizes.requestBytes || answerBytes != sizes.answerBytes) {
            throw new UnsupportedOperationException("%s exchanges %s, the question asks for %s"
                    .formatted(half.getClass().getSimpleName(), sizes.described(), described()));
        }
    }

    private String described() {
        return "requests of %d bytes and answers of %d bytes".formatted(requestBytes, answerBytes);
    }
}
