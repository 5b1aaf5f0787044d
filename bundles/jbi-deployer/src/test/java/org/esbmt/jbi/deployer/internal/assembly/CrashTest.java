package org.esbmt.jbi.deployer.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.WatchedFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Another JVM performs an operation and is killed in the middle of it, as by kill -9. Then a node is started on its
 * files. Each operation is done or not done, never in part. The same holds for a kill after the disk has failed to make
 * a record durable.
 */
class CrashTest {
    private static final Owner ACME = Owner.of(TenantId.of("5f0c2b8e-3a64-4c7c-9a55-0d6a3c1f2b11"));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");
    private static final String UNIT = ACME + "/orders/";
    private static final int DEAD = 42;

    @TempDir
    Path folder;

    private static Archives first() {
        return Archives.assembly("orders").unit("one", "http-bc", "<beans/>");
    }

    private static Archives second() {
        return Archives.assembly("orders").unit("two", "http-bc", "<beans/>");
    }

    /** The work of the other JVM: {@code <folder> <operation> <point of the kill>}. */
    public static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            Path folder = Path.of(arguments[0]);
            String operation = arguments[1];
            String death = arguments[2];
            Optional<DiskFault> fault = DiskFault.of(death);
            TestNode node = new TestNode(fault.isPresent() ? WatchedFiles.watched(folder, fault.get()) : folder);
            RecordingComponent http = component(node, operation);
            Assemblies assemblies = node.open();
            if (!operation.equals("deploy")) {
                assemblies.deploy(ACME, first().stream(), Initial.STARTED, Optional.empty());
            }
            if (operation.equals("rollback")) {
                assemblies.switchTo(ACME, second().stream());
            }
            http.before(step -> dieAt(death, step));
            node.context().addBundleListener((SynchronousBundleListener)
                    event -> dieAt(death, "bundle " + name(event.getType())));
            fault.ifPresent(DiskFault::arm);
            try {
                perform(assemblies, operation);
            } catch (DeploymentException e) {
                dieAt(death, fault.map(DiskFault::text).orElse("failed"));
            }
            dieAt(death, "done");
            Runtime.getRuntime().halt(1);
        }

        private static void perform(Assemblies assemblies, String operation) throws DeploymentException {
            switch (operation) {
                case "deploy" -> assemblies.deploy(ACME, first().stream(), Initial.STARTED, Optional.empty());
                case "update" -> assemblies.update(ACME, second().stream(), Optional.empty());
                case "replace" -> assemblies.update(ACME, second().stream(), Optional.empty());
                case "switch" -> assemblies.switchTo(ACME, second().stream());
                case "rollback" -> assemblies.rollback(ORDERS);
                case "undeploy" -> assemblies.undeploy(ORDERS);
                case "stop" -> assemblies.stop(ORDERS);
                case "shutDown" -> assemblies.shutDown(ORDERS);
                default -> throw new IllegalArgumentException(operation);
            }
        }

        private static String name(int event) {
            return switch (event) {
                case BundleEvent.INSTALLED -> "installed";
                case BundleEvent.STARTING -> "starting";
                case BundleEvent.STARTED -> "started";
                case BundleEvent.STOPPED -> "stopped";
                case BundleEvent.UPDATED -> "updated";
                case BundleEvent.UNINSTALLED -> "uninstalled";
                default -> "event " + event;
            };
        }

        private static void dieAt(String death, String step) {
            if (step.replace(UNIT, "").equals(death)) {
                Runtime.getRuntime().halt(DEAD);
            }
        }
    }

    /** A component for the operation; in the newer operations its units support succession. */
    private static RecordingComponent component(TestNode node, String operation) {
        return switch (operation) {
            case "replace", "switch", "rollback" -> node.succeeding("http-bc");
            default -> node.component("http-bc");
        };
    }

    private void runVictim(String operation, String death) throws Exception {
        Path log = folder.resolve("victim.log");
        Process victim = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Victim.class.getName(),
                        folder.resolve("node").toString(),
                        operation,
                        death))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(victim.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(victim.exitValue()).as(Files.readString(log)).isEqualTo(DEAD);
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // operation, point of the kill, the state after the restart, its unit
        "deploy, deploy one, , ",
        "deploy, bundle installed, , ",
        "deploy, bundle starting, , ",
        "deploy, bundle started, , ",
        "deploy, init one, , ",
        "deploy, start one, , ",
        "deploy, done, STARTED, one",
        "update, stop one, STARTED, one",
        "update, deploy two, STARTED, one",
        "update, start two, STARTED, one",
        "update, bundle stopped, STARTED, one",
        "update, bundle updated, STARTED, one",
        "update, bundle started, STARTED, one",
        "update, done, STARTED, two",
        "deploy, fault OPEN, , ",
        "deploy, fault FORCE, , ",
        "deploy, fault DISK, STARTED, one",
        "update, fault OPEN, STARTED, one",
        "update, fault FORCE, STARTED, one",
        "update, fault DISK, STARTED, two",
        "undeploy, fault OPEN, STARTED, one",
        "undeploy, fault FORCE, STARTED, one",
        "undeploy, fault DISK, , ",
        "stop, fault FORCE, STARTED, one",
        "undeploy, stop one, STARTED, one",
        "undeploy, undeploy one, STARTED, one",
        "undeploy, bundle uninstalled, , ",
        "undeploy, done, , ",
        "stop, stop one, STOPPED, one",
        "stop, done, STOPPED, one",
        "shutDown, done, SHUTDOWN, one",
    })
    void afterAKillTheOperationIsDoneOrNotDone(String operation, String death, State state, String unit)
            throws Exception {
        runVictim(operation, death);

        TestNode node = new TestNode(folder.resolve("node"));
        try {
            RecordingComponent http = node.component("http-bc");
            Assemblies assemblies = node.open();
            if (state == null) {
                assertThat(assemblies.all()).isEmpty();
                assertThat(node.bundles()).isEmpty();
                assertThat(node.files()).isEmpty();
                assertThat(http.units()).isEmpty();
            } else {
                assertThat(assemblies.find(ORDERS).orElseThrow().state()).isEqualTo(state);
                assertThat(node.bundles()).hasSize(1);
                assertThat(AssemblyBundle.digest(node.bundle(ORDERS)))
                        .isEqualTo(assemblies.find(ORDERS).orElseThrow().digest());
                assertThat(node.files().stream().filter(file -> file.endsWith("assembly.jar")))
                        .hasSize(1);
                assertThat(http.units())
                        .isEqualTo(
                                switch (state) {
                                    case STARTED -> Map.of(UNIT + unit, "started");
                                    case STOPPED -> Map.of(UNIT + unit, "stopped");
                                    default -> Map.of();
                                });
                assemblies.undeploy(ORDERS);
                assertThat(node.files()).isEmpty();
            }
            // The same archive can be deployed again.
            assemblies.deploy(ACME, first().stream(), Initial.STARTED, Optional.empty());
            assertThat(http.units()).isEqualTo(Map.of(UNIT + "one", "started"));
        } finally {
            node.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // operation, point of the kill, the running unit after the restart, the unit of the former version
        "switch, deploy two~2, one, ",
        "switch, provide two~2, one, ",
        "switch, consume two~2, one, ",
        "switch, bundle stopped, one, ",
        "switch, bundle updated, one, ",
        "switch, bundle started, one, ",
        "switch, close one, two, one",
        "switch, stop one, two, one",
        "switch, undeploy one, two, one",
        "switch, done, two, one",
        "rollback, deploy one, two, one",
        "rollback, consume one, two, one",
        "rollback, bundle updated, two, one",
        "rollback, close two~2, one, two",
        "rollback, undeploy two~2, one, two",
        "rollback, done, one, two",
        "switch, fault FORCE, one, ",
        "switch, fault DISK, two, one",
        "rollback, fault FORCE, two, one",
        "rollback, fault DISK, one, two",
        "replace, fault OPEN, one, ",
        "replace, fault DISK, two, ",
        "replace, consume two~2, one, ",
        "replace, close one, two, ",
        "replace, done, two, ",
    })
    void afterAKillThereIsTheOldVersionOrTheNewOne(String operation, String death, String unit, String former)
            throws Exception {
        runVictim(operation, death);

        TestNode node = new TestNode(folder.resolve("node"));
        try {
            RecordingComponent http = component(node, operation);
            Assemblies assemblies = node.open();
            AssemblyStatus status = assemblies.find(ORDERS).orElseThrow();
            assertThat(status.state()).isEqualTo(State.STARTED);
            assertThat(http.units()).isEqualTo(Map.of(UNIT + unit, "started"));
            assertThat(node.bundles()).hasSize(1);
            assertThat(AssemblyBundle.digest(node.bundle(ORDERS))).isEqualTo(status.digest());
            assertThat(status.former().isPresent()).isEqualTo(former != null);
            assertThat(node.files().stream().filter(file -> file.endsWith("assembly.jar")))
                    .hasSize(former == null ? 1 : 2);
            if (former != null) {
                assemblies.rollback(ORDERS);
                assertThat(http.units()).containsValue("started").hasSize(1);
                assertThat(http.units().keySet()).first().asString().startsWith(UNIT + former);
                assertThat(assemblies.find(ORDERS).orElseThrow().former()).contains(status.digest());
            }
            assemblies.undeploy(ORDERS);
            assertThat(node.files()).isEmpty();
            assertThat(http.units()).isEmpty();
        } finally {
            node.close();
        }
    }

    @Test
    void anUnfinishedRecordIsNoRecord() throws Exception {
        TestNode node = new TestNode(folder);
        try {
            node.component("http-bc");
            node.open();
            Path records = folder.resolve("assemblies/records");
            Files.writeString(records.resolve(UUID.randomUUID() + ".properties.tmp"), "owner=");
            Files.createDirectories(folder.resolve("assemblies/content/left/units/x"));
            Files.writeString(folder.resolve("assemblies/content/left/units/x/xbean.xml"), "<beans/>");
        } finally {
            node.close();
        }
        node = new TestNode(folder);
        try {
            node.open();
            assertThat(node.files()).isEmpty();
        } finally {
            node.close();
        }
    }
}
