package org.ipcbench.report.words;

import java.util.List;
import java.util.stream.Stream;
import org.ipcbench.text.CommandWords.ShellWords;

/**
 * What a run answers: the same sentences word for word wherever the run is shown.
 *
 * @param request the command of the run
 * @param gates what the gates say, a line for each
 * @param sentences the advice, the capacities, the variants; empty if the run asks for none of them
 * @param standings who is the fastest, a sentence for each question; empty if the run asks for a transport that reaches a target
 */
public record Answer(Request request, List<String> gates, List<String> sentences, List<String> standings) {
    public Answer {
        gates = List.copyOf(gates);
        sentences = List.copyOf(sentences);
        standings = List.copyOf(standings);
    }

    /** The answer to what was asked; empty if the run only ranks its cells. */
    public List<String> leading() {
        return Stream.of(gates, sentences).flatMap(List::stream).toList();
    }

    /** All sentences, the most special first. */
    public List<String> all() {
        return Stream.of(gates, sentences, standings).flatMap(List::stream).toList();
    }

    /**
     * What the user typed after the program's name.
     *
     * @param arguments the arguments in their order
     */
    public record Request(List<String> arguments) {
        public Request {
            arguments = List.copyOf(arguments);
        }

        /** The command, in a form that can be typed again. */
        public String command() {
            return "ipcbench " + ShellWords.line(arguments);
        }
    }
}
