package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.component;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.diary;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.library;
import static org.esbmt.jbi.deployer.internal.installer.TestInstallers.stream;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.management.api.ComponentDeployer.CheckedInstaller;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.InstalledPart;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installers of JSR-208 on a node: a part is installed or not, never in between. */
class InstallersTest {
    private static final Owner ACME = Owner.of(TenantId.of("5f0c2b8e-3a64-4c7c-9a55-0d6a3c1f2b11"));

    @TempDir
    Path folder;

    private TestNode node;

    @BeforeEach
    void start() throws Exception {
        System.clearProperty(TestInstallers.FAIL);
        diary();
        node = new TestNode(folder);
        node.open();
    }

    @AfterEach
    void stop() throws Exception {
        System.clearProperty(TestInstallers.FAIL);
        node.close();
    }

    private void restart() throws Exception {
        node.close();
        node = new TestNode(folder);
        diary();
        node.open();
    }

    private InstalledPart install(byte[] archive) throws DeploymentException {
        return node.installers().install(stream(archive));
    }

    private void installBoth() throws DeploymentException {
        install(library("hello"));
        install(component("greeter"));
        diary();
    }

    private static void refused(Reason reason, String text, ThrowableAssert.ThrowingCallable operation) {
        DeploymentException e = catchThrowableOfType(DeploymentException.class, operation);
        assertThat(e).isNotNull();
        assertThat(e.reason()).isEqualTo(reason);
        assertThat(e).hasMessageContaining(text);
    }

    private static Archives orders() {
        return Archives.assembly("orders").unit("in", "greeter", "<beans/>");
    }

    @Test
    void aComponentRunsWithItsLibraryAndSeesNothingOfTheBus() throws Exception {
        byte[] library = library("hello");
        byte[] component = component("greeter");
        assertThat(install(library)).isEqualTo(new InstalledPart(true, "greetings"));
        assertThat(install(component)).isEqualTo(new InstalledPart(false, "greeter"));

        assertThat(diary()).containsExactly("bootstrap init install", "onInstall", "init: hello", "start", "cleanUp");
        assertThat(node.installers().components())
                .containsExactly(new DeployedComponent(
                        "greeter",
                        "service-engine",
                        "the component greeter",
                        "Started",
                        true,
                        List.of("greetings"),
                        Optional.empty(),
                        Optional.of(digest(component)),
                        false,
                        Optional.of("Started")));
        assertThat(node.installers().libraries())
                .containsExactly(
                        new SharedLibrary("greetings", "1.0", "greets", List.of("greeter"), digest(library), false));
    }

    @Test
    void aCheckReportsThePartOfAnInstallerAndChangesNothing() throws Exception {
        byte[] library = library("hello");
        byte[] component = component("greeter");
        refused(Reason.UNKNOWN_LIBRARY, "greetings", () -> check(component));
        CheckedInstaller checkedLibrary = check(library);
        install(library);
        CheckedInstaller checked = check(component);

        assertThat(checkedLibrary.type()).isEmpty();
        assertThat(checkedLibrary.name()).isEqualTo("greetings");
        assertThat(checked.name()).isEqualTo("greeter");
        assertThat(checked.type()).contains("service-engine");
        assertThat(checked.libraries()).containsExactly("greetings");
        assertThat(checked.archive()).isEqualTo(component);
        assertThat(diary()).isEmpty();
        assertThat(node.installers().components()).isEmpty();
        refused(Reason.INVALID_ARCHIVE, "zip", () -> check(new byte[] {1, 2, 3}));
    }

    @Test
    void aCheckRefusesNamesOfTheBusAndLeavesInstalledPartsToTheCaller() throws Exception {
        byte[] library = library("hello");
        install(library);
        byte[] component = component("greeter");
        install(component);
        node.component("http-bc");

        assertThat(check(component).name()).isEqualTo("greeter");
        assertThat(check(library).name()).isEqualTo("greetings");
        assertThat(check(library("good day")).name()).isEqualTo("greetings");
        refused(Reason.ALREADY_DEPLOYED, "the bus's own", () -> check(component("http-bc")));
    }

    private CheckedInstaller check(byte[] archive) throws DeploymentException {
        return node.installers().check(stream(archive));
    }

