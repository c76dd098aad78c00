package org.ipcbench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.NoSuchElementException;
import org.ipcbench.plan.result.ListedTransport;
import org.junit.jupiter.api.Test;

final class TransportRegistryTest {
    private static final Transport PIGEON = new FakeTransport("pigeon", 30, "birds");
    private static final Transport SMOKE = new FakeTransport("smoke", 20);
    private static final Transport RAVEN = new FakeTransport("raven", 20, "birds", "dark");

    private final TransportRegistry registry = new TransportRegistry(List.of(PIGEON, SMOKE, RAVEN));

    @Test
    void sortsByOrderThenId() {
        assertThat(registry.all()).containsExactly(RAVEN, SMOKE, PIGEON);
    }

    @Test
    void knowsGroupsAndTheirMembers() {
        assertThat(registry.groups()).containsExactly("all", "birds", "dark");
        assertThat(registry.group("birds")).containsExactly(RAVEN, PIGEON);
        assertThat(registry.group(TransportRegistry.ALL)).isEqualTo(registry.all());
        assertThat(registry.group("fish")).isEmpty();
        assertThat(registry.isGroup("dark")).isTrue();
        assertThat(registry.isGroup("smoke")).isFalse();
    }

    @Test
    void whatStartsAServerForEachCallIsNotOfAll() {
        Transport courier = ListedTransport.with("courier", Trait.STARTS_SERVER);
        TransportRegistry both = new TransportRegistry(List.of(PIGEON, courier));

        assertThat(both.all()).contains(courier);
        assertThat(both.group(TransportRegistry.ALL)).containsExactly(PIGEON);
    }

    @Test
    void findsByName() {
        assertThat(registry.named("smoke")).isSameAs(SMOKE);
    }

    @Test
    void unknownNameGetsTheNearestAndAllAllowed() {
        assertThatThrownBy(() -> registry.named("Pidgeon"))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("unknown transport 'Pidgeon', did you mean 'pigeon'?"
                        + " Allowed: raven, smoke, pigeon, or the groups all, birds, dark");
    }

    @Test
    void unknownNameFarFromAllGetsNoSuggestion() {
        assertThatThrownBy(() -> registry.named("telegraph"))
                .hasMessage(
                        "unknown transport 'telegraph'; allowed: raven, smoke, pigeon, or the groups all, birds, dark");
    }

    @Test
    void caseOfIdsAndGroupsDoesNotMatter() {
        assertThat(registry.named("Smoke")).isSameAs(SMOKE);
        assertThat(registry.isGroup("BIRDS")).isTrue();
        assertThat(registry.group("Birds")).containsExactly(RAVEN, PIGEON);
        assertThat(registry.group("ALL")).isEqualTo(registry.all());
    }

    @Test
    void twoTransportsOfOneNameAreAnError() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new TransportRegistry(List.of(SMOKE, new FakeTransport("smoke", 1))))
                .withMessageContaining("smoke");
    }
}
