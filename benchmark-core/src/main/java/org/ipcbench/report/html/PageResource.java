package org.ipcbench.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.ipcbench.text.Sha256;

/**
 * The style sheet or the script of the page.
 *
 * @param text its content
 */
record PageResource(String text) {
    static final PageResource STYLE = read("report.css");
    static final PageResource SCRIPT = read("report.js");

    private static PageResource read(String name) {
        try (InputStream resource = PageResource.class.getResourceAsStream(name)) {
            if (resource == null) {
                throw new IllegalStateException(name + " is missing: the suite is packaged incompletely");
            }
            return new PageResource(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    /** The content's hash for the page's security policy, which lets a browser use this content and nothing else. */
    String policyHash() {
        return "'sha256-%s'"
                .formatted(Base64.getEncoder()
                        .encodeToString(new Sha256().add(text).bytes()));
    }
}