    private static String digest(byte[] archive) {
        return Sha256.of(archive).hex();
    }

    @Test
    void theBusesOwnComponentsAreNotTrustedParts() throws Exception {
        node.component("http-bc");
        assertThat(node.installers().components())
                .extracting(DeployedComponent::trusted)
                .containsExactly(false);
        refused(Reason.NO_SUCH_COMPONENT, "the bus's own", () -> node.installers()
                .uninstall("http-bc"));
    }

    @Test
    void selfFirstTakesTheComponentsOwnClassesParentFirstTheLibrarys() throws Exception {
        install(library("of the library"));
        Map<String, String> own = Map.of("lib.Greeting", TestInstallers.greeting("its own"));
        install(component("one", "parent-first", own));
        assertThat(diary()).contains("init: of the library");
        install(component("two", "self-first", own));
        assertThat(diary()).contains("init: its own");
    }

    @Test
    void withoutItsLibraryAComponentIsNotInstalled() {
        refused(Reason.UNKNOWN_LIBRARY, "shared library greetings", () -> install(component("greeter")));
        assertThat(node.installers().components()).isEmpty();
        assertThat(diary()).isEmpty();
    }

    @Test
    void aLibraryInUseStays() throws Exception {
        installBoth();
        refused(Reason.IN_USE, "used by greeter", () -> node.installers().uninstallLibrary("greetings"));
        node.installers().uninstall("greeter");
        node.installers().uninstallLibrary("greetings");
        assertThat(node.installers().libraries()).isEmpty();
        assertThat(node.files()).isEmpty();
    }

    @Test
    void aComponentWithUnitsStays() throws Exception {
        installBoth();
        node.assemblies().deploy(Owner.PLAIN, orders().stream(), Initial.STARTED, Optional.empty());
        diary();
        refused(Reason.IN_USE, "of orders", () -> node.installers().uninstall("greeter"));
        assertThat(diary()).as("the unit did not notice").isEmpty();
        node.assemblies().undeploy(new AssemblyKey(Owner.PLAIN, "orders"));
        diary();
        node.installers().uninstall("greeter");
        assertThat(diary()).containsExactly("stop", "shutDown", "bootstrap init uninstall", "onUninstall", "cleanUp");
        assertThat(node.installers().components()).isEmpty();
    }

    @Test
    void aComponentStaysWhileUnitsAreOnTheirWayToIt() throws Exception {
        installBoth();
        node.component("http-bc").before(step -> {
            if (step.equals("deploy out")) {
                refused(Reason.IN_USE, "of orders", () -> node.installers().uninstall("greeter"));
            }
        });
        Archives both = orders().unit("out", "http-bc", "<beans/>");

        node.assemblies().deploy(Owner.PLAIN, both.stream(), Initial.STARTED, Optional.empty());

        assertThat(node.assemblies().all()).extracting(s -> s.state().name()).containsExactly("STARTED");
        node.assemblies().undeploy(new AssemblyKey(Owner.PLAIN, "orders"));
        node.installers().uninstall("greeter");
    }

    @Test
    void aNameIsTakenOnce() throws Exception {
        installBoth();
        refused(Reason.ALREADY_DEPLOYED, "component greeter", () -> install(component("greeter")));
        refused(Reason.ALREADY_DEPLOYED, "library greetings", () -> install(library("another")));
        node.component("http-bc");
        refused(Reason.ALREADY_DEPLOYED, "component http-bc", () -> install(component("http-bc")));
    }

    @Test
    void aFailedInstallationLeavesNothing() throws Exception {
        install(library("hello"));
        List<String> before = node.files();
        for (String step : List.of("bootstrap init install", "onInstall", "init: hello", "start")) {
            System.setProperty(TestInstallers.FAIL, step);
            refused(Reason.COMPONENT_FAILED, step + " fails", () -> install(component("greeter")));
            assertThat(node.installers().components()).as(step).isEmpty();
            assertThat(node.files()).as(step).isEqualTo(before);
        }
        System.clearProperty(TestInstallers.FAIL);
        install(component("greeter"));
    }

    @Test
    void aBootstrapThatRefusesToUninstallKeepsTheComponentRunning() throws Exception {
        installBoth();
        System.setProperty(TestInstallers.FAIL, "onUninstall");
        refused(Reason.COMPONENT_FAILED, "onUninstall fails", () -> node.installers()
                .uninstall("greeter"));
        assertThat(node.installers().components())
                .extracting(DeployedComponent::state)
                .containsExactly("Started");
    }

