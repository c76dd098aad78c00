package org.ipcbench.cli.command;

import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.ipcbench.cli.terminal.Terminal;
import org.ipcbench.cli.terminal.TypedLines;
import org.ipcbench.launch.process.IterationFailedException;
import org.ipcbench.plan.cell.Cell;
import org.ipcbench.plan.cell.Dimension;
import org.ipcbench.plan.cell.Obstacle;
import org.ipcbench.report.text.AnswerText;
import org.ipcbench.report.text.MenuText;
import org.ipcbench.run.InteractiveRun;
import org.ipcbench.run.request.InteractiveRequest;
import org.ipcbench.workload.Extent;
import org.ipcbench.workload.Workload;
import org.ipcbench.workload.call.PingPong;
import org.ipcbench.workload.stream.MessageStream;

/** Shows a menu, measures what the user chooses, prints the answer, and shows the menu again. */
final class Dialogue {
    private static final String EXIT = "3";
    private static final String PROMPT = "> ";
    private static final int DEFAULT_SIZE_BYTES = 4096;

    private final Terminal terminal;
    private final TypedLines answers;
    private final InteractiveRequest request;
    private final MenuText menu;
    private final AnswerText text;

    /**
     * A dialogue that has not begun.
     *
     * @param answers what the user types
     * @param request what all questions have in common
     * @param locale the language of menu, prompts and answers
     */
    Dialogue(Terminal terminal, TypedLines answers, InteractiveRequest request, Locale locale) {
        this.terminal = terminal;
        this.answers = answers;
        this.request = request;
        menu = new MenuText(locale);
        text = new AnswerText(locale);
    }

    /** Continues until the user chooses to exit, or the input ends. */
    void holdWith(InteractiveRun run) throws InterruptedException {
        terminal.out().print(menu.choices());
        boolean goesOn = true;
        while (goesOn) {
            String choice = ask(PROMPT).orElse(EXIT);
            switch (choice) {
                case "1" -> goesOn = answer(PingPong::new, run);
                case "2" -> goesOn = answer(MessageStream::new, run);
                case EXIT -> goesOn = false;
                default -> complain("'%s' is not one of 1, 2, 3".formatted(choice));
            }
        }
    }

    /** Returns whether another question follows; false at the end of the input. */
    private boolean answer(BiFunction<Extent, Integer, Workload> question, InteractiveRun run)
            throws InterruptedException {
        Optional<Cell> asked = askForSize(size -> question.apply(request.extent(), size));
        if (asked.isPresent()) {
            measure(asked.get(), run);
            terminal.out().println();
            terminal.out().print(menu.choices());
        }
        return asked.isPresent();
    }

    private void measure(Cell cell, InteractiveRun run) throws InterruptedException {
        try {
            terminal.out().print(text.of(cell, run.measure(cell)));
        } catch (IterationFailedException e) {
            complain(String.valueOf(e.getMessage()));
        }
    }

    /** Asks until the answer is a size that the transport carries; empty at the end of the input. */
    private Optional<Cell> askForSize(IntFunction<Workload> workload) throws InterruptedException {
        String prompt = menu.sizePrompt(DEFAULT_SIZE_BYTES);
        for (Optional<String> answer = ask(prompt); answer.isPresent(); answer = ask(prompt)) {
            try {
                int size = answer.get().isEmpty() ? DEFAULT_SIZE_BYTES : Dimension.SIZE.one(answer.get());
                Cell cell = request.cell(workload.apply(size));
                Optional<Obstacle> obstacle = cell.obstacle();
                if (obstacle.isEmpty()) {
                    return Optional.of(cell);
                }
                complain("%s %s".formatted(cell.transportId(), obstacle.get().reason()));
            } catch (IllegalArgumentException e) {
                complain(String.valueOf(e.getMessage()));
            }
        }
        return Optional.empty();
    }

    /** An answer from a pipe is not on the screen, so it is printed. The next output then begins a new line. */
    private Optional<String> ask(String prompt) throws InterruptedException {
        terminal.out().print(prompt);
        terminal.out().flush();
        Optional<String> answer = answers.next();
        if (answer.isEmpty()) {
            terminal.out().println();
        } else if (!Terminal.isTyped()) {
            terminal.out().println(answer.get());
        }
        return answer;
    }

    private void complain(String text) {
        terminal.err().println(text.replaceAll("\\R", " "));
    }
}
