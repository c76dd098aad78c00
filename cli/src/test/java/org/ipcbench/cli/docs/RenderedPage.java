package org.ipcbench.cli.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A page as CommonMark's reference library reads it, with GitHub's tables.
 *
 * @param document what it has been parsed to
 */
record RenderedPage(Node document) {
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    /** A comment of a shell has one number sign. */
    private static final Map<String, Pattern> NEVER_IN_CODE = Map.of(
            "heading", Pattern.compile("(?m)^ {0,3}#{2,6} "),
            "table", Pattern.compile("(?m)^ *\\|?( *:?-{3,}:? *\\|)+"),
            "link", Pattern.compile("\\[[^\\]]+]\\([^) ]+\\)"));

    private static final Map<String, Pattern> NEVER_IN_TEXT = Map.of(
            "heading", Pattern.compile("^#{1,6}\\w"),
            "table", Pattern.compile("^\\|?( *:?-{3,}:? *\\|)+"),
            "link", Pattern.compile("]\\s*\\("));

    static RenderedPage of(MarkdownPage page) {
        return of(String.join("\n", page.lines()));
    }

    static RenderedPage of(String text) {
        return new RenderedPage(PARSER.parse(text));
    }

    /** What a reader would not see as it is meant, each with its text. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(FencedCodeBlock code) {
                if (code.getClosingFenceLength() == null) {
                    faults.add("fence left open: " + code.getLiteral());
                }
                add(NEVER_IN_CODE, " in code", code.getLiteral());
            }

            @Override
            public void visit(IndentedCodeBlock code) {
                add(NEVER_IN_CODE, " in code", code.getLiteral());
            }

            @Override
            public void visit(Text text) {
                add(NEVER_IN_TEXT, " in text", text.getLiteral());
            }

            private void add(Map<String, Pattern> never, String place, String literal) {
                never.forEach((name, pattern) -> {
                    if (pattern.matcher(literal).find()) {
                        faults.add(name + place + ": " + literal);
                    }
                });
            }
        });
        return faults;
    }
}
