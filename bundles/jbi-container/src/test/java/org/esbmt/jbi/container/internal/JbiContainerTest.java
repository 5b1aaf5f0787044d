package org.esbmt.jbi.container.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.jbi.JBIException;
import javax.jbi.component.ComponentContext;
import javax.jbi.component.ComponentLifeCycle;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.internal.component.TestBus;
import org.esbmt.jbi.container.internal.component.TestComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JbiContainerTest {
    private final TestBus bus = new TestBus();
    private final JbiContainer container = new JbiContainer(bus.bus);

    @AfterEach
    void close() {
        bus.close();
    }

    private static Map<String, Object> named(String name) {
        return Map.of(
                InstalledComponents.NAME,
                name,
                InstalledComponents.TYPE,
                "binding-component",
                InstalledComponents.DESCRIPTION,
                "for the test");
    }

    @Test
    void aComponentThatCannotStartIsTriedAgainUntilItDoes() {
        AtomicBoolean portIsTaken = new AtomicBoolean(true);
        TestComponent component = startingUnless(portIsTaken);
        container.install(component, named("http-bc"));
        container.retry();
        assertThat(container.find("http-bc")).isEmpty();
        assertThat(container.problems()).singleElement().asString().contains("http-bc", "the port is taken");

        portIsTaken.set(false);
        container.retry();
        assertThat(container.find("http-bc")).map(InstalledComponent::state).contains(InstalledComponent.State.STARTED);
        assertThat(container.problems()).isEmpty();
        container.uninstall(component, named("http-bc"));
    }

    @Test
    void aComponentThatHasGoneIsNotTriedAgain() {
        AtomicBoolean portIsTaken = new AtomicBoolean(true);
        TestComponent component = startingUnless(portIsTaken);
        container.install(component, named("http-bc"));
        container.uninstall(component, named("http-bc"));
        portIsTaken.set(false);
        container.retry();
        assertThat(container.find("http-bc")).isEmpty();
        assertThat(container.problems()).isEmpty();
    }

    private static TestComponent startingUnless(AtomicBoolean portIsTaken) {
        return TestComponent.with(new ComponentLifeCycle() {
            @Override
            public void init(ComponentContext context) {}

            @Override
            public void start() throws JBIException {
                if (portIsTaken.get()) {
                    throw new JBIException("the port is taken");
                }
            }

            @Override
            public void stop() {}

            @Override
            public void shutDown() {}

            @Override
            public javax.management.ObjectName getExtensionMBeanName() {
                return null;
            }
        });
    }

    /** A component that fails in one call only. */
    private static TestComponent failingIn(String call) {
        TestComponent component = TestComponent.keeping();
        return TestComponent.with(new ComponentLifeCycle() {
            private void pass(String name) throws JBIException {
                component.calls.add(name);
                if (name.equals(call)) {
                    throw new JBIException("cannot " + call);
                }
            }

            @Override
            public void init(ComponentContext context) throws JBIException {
                component.init(context);
                pass("init");
            }

            @Override
            public void start() throws JBIException {
                pass("start");
            }

            @Override
            public void stop() throws JBIException {
                pass("stop");
            }

            @Override
            public void shutDown() throws JBIException {
                pass("shutDown");
            }

            @Override
            public javax.management.ObjectName getExtensionMBeanName() {
                return null;
            }
        });
    }

    private static final class Recording implements InstalledComponents.Listener {
        private final List<String> calls = new ArrayList<>();

        @Override
        public void installed(InstalledComponent component) {
            calls.add("+" + component);
        }

        @Override
        public void uninstalling(InstalledComponent component) {
            calls.add("-" + component);
        }
    }

    @Test
    void aComponentThatComesIsInitializedAndStarted() {
        TestComponent component = TestComponent.keeping();
        container.install(component, named("http-bc"));
        assertThat(component.calls).containsExactly("init", "start");
        InstalledComponent installed = container.find("http-bc").orElseThrow();
        assertThat(installed.name()).isEqualTo("http-bc");
        assertThat(installed.type()).isEqualTo(InstalledComponent.Type.BINDING_COMPONENT);
        assertThat(installed.description()).isEqualTo("for the test");
        assertThat(installed.state()).isEqualTo(InstalledComponent.State.STARTED);
        assertThat(installed.component()).isSameAs(component);
    }

    @Test
    void aComponentThatGoesIsStoppedAndShutDownAndLeavesNothing() throws Exception {
        TestComponent component = TestComponent.keeping();
        container.install(component, named("http-bc"));
        component.context().activateEndpoint(OF_ACME, SERVICE, "soap");
        component.context().activateEndpoint(SERVICE, "soap");
        container.uninstall(component, named("http-bc"));
        assertThat(component.calls).containsExactly("init", "start", "stop", "shutDown");
        assertThat(container.all()).isEmpty();
        TestComponent other = TestComponent.keeping();
        container.install(other, named("other"));
        assertThat(other.context().findEndpoint(OF_ACME, SERVICE, "soap")).isEmpty();
        assertThat(other.context().getEndpoints(null)).isEmpty();
    }

    @Test
    void theyAreListedByName() {
        container.install(TestComponent.keeping(), named("b"));
        container.install(TestComponent.keeping(), named("a"));
        assertThat(container.all()).extracting(InstalledComponent::name).containsExactly("a", "b");
        assertThat(container.find("c")).isEmpty();
    }

    @Test
    void aComponentThatFailsInInitOrStartIsNotHalfInstalled() {
        for (String call : List.of("init", "start")) {
            container.install(failingIn(call), named("bad"));
            assertThat(container.find("bad")).isEmpty();
            assertThat(container.all()).isEmpty();
            assertThat(bus.bus.nmr().getEndpointRegistry().query(null)).isEmpty();
        }
        container.install(TestComponent.keeping(), named("bad"));
        assertThat(container.find("bad")).isPresent();
    }

    @Test
    void aComponentThatFailsToStopIsRemovedNevertheless() {
        for (String call : List.of("stop", "shutDown")) {
            TestComponent component = failingIn(call);
            container.install(component, named("bad"));
            container.uninstall(component, named("bad"));
            assertThat(container.all()).isEmpty();
            assertThat(bus.bus.nmr().getEndpointRegistry().query(null)).isEmpty();
        }
    }

    @Test
    void aSecondComponentOfANameIsRefusedAndTheFirstStays() {
        TestComponent first = TestComponent.keeping();
        TestComponent second = TestComponent.keeping();
        container.install(first, named("http-bc"));
        container.install(second, named("http-bc"));
        assertThat(second.calls).isEmpty();
        container.uninstall(second, named("http-bc"));
        assertThat(container.find("http-bc").orElseThrow().component()).isSameAs(first);
    }

    @Test
    void aComponentNeedsANameAndAType() {
        TestComponent component = TestComponent.keeping();
        container.install(component, Map.of());
        container.install(component, Map.of(InstalledComponents.NAME, "x", InstalledComponents.TYPE, "y"));
        container.install(component, named("../../etc"));
        container.install(component, named(".."));
        assertThat(container.all()).isEmpty();
        assertThat(component.calls).isEmpty();
    }

    @Test
    void listenersAreCalledAlsoForEarlierComponents() {
        Recording early = new Recording();
        container.addListener(early);
        TestComponent component = TestComponent.keeping();
        container.install(component, named("http-bc"));
        Recording late = new Recording();
        container.addListener(late);
        container.uninstall(component, named("http-bc"));
        assertThat(early.calls).containsExactly("+http-bc (Started)", "-http-bc (Started)");
        assertThat(late.calls).isEqualTo(early.calls);
        container.removeListener(early);
        container.install(component, named("http-bc"));
        assertThat(early.calls).hasSize(2);
        assertThat(late.calls).hasSize(3);
    }

    @Test
    void aFailingListenerDoesNotAffectOthers() {
        Recording good = new Recording();
        container.addListener(new InstalledComponents.Listener() {
            @Override
            public void installed(InstalledComponent component) {
                throw new IllegalStateException("a listener's bug");
            }

            @Override
            public void uninstalling(InstalledComponent component) {
                throw new IllegalStateException("a listener's bug");
            }
        });
        container.addListener(good);
        TestComponent component = TestComponent.keeping();
        container.install(component, named("http-bc"));
        container.uninstall(component, named("http-bc"));
        assertThat(good.calls).hasSize(2);
        assertThat(container.all()).isEmpty();
    }

    @Test
    void theLifeCycleIsThatOfTheStandard() throws Exception {
        TestComponent component = TestComponent.accepting();
        container.install(component, named("http-bc"));
        InstalledComponent installed = container.find("http-bc").orElseThrow();
        assertThatThrownBy(installed::shutDown).isInstanceOf(JBIException.class).hasMessageContaining("stop it first");
        installed.start();
        installed.stop();
        assertThat(installed.state()).isEqualTo(InstalledComponent.State.STOPPED);
        installed.stop();
        installed.start();
        installed.stop();
        installed.shutDown();
        assertThat(installed.state()).isEqualTo(InstalledComponent.State.SHUTDOWN);
        installed.shutDown();
        assertThatThrownBy(installed::stop).isInstanceOf(JBIException.class).hasMessageContaining("start it first");
        installed.start();
        assertThat(component.calls)
                .containsExactly("init", "start", "stop", "start", "stop", "shutDown", "init", "start");
        assertThat(component.channel().accept(1)).isNull();
    }

    @Test
    void aRefusedOperationLeavesTheState() throws Exception {
        TestComponent component = failingIn("stop");
        container.install(component, named("http-bc"));
        InstalledComponent installed = container.find("http-bc").orElseThrow();
        assertThatThrownBy(installed::stop)
                .isInstanceOf(JBIException.class)
                .hasMessageContaining("http-bc failed to stop: cannot stop");
        assertThat(installed.state()).isEqualTo(InstalledComponent.State.STARTED);
    }

    @Test
    void closingTakesAllComponentsDown() {
        TestComponent component = TestComponent.keeping();
        Recording listener = new Recording();
        container.addListener(listener);
        container.install(component, named("http-bc"));
        container.close();
        assertThat(component.calls).endsWith("stop", "shutDown");
        assertThat(listener.calls).endsWith("-http-bc (Started)");
        container.uninstall(component, named("http-bc"));
        assertThat(component.calls).hasSize(4);
    }
}
