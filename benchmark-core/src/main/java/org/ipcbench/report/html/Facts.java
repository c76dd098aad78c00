package org.ipcbench.report.html;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ipcbench.text.Markup;

/** Names and values, without unknown values. */
final class Facts {
    private final Map<String, String> facts = new LinkedHashMap<>();

    Facts add(String name, String value) {
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
        return this;
    }

    boolean isEmpty() {
        return facts.isEmpty();
    }

    void write(Markup markup) {
        markup.open("dl");
        facts.forEach((name, value) ->
                markup.open("div").element("dt", name).element("dd", value).close());
        markup.close();
    }
}
