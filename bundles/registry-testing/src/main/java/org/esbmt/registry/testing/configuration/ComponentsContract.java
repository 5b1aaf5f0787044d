package org.esbmt.registry.testing.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.DesiredComponent;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.ObservedComponent;
import org.esbmt.registry.api.configuration.Setting;
import org.esbmt.registry.api.configuration.SettingScope;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

/**
 * The definition of components, with their desired states, observed states and settings. A part of
 * {@link ConfigurationRegistryContract}.
 */
abstract class ComponentsContract extends ConfigurationFixture {

    @Test
    void aVersionIsDefinedOnceAndFound() throws Exception {
        JbiComponent one = component("camel-se", "1");
        JbiComponent two = component("camel-se", "2");

        assertThat(registry.catalog().findComponent(one.id())).contains(one);
        assertThat(registry.catalog().findComponent(ComponentId.random())).isEmpty();
        assertThat(registry.catalog().findComponent(two.definition().name(), "2"))
                .contains(two);
        assertThat(registry.catalog().findComponent(two.definition().name(), "3"))
                .isEmpty();
        assertThat(registry.catalog().listComponents(FIRST).entries()).containsExactly(one, two);
        assertThat(registry.catalog().listComponents(new Slice(1, 5)).entries()).containsExactly(two);
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> component("camel-se", "1"));
    }

    @Test
    void librariesAndTheBussOwnComponentsAreDefinedToo() throws Exception {
        JbiComponent library = registry.catalog()
                .define(
                        NewComponent.installed(
                                new ComponentName("classes"), ComponentKind.SHARED_LIBRARY, digest("classes")),
                        BY);
        JbiComponent own = registry.catalog()
                .define(NewComponent.own(new ComponentName("http-bc"), ComponentKind.BINDING_COMPONENT), BY);

        assertThat(registry.catalog().findComponent(library.id())).contains(library);
        assertThat(library.definition().artifact()).contains(digest("classes"));
        assertThat(registry.catalog().findComponent(new ComponentName("http-bc"), NewComponent.OWN_VERSION))
                .contains(own);
        assertThat(own.definition().artifact()).isEmpty();
    }

    @Test
    void aDesiredStateIsChangedFromTheExpectedRevisionOnly() throws Exception {
        Cluster main = cluster("main");
        JbiComponent camel = component("camel-se", "1");

        Versioned<DesiredComponent> first = desire(main.id(), camel.id(), 0, ComponentState.STARTED);
        Versioned<DesiredComponent> second = desire(main.id(), camel.id(), 1, ComponentState.STOPPED);

        assertThat(first.revision()).isEqualTo(1);
        assertThat(second.revision()).isEqualTo(2);
        assertThat(registry.states().desired(main.id())).containsExactly(second);
        for (long wrong : List.of(0L, 1L, 3L, -1L)) {
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> desire(main.id(), camel.id(), wrong, ComponentState.ABSENT));
        }
        assertThat(registry.states().desired(main.id())).containsExactly(second);
        assertThat(registry.states().desired(ClusterId.random())).isEmpty();
    }

    @Test
    void ofConcurrentDesiredStatesOneSucceeds() throws Exception {
        Cluster main = cluster("main");
        JbiComponent camel = component("camel-se", "1");

        List<Object> outcomes = AtOnce.run(6, () -> desire(main.id(), camel.id(), 0, ComponentState.STARTED));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(RegistryException.Stale.class::isInstance)
                .hasSize(5);
    }

    @Test
    void aClusterHasOneVersionOfAComponent() throws Exception {
        Cluster main = cluster("main");
        JbiComponent one = component("camel-se", "1");
        JbiComponent two = component("camel-se", "2");
        desire(main.id(), one.id(), 0, ComponentState.STARTED);

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> desire(main.id(), two.id(), 0, ComponentState.STARTED));
        desire(main.id(), one.id(), 1, ComponentState.ABSENT);
        desire(main.id(), two.id(), 0, ComponentState.STARTED);
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> desire(main.id(), one.id(), 2, ComponentState.STOPPED));
        desire(cluster("other").id(), one.id(), 0, ComponentState.STARTED);
    }

    @Test
    void strangersAreNotFound() throws Exception {
        Cluster main = cluster("main");
        JbiComponent camel = component("camel-se", "1");
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> desire(main.id(), ComponentId.random(), 0, ComponentState.STARTED));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> desire(ClusterId.random(), camel.id(), 0, ComponentState.STARTED));
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> registry.states()
                .observe(InstanceId.random(), camel.id(), ComponentState.STARTED, Optional.empty()));
        InstanceId node = node(main.id());
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> registry.states()
                .observe(node, ComponentId.random(), ComponentState.STARTED, Optional.empty()));
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> registry.settings()
                .set(new Setting(SettingScope.of(new ComponentName("nothing")), "k", "v"), 0, BY));
    }

    @Test
    void theLastObservationOfANodeCounts() throws Exception {
        Cluster main = cluster("main");
        InstanceId one = node(main.id());
        InstanceId two = node(main.id());
        JbiComponent camel = component("camel-se", "1");
        registry.states().observe(one, camel.id(), ComponentState.STOPPED, Optional.empty());
        registry.states().observe(one, camel.id(), ComponentState.STARTED, Optional.of(STATE));
        registry.states().observe(two, camel.id(), ComponentState.SHUTDOWN, Optional.empty());

        assertThat(registry.states().observed(main.id()))
                .extracting(ObservedComponent::instance, ObservedComponent::state, ObservedComponent::settings)
                .containsExactlyInAnyOrder(
                        tuple(one, ComponentState.STARTED, Optional.of(STATE)),
                        tuple(two, ComponentState.SHUTDOWN, Optional.empty()));
        registry.membership().leave(two);
        assertThat(registry.states().observed(main.id()))
                .extracting(ObservedComponent::instance)
                .containsExactly(one);
        assertThat(registry.states().observed(cluster("other").id())).isEmpty();
    }

    @Test
    void settingsOfOneScopeAreNoOtherScopes() throws Exception {
        ComponentName camel = component("camel-se", "1").definition().name();
        Cluster main = cluster("main");
        InstanceId node = node(main.id());
        List<SettingScope> scopes = List.of(
                SettingScope.of(camel),
                SettingScope.of(camel, ACME),
                SettingScope.of(camel, ACME, BY),
                SettingScope.of(camel, GLOBEX),
                SettingScope.of(camel, main.id(), Optional.empty()),
                SettingScope.of(camel, main.id(), Optional.of(node)),
                SettingScope.of(camel, cluster("other").id(), Optional.empty()));
        for (SettingScope scope : scopes) {
            registry.settings().set(new Setting(scope, "key", scope.toString()), 0, BY);
        }

        for (SettingScope scope : scopes) {
            assertThat(registry.settings().settings(scope))
                    .containsExactly(new Versioned<>(new Setting(scope, "key", scope.toString()), 1));
        }
        registry.settings().remove(SettingScope.of(camel), "key", 1);
        assertThat(registry.settings().settings(SettingScope.of(camel))).isEmpty();
        assertThat(registry.settings().settings(SettingScope.of(camel, ACME))).hasSize(1);
    }

    @Test
    void settingsOfAClusterAreReadWithThoseOfItsNodes() throws Exception {
        ComponentName camel = component("camel-se", "1").definition().name();
        Cluster main = cluster("main");
        InstanceId node = node(main.id());
        Setting all = new Setting(SettingScope.of(camel, main.id(), Optional.empty()), "key", "1");
        Setting one = new Setting(SettingScope.of(camel, main.id(), Optional.of(node)), "key", "2");
        registry.settings().set(one, 0, BY);
        registry.settings().set(all, 0, BY);
        registry.settings().set(new Setting(SettingScope.of(camel), "key", "3"), 0, BY);

        assertThat(registry.settings().settings(main.id(), camel))
                .containsExactly(new Versioned<>(all, 1), new Versioned<>(one, 1));
        assertThat(registry.settings().settings(main.id(), new ComponentName("http-bc")))
                .isEmpty();
        registry.membership().leave(node);
        assertThat(registry.settings().settings(main.id(), camel)).hasSize(2);
        for (SettingScope nowhere : List.of(
                SettingScope.of(camel, ClusterId.random(), Optional.empty()),
                SettingScope.of(camel, main.id(), Optional.of(InstanceId.random())),
                SettingScope.of(camel, cluster("other").id(), Optional.of(node)))) {
            assertThatExceptionOfType(RegistryException.NotFound.class)
                    .isThrownBy(() -> registry.settings().set(new Setting(nowhere, "key", "1"), 0, BY));
        }
    }

    @Test
    void aSettingIsChangedFromTheExpectedRevisionOnly() throws Exception {
        SettingScope scope =
                SettingScope.of(component("camel-se", "1").definition().name(), ACME);
        registry.settings().set(new Setting(scope, "key", "1"), 0, BY);
        registry.settings().set(new Setting(scope, "key", "2"), 1, BY);

        for (long wrong : List.of(0L, 1L, 3L)) {
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> registry.settings().set(new Setting(scope, "key", "3"), wrong, BY));
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> registry.settings().remove(scope, "key", wrong));
        }
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.settings().set(new Setting(scope, "other", "3"), 1, BY));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.settings().remove(scope, "other", 1));
        assertThat(registry.settings().settings(scope))
                .containsExactly(new Versioned<>(new Setting(scope, "key", "2"), 2));
    }

    @Test
    void namesAndValuesAreAnyTextAndStayIt() throws Exception {
        for (String attack : ATTACKS) {
            JbiComponent defined = component(attack, attack);
            SettingScope scope = SettingScope.of(defined.definition().name(), ACME);
            Setting setting = new Setting(scope, attack, attack + "\r\n\t ");
            registry.settings().set(setting, 0, BY);

            assertThat(registry.catalog().findComponent(defined.id())).contains(defined);
            assertThat(registry.settings().settings(scope)).containsExactly(new Versioned<>(setting, 1));
        }
        assertThat(registry.catalog().listComponents(FIRST).total()).isEqualTo(ATTACKS.size());
    }

    private Versioned<DesiredComponent> desire(
            ClusterId cluster, ComponentId component, long expected, ComponentState state) throws RegistryException {
        return registry.states().desire(cluster, component, expected, state, BY);
    }
}
