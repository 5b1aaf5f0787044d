package org.esbmt.http.bc.internal.deployed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;
import static org.esbmt.http.bc.internal.support.TestBus.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.esbmt.http.bc.internal.soap.UsualMarkup;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deployed and undeployed assemblies leave nothing behind, and many assemblies are restored at a start. */
class ManyCyclesTest {
    private static final Owner OF_ACME = Owner.of(ACME);
    private static final AssemblyKey ORDERS = new AssemblyKey(OF_ACME, "orders");
    private static final int WARM_UP = 50;
    private static final int CYCLES = 1000;
    private static final int VERSIONS_EVERY = 5;
    private static final int MESSAGE_EVERY = 10;
    private static final long HEAP_BYTES = 8L << 20;
    private static final int CLASSES = 100;
    private static final int LOADERS = 20;

    @TempDir
    Path folder;

    private final LongSummaryStatistics firstAnswer = new LongSummaryStatistics();

    /** The trial of vectors loads classes in the background. */
    @BeforeAll
    static void withoutATrial() {
        UsualMarkup.use();
    }

    private static InputStream archive(StubBackEnd backEnd) {
        return DeployingBus.archive("orders", proxy(backEnd.url(), "", ""));
    }

    private void cycle(DeployingBus bus, StubBackEnd first, StubBackEnd second, int number)
            throws DeploymentException, IOException {
        long began = System.nanoTime();
        bus.assemblies().deploy(OF_ACME, archive(first), Initial.STARTED, Optional.empty());
        if (number % MESSAGE_EVERY == 0) {
            assertAnswered(bus, "first");
            firstAnswer.accept(System.nanoTime() - began);
        }
        if (number % VERSIONS_EVERY == 0) {
            bus.assemblies().switchTo(OF_ACME, archive(second));
            assertAnswered(bus, "second");
            bus.assemblies().rollback(ORDERS);
        }
        bus.assemblies().undeploy(ORDERS);
    }

    private static void assertAnswered(DeployingBus bus, String by) throws IOException {
        try (RawClient client = bus.bus().connect()) {
            assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                            .answer()
                            .text())
                    .contains(by);
        }
    }

    /**
     * The threads except those of the common pool, which come and go, and the current one. Netty's global executor has
     * one thread for the whole JVM, which ends after a second without work. Another test may have left it.
     */
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> Stream.of("ForkJoinPool", "awaitility", "globalEventExecutor")
                        .noneMatch(name::startsWith))
                .sorted()
                .toList();
    }

    private static int classLoaders() throws JMException {
        String statistics = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmClassloaderStats",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        Matcher total = Pattern.compile("Total = (\\d+)").matcher(statistics);
        assertThat(total.find()).as(statistics).isTrue();
        return Integer.parseInt(total.group(1));
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            ManagementFactory.getMemoryMXBean().gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void aThousandCyclesLeaveNothing() throws Exception {
        try (StubBackEnd first = StubBackEnd.echo("first");
                StubBackEnd second = StubBackEnd.echo("second");
                DeployingBus bus = new DeployingBus(folder, TestBus.allowing(first, second))) {
            for (int i = 0; i < WARM_UP; i++) {
                cycle(bus, first, second, i);
            }
            first.requests().clear();
            second.requests().clear();
            List<String> threads = threads();
            int mbeans = ManagementFactory.getPlatformMBeanServer().getMBeanCount();
            int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
            int loaders = classLoaders();
            String left = bus.left();
            long heap = heap();

            for (int i = 0; i < CYCLES; i++) {
                cycle(bus, first, second, i);
            }
            first.requests().clear();
            second.requests().clear();

            await().untilAsserted(() -> assertThat(threads()).hasSizeLessThanOrEqualTo(threads.size()));
            assertThat(ManagementFactory.getPlatformMBeanServer().getMBeanCount())
                    .isEqualTo(mbeans);
            assertThat(bus.left()).isEqualTo(left);
            int classesNow = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
            int loadersNow = classLoaders();
            long heapNow = heap();
            System.out.printf(
                    "%d cycles: %d -> %d threads, %d -> %d classes, %d -> %d class loaders, %d -> %d KiB of heap;"
                            + " deployment to first answer %.1f ms on average, %.1f ms at most%n",
                    CYCLES,
                    threads.size(),
                    threads().size(),
                    classes,
                    classesNow,
                    loaders,
                    loadersNow,
                    heap >> 10,
                    heapNow >> 10,
                    firstAnswer.getAverage() / 1e6,
                    firstAnswer.getMax() / 1e6);
            assertThat(classesNow - classes).isLessThan(CLASSES);
            assertThat(loadersNow - loaders).isLessThan(LOADERS);
            assertThat(heapNow - heap).isLessThan(HEAP_BYTES);
        }
    }

    @Test
    void aHundredAssembliesComeBack() throws Exception {
        try (StubBackEnd backEnd = StubBackEnd.echo("back end")) {
            long none = opening(backEnd);
            try (DeployingBus bus = new DeployingBus(folder, TestBus.allowing(backEnd))) {
                for (int i = 0; i < 100; i++) {
                    String unit = proxy(backEnd.url(), "", "").replace("Orders", "Orders" + i);
                    bus.assemblies()
                            .deploy(
                                    OF_ACME,
                                    DeployingBus.archive("orders" + i, unit),
                                    Initial.STARTED,
                                    Optional.empty());
                }
            }
            long hundred = opening(backEnd);
            System.out.printf(
                    "a start with no assemblies takes %d ms, with a hundred %d ms%n",
                    TimeUnit.NANOSECONDS.toMillis(none), TimeUnit.NANOSECONDS.toMillis(hundred));
            try (DeployingBus bus = new DeployingBus(folder, TestBus.allowing(backEnd));
                    RawClient client = bus.bus().connect()) {
                assertThat(bus.assemblies().all()).hasSize(100).allMatch(status -> status.state() == State.STARTED);
                for (int i = 0; i < 100; i++) {
                    String there = path(ACME).replace("Orders", "Orders" + i);
                    assertThat(client.send(Soap.post(there, acmeMessage("<a/>")))
                                    .answer()
                                    .status())
                            .isEqualTo(200);
                }
            }
        }
    }

    private long opening(StubBackEnd backEnd) throws Exception {
        long began = System.nanoTime();
        try (DeployingBus bus = new DeployingBus(folder, TestBus.allowing(backEnd))) {
            assertThat(bus.all()).hasSize(1);
            return System.nanoTime() - began;
        }
    }
}
