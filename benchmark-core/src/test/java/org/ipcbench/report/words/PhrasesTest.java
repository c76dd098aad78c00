package org.ipcbench.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.ipcbench.advise.Demand;
import org.ipcbench.plan.cell.Setting;
import org.junit.jupiter.api.Test;

/** The texts of the reports in all languages. */
class PhrasesTest {
    private static final Pattern VALUE = Pattern.compile("%(?:\\d\\$)?[.\\d]*[a-z]");

    @Test
    void everyPhraseIsTranslatedWithTheSameValues() throws IOException {
        Properties english = texts("summary.properties");
        Properties german = texts("summary_de.properties");

        assertThat(german.stringPropertyNames()).containsAll(english.stringPropertyNames());
        assertThat(english.stringPropertyNames())
                .allSatisfy(key -> assertThat(values(german, key)).as(key).isEqualTo(values(english, key)));
    }

    @Test
    void everyDemandIsTranslated() throws IOException {
        assertThat(texts("summary_de.properties").stringPropertyNames())
                .containsAll(Arrays.stream(Demand.values())
                        .map(demand -> "demand." + demand.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    @Test
    void everySettingThatAUserTypesIsTranslated() throws IOException {
        assertThat(texts("summary_de.properties").stringPropertyNames())
                .containsAll(Setting.all().stream()
                        .filter(setting -> setting.option().isPresent())
                        .map(setting -> "transport." + setting.label())
                        .toList());
    }

    private static Properties texts(String name) throws IOException {
        Properties texts = new Properties();
        try (Reader reader = new InputStreamReader(
                Objects.requireNonNull(PhrasesTest.class.getResourceAsStream(name)), StandardCharsets.UTF_8)) {
            texts.load(reader);
        }
        return texts;
    }

    private static List<String> values(Properties texts, String key) {
        return VALUE.matcher(texts.getProperty(key))
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