    @Test
    void everythingIsBackAfterARestartBeforeAssembliesStart() throws Exception {
        installBoth();
        install(component("other"));
        node.installers().stop("other");
        node.assemblies().deploy(Owner.PLAIN, orders().stream(), Initial.STARTED, Optional.empty());

        restart();

        assertThat(diary()).containsSubsequence("init: hello", "start", "deploy in");
        assertThat(node.installers().components())
                .extracting(DeployedComponent::name, DeployedComponent::state)
                .containsExactly(tuple("greeter", "Started"), tuple("other", "Stopped"));
        assertThat(node.assemblies().all()).extracting(s -> s.state().name()).containsExactly("STARTED");
    }

    @Test
    void aComponentThatFailsAtTheStartCanBeStartedLater() throws Exception {
        installBoth();
        node.close();
        System.setProperty(TestInstallers.FAIL, "start");
        node = new TestNode(folder);
        node.open();
        assertThat(node.installers().components()).singleElement().satisfies(part -> {
            assertThat(part.state()).isEqualTo("Shutdown");
            assertThat(part.desired()).contains("Started");
            assertThat(part.failure()).hasValueSatisfying(why -> assertThat(why).contains("start fails"));
        });
    }

    @Test
    void aComponentThatFailedAtTheStartStaysShutDown() throws Exception {
        installBoth();
        node.close();
        System.setProperty(TestInstallers.FAIL, "start");
        node = new TestNode(folder);
        node.open();
        assertThat(node.installers().shutDown("greeter").desired()).contains("Shutdown");
        System.clearProperty(TestInstallers.FAIL);

        restart();

        assertThat(node.installers().components()).singleElement().satisfies(part -> {
            assertThat(part.state()).isEqualTo("Shutdown");
            assertThat(part.desired()).contains("Shutdown");
        });
        assertThat(diary()).isEmpty();
    }

    @Test
    void archivesOtherThanInstallersAreRefused() {
        refused(Reason.INVALID_ARCHIVE, "this is a service assembly", () -> install(orders().bytes()));
        refused(Reason.INVALID_ARCHIVE, "not a zip file", () -> install(Archives.text("no zip")));
        refused(
                Reason.INVALID_ARCHIVE,
                "has no META-INF/jbi.xml",
                () -> install(Archives.zip(Map.of("x", new byte[1]))));
        byte[] damaged = library("hello");
        damaged[60] ^= 1;
        refused(Reason.INVALID_ARCHIVE, "", () -> install(damaged));
        byte[] cut = Arrays.copyOf(library("hello"), 500);
        refused(Reason.INVALID_ARCHIVE, "", () -> install(cut));
    }

    @Test
    void aDescriptorIsReadStrictly() {
        String library = """
                <shared-library %s><identification><name>%s</name></identification>
                <shared-library-class-path><path-element>%s</path-element></shared-library-class-path>
                </shared-library>""";
        for (String[] wrong : new String[][] {
            {library.formatted("", "greetings", "lib/missing.jar"), "has no lib/missing.jar"},
            {library.formatted("", "greetings", "../a.jar"), "has no ../a.jar"},
            {library.formatted("", "../greetings", "a.jar"), "is not a name"},
            {library.formatted("", "-greetings", "a.jar"), "is not a name"},
            {library.formatted("class-loader-delegation='never'", "greetings", "a.jar"), "parent-first or self-first"},
            {"<component type='other'/>", "binding-component or service-engine"},
            {"<component type='service-engine'/>", "needs an identification"},
        }) {
            refused(
                    Reason.INVALID_ARCHIVE,
                    wrong[1],
                    () -> install(Archives.zip(TestInstallers.entries(wrong[0], "a.jar", new byte[1]))));
        }
    }

    @Test
    void aTenantCannotBringOne() throws Exception {
        assertThatThrownBy(() ->
                        node.assemblies().deploy(ACME, stream(library("hello")), Initial.STARTED, Optional.empty()))
                .hasMessageContaining("not a service assembly");
        assertThat(node.installers().libraries()).isEmpty();
    }
}
