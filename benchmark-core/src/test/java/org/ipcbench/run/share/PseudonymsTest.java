package org.ipcbench.run.share;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PseudonymsTest {
    private final Pseudonyms pseudonyms = new Pseudonyms(new PrivateNames(
            Set.of("build7.corp.example"), Set.of("jane", "ed"), Set.of("payments"), Set.of("/home/jane doe")));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # typed                                    | shared
            /home/jane doe/bin/x.jar                   | PATH1
            ~/lib/x.jar                                | PATH1
            ~jane/x                                    | PATH1
            -Dlog=/var/log/x.txt                       | -Dlog=PATH1
            -cp /a/x.jar:/b/y.jar                      | -cp PATH1:PATH2
            jar=/a/old.jar,/a/new.jar                  | jar=PATH1,PATH2
            -L/opt/secret                              | -LPATH1
            cannot write /srv/my files/x: disk full    | cannot write PATH1: disk full
            /a/b and again /a/b.                       | PATH1 and again PATH1.
            file:///etc/x                              | ADDRESS1
            see http://wiki.corp.example/x?y=1         | see ADDRESS1
            ssh jane@build7 nice                       | ssh ADDRESS1 nice
            from 10.1.2.3:4000 to 10.1.2.4             | from ADDRESS1:4000 to ADDRESS2
            at fe80::1ff:fe23:4567:890a                | at ADDRESS1
            at 2001:db8::1                             | at ADDRESS1
            by 02:42:ac:11:00:02                       | by ADDRESS1
            docker exec 3f4e5d6c7b8a cat               | docker exec CONTAINER1 cat
            on build7.corp.example, BUILD7 and build7x | on HOST1, HOST2 and HOST2x
            Jane-old and Ed                            | USER1-old and USER2
            janeBuild                                  | janeBuild
            kubectl exec payments-0                    | kubectl exec NAME1-0
            """)
    void replacesWhatTellsWhoseMachineItIs(String typed, String shared) {
        assertThat(pseudonyms.text(typed)).isEqualTo(shared);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100000 messages/s and/or 5 % of /dev/shm",
                "-XX:+UseSerialGC -Xlog:all=warning:stderr",
                "17.0.15+6-Debian-1deb12u1",
                "JDK 17.0.4.1",
                "127.0.0.1 and ::1",
                "2026-11-25T06:41:42Z",
                "#1 SMP PREEMPT_DYNAMIC @0",
                "sysctl -w fs.mqueue.msgsize_max=16777216",
                "cpu:0,1",
                "edited, edit",
                "/proc/sys/kernel/numa_balancing",
                "1a2b3c4d",
            })
    void keepsWhatTellsOfTheMachine(String text) {
        assertThat(pseudonyms.text(text)).isEqualTo(text);
    }

    /** The user's name may be any word, also one of the record's. */
    @Test
    void wordsOfTheSuiteStay() {
        Pseudonyms ofRecord =
                new Pseudonyms(new PrivateNames(Set.of("latency"), Set.of("tcp", "locale"), Set.of(), Set.of()));
        String line =
                "{\"record\":\"run\",\"transport\":\"tcp\",\"workload\":\"latency\",\"arguments\":[\"latency\",\"--locale\",\"--x=tcp\"],\"rounds\":3.0}";

        assertThat(ofRecord.json(JsonParser.parseString(line).getAsJsonObject()))
                .hasToString(line.replace("[\"latency\"", "[\"HOST1\"").replace("=tcp", "=USER1"));
    }

    @Test
    void namesThatTheUserGaveToPropertiesAreReplacedToo() {
        String line =
                "{\"variants\":{\"-Da=/x/y\":\"1.0\"},\"variant\":\"-Da=/x/y\",\"walls\":{\"build7: server\":\"\"}}";

        assertThat(pseudonyms.json(JsonParser.parseString(line).getAsJsonObject()))
                .hasToString(
                        "{\"variants\":{\"-Da=PATH1\":\"1.0\"},\"variant\":\"-Da=PATH1\",\"walls\":{\"HOST1: server\":\"\"}}");
        assertThat(pseudonyms.all()).containsExactlyInAnyOrder("PATH1", "HOST1");
    }
}
