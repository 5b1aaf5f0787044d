package org.esbmt.http.bc.internal.deployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 500 messages a second during changes of versions. */
class SwitchUnderLoadTest {
    private static final Owner OF_ACME = Owner.of(ACME);
    private static final AssemblyKey ORDERS = new AssemblyKey(OF_ACME, "orders");
    private static final int PER_SECOND = 500;
    private static final int MESSAGES = 11 * PER_SECOND;

    @TempDir
    Path folder;

    private static String consumer(String target) {
        return "<http:soap-consumer service=\"s:Orders\" endpoint=\"in\" targetService=\"s:" + target
                + "\" targetEndpoint=\"out\"/>";
    }

    private static String provider(String name, StubBackEnd backEnd) {
        return "<http:soap-provider service=\"s:" + name + "\" endpoint=\"out\" locationURI=\"" + backEnd.url()
                + "\"/>";
    }

    /** One unit with the same names in each version. */
    private static InputStream one(StubBackEnd backEnd) {
        return DeployingBus.archive("orders", consumer("BackEnd") + provider("BackEnd", backEnd));
    }

    /** Another provider than in the version before, in a unit after that of the consumer. */
    private static InputStream two(StubBackEnd backEnd, int version) {
        return DeployingBus.archive("orders", consumer("BackEnd" + version), provider("BackEnd" + version, backEnd));
    }

    @Test
    void noMessageIsLostOrRepeatedDuringSwitchesAndRollbacks() throws Exception {
        try (NumberedLoad load = new NumberedLoad();
                StubBackEnd first = load.backEnd("first");
                StubBackEnd second = load.backEnd("second");
                DeployingBus bus = new DeployingBus(folder, TestBus.allowing(first, second))) {
            bus.assemblies().deploy(OF_ACME, one(first), Initial.STARTED, Optional.empty());
            load.start(bus.bus().address(), 16, PER_SECOND);
            int changes = 0;
            while (load.sent() < MESSAGES || changes < 30) {
                switch (changes % 6) {
                    case 0 -> bus.assemblies().switchTo(OF_ACME, one(second));
                    case 1, 3 -> bus.assemblies().rollback(ORDERS);
                    case 2 -> bus.assemblies().switchTo(OF_ACME, two(second, changes));
                    case 4 -> bus.assemblies().update(OF_ACME, one(second), Optional.empty());
                    default -> bus.assemblies().update(OF_ACME, two(first, changes), Optional.empty());
                }
                changes++;
                int sent = load.sent();
                await().pollInterval(Duration.ofMillis(5)).until(() -> load.sent() >= sent + 20);
            }
            load.finish();
            System.out.println(changes + " changes of version");
            load.assertNothingLostOrDoubled();
            assertThat(load.withoutEndpoint()).isZero();
            assertThat(first.requests()).isNotEmpty();
            assertThat(second.requests()).isNotEmpty();
        }
    }

    @Test
    void requestsAcceptedBeforeAStopAreAnswered() throws Exception {
        try (NumberedLoad load = new NumberedLoad();
                StubBackEnd backEnd = load.backEnd("first");
                DeployingBus bus = new DeployingBus(folder, TestBus.allowing(backEnd))) {
            bus.assemblies().deploy(OF_ACME, two(backEnd, 1), Initial.STARTED, Optional.empty());
            load.start(bus.bus().address(), 16, PER_SECOND);
            for (int i = 0; i < 10; i++) {
                int answered = load.answered();
                await().until(() -> load.answered() > answered + 50);
                bus.assemblies().stop(ORDERS);
                int refused = load.withoutEndpoint();
                await().until(() -> load.withoutEndpoint() > refused);
                bus.assemblies().start(ORDERS);
            }
            load.finish();
            load.assertNothingLostOrDoubled();
        }
    }
}
