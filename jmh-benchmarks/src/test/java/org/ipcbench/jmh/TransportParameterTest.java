package org.ipcbench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.ipcbench.transport.Availability;
import org.ipcbench.transport.Channel;
import org.ipcbench.transport.Listener;
import org.ipcbench.transport.Session;
import org.ipcbench.transport.Traits;
import org.ipcbench.transport.Transport;
import org.ipcbench.transport.TransportRegistry;
import org.junit.jupiter.api.Test;

class TransportParameterTest {
    private final List<String> warnings = new ArrayList<>();
    private final TransportParameter parameter = new TransportParameter(
            new TransportRegistry(List.of(
                    new ListedTransport("here", Availability.available()),
                    new ListedTransport("there", Availability.available()),
                    new ListedTransport("absent", Availability.unavailable("no library", "install it")))),
            warnings::add);

    @Test
    void fillsInEveryTransportThatIsAvailableAndSaysWhyOthersAreSkipped() {
        assertThat(parameter.complete(List.of("-f", "1"))).containsExactly("-f", "1", "-p", "transport=here,there");
        assertThat(warnings).containsExactly("skipping absent: no library; install it");
    }

    @Test
    void keepsWhatTheUserNamed() {
        assertThat(parameter.complete(List.of("-p", "transport=there", "-p", "size=64")))
                .containsExactly("-p", "transport=there", "-p", "size=64");
        assertThat(warnings).isEmpty();
    }

    @Test
    void skipsANamedTransportThatIsNotAvailable() {
        assertThat(parameter.complete(List.of("-p", "transport=absent,here"))).containsExactly("-p", "transport=here");
        assertThat(warnings).hasSize(1);
    }

    @Test
    void refusesUnknownNamesAndAnEmptyChoice() {
        assertThatThrownBy(() -> parameter.complete(List.of("-p", "transport=hero")))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("here");
        assertThatThrownBy(() -> parameter.complete(List.of("-p", "transport=absent")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private record ListedTransport(String id, Availability availability) implements Transport {
        @Override
        public String title() {
            return id;
        }

        @Override
        public String csvName() {
            return id;
        }

        @Override
        public Set<String> groups() {
            return Set.of();
        }

        @Override
        public int order() {
            return 0;
        }

        @Override
        public Traits traits() {
            return Traits.blockingStream();
        }

        @Override
        public Listener listen(Session session) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Channel connect(Session session, String address) {
            throw new UnsupportedOperationException();
        }
    }
}
