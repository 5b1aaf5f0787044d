package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.password;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;
import org.esbmt.administration.api.ComponentAdministration.LibraryView;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComponentManagerTest {
    @TempDir
    Path data;

    private final Components components = new Components();
    private TestBus bus;
    private ComponentManager manager;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        manager = new ComponentManager(bus.access, components);
    }

    private static InputStream installer(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    @Test
    void aComponentLivesThroughItsStates() throws Exception {
        assertThat(manager.install(admin(), installer("bean"))).isEqualTo(new InstalledView(false, "bean"));
        assertThat(manager.install(admin(), installer("library")).library()).isTrue();

        assertThat(manager.stop(admin(), "bean").state()).isEqualTo("Stopped");
        assertThat(manager.start(admin(), "bean").state()).isEqualTo("Started");
        assertThat(manager.shutDown(admin(), "bean").state()).isEqualTo("Shutdown");
        assertThat(manager.components(admin()))
                .extracting(ComponentView::name, ComponentView::trusted)
                .containsExactly(tuple("bean", true));
        assertThat(manager.libraries(admin())).extracting(LibraryView::name).containsExactly("library");

        manager.uninstall(admin(), "bean");
        manager.uninstallLibrary(admin(), "library");

        assertThat(manager.components(admin())).isEmpty();
        assertThat(manager.libraries(admin())).isEmpty();
    }

    @Test
    void aStartedComponentIsShutDownInOneOperationOfTheDeployer() throws Exception {
        manager.install(admin(), installer("bean"));

        manager.shutDown(admin(), "bean");

        assertThat(components.diary).containsExactly("install", "shutDown");
    }

    @Test
    void theDeployersReasonsAreTheAdministrators() {
        refused(Reason.NOT_FOUND, () -> manager.start(admin(), "nothing"));
        refused(Reason.CONFLICT, () -> manager.uninstall(admin(), "used"));
        refused(Reason.INVALID, () -> manager.install(admin(), installer("bad")));
    }

    @Test
    void whoIsNoSystemAdministratorInstallsNothing() throws Exception {
        bus.tenants.createTenant(admin(), "acme", "Acme", "boss", password("acme's long password"));
        manager.install(admin(), installer("bean"));
        components.diary.clear();
        Administrator boss = new Administrator("boss", "test");

        refused(Reason.FORBIDDEN, () -> manager.install(boss, installer("evil")));
        refused(Reason.FORBIDDEN, () -> manager.stop(boss, "bean"));
        refused(Reason.FORBIDDEN, () -> manager.start(boss, "bean"));
        refused(Reason.FORBIDDEN, () -> manager.shutDown(boss, "bean"));
        refused(Reason.FORBIDDEN, () -> manager.uninstall(boss, "bean"));
        refused(Reason.FORBIDDEN, () -> manager.uninstallLibrary(boss, "library"));
        refused(Reason.FORBIDDEN, () -> manager.components(boss));
        refused(Reason.FORBIDDEN, () -> manager.libraries(boss));
        assertThat(components.diary).isEmpty();
    }

    @Test
    void theAuditLogNamesWhatAnInstallerWas() throws Exception {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            manager.install(admin(), installer("bean"));
            refused(Reason.INVALID, () -> manager.install(admin(), installer("bad")));
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(UTF_8))
                .contains(" by " + admin() + " on component bean: done.")
                .contains(" by " + admin() + " on an installer: INVALID");
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }

    /** Parts are named by the text that they are installed from. */
    private static final class Components implements ComponentDeployer {
        final List<String> diary = new ArrayList<>();
        private final Map<String, String> states = new TreeMap<>();
        private final List<String> libraries = new ArrayList<>();

        @Override
        public InstalledPart install(InputStream archive) throws DeploymentException {
            diary.add("install");
            String name;
            try {
                name = new String(archive.readAllBytes(), UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (name.equals("bad")) {
                throw new DeploymentException(DeploymentException.Reason.INVALID_ARCHIVE, "not a zip");
            }
            if (name.equals("library")) {
                libraries.add(name);
                return new InstalledPart(true, name);
            }
            states.put(name, "Started");
            return new InstalledPart(false, name);
        }

        private DeployedComponent change(String step, String component, String state) throws DeploymentException {
            diary.add(step);
            if (states.replace(component, state) == null) {
                throw new DeploymentException(DeploymentException.Reason.NO_SUCH_COMPONENT, "there is none");
            }
            return view(component);
        }

        private DeployedComponent view(String name) {
            return new DeployedComponent(
                    name, "service-engine", "", states.get(name), true, List.of(), Optional.empty());
        }

        @Override
        public DeployedComponent start(String component) throws DeploymentException {
            return change("start", component, "Started");
        }

        @Override
        public DeployedComponent stop(String component) throws DeploymentException {
            return change("stop", component, "Stopped");
        }

        @Override
        public DeployedComponent shutDown(String component) throws DeploymentException {
            return change("shutDown", component, "Shutdown");
        }

        @Override
        public void uninstall(String component) throws DeploymentException {
            diary.add("uninstall");
            if (component.equals("used")) {
                throw new DeploymentException(DeploymentException.Reason.IN_USE, "units are deployed to it");
            }
            states.remove(component);
        }

        @Override
        public void uninstallLibrary(String library) {
            diary.add("uninstallLibrary");
            libraries.remove(library);
        }

        @Override
        public List<DeployedComponent> components() {
            return states.keySet().stream().map(this::view).toList();
        }

        @Override
        public List<SharedLibrary> libraries() {
            return libraries.stream()
                    .map(name -> new SharedLibrary(name, "1", "", List.of()))
                    .toList();
        }
    }
}
