package org.esbmt.administration.internal.component;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;
import org.esbmt.administration.api.ComponentAdministration.LibraryView;
import org.esbmt.administration.api.command.ComponentCommand.InstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.ShutDownComponent;
import org.esbmt.administration.api.command.ComponentCommand.StartComponent;
import org.esbmt.administration.api.command.ComponentCommand.StopComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallLibrary;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.InMemoryComponents;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.management.api.message.ComponentManagementCommand;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComponentManagerTest {
    @TempDir
    Path data;

    private final InMemoryComponents components = new InMemoryComponents();
    private TestBus bus;
    private ComponentManager manager;
    private ComponentQueries queries;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        manager = new ComponentManager(bus.access, bus.services, components, bus.nodeOutcome);
        queries = new ComponentQueries(bus.access, bus.services, components);
        bus.node.has(components);
    }

    private static InputStream installer(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    @Test
    void aComponentLivesThroughItsStates() throws Exception {
        assertThat(manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean")))))
                .isEqualTo(new InstalledView(false, "bean"));
        assertThat(manager.commands()
                        .execute(admin(), new InstallComponent(Content.of(installer("library"))))
                        .library())
                .isTrue();

        assertThat(manager.commands()
                        .execute(admin(), new StopComponent("bean"))
                        .state())
                .isEqualTo("Stopped");
        assertThat(manager.commands()
                        .execute(admin(), new StartComponent("bean"))
                        .state())
                .isEqualTo("Started");
        assertThat(manager.commands()
                        .execute(admin(), new ShutDownComponent("bean"))
                        .state())
                .isEqualTo("Shutdown");
        assertThat(queries.components(admin()))
                .extracting(ComponentView::name, ComponentView::trusted)
                .containsExactly(tuple("bean", true));
        assertThat(queries.libraries(admin())).extracting(LibraryView::name).containsExactly("library");

        manager.commands().execute(admin(), new UninstallComponent("bean"));
        manager.commands().execute(admin(), new UninstallLibrary("library"));

        assertThat(queries.components(admin())).isEmpty();
        assertThat(queries.libraries(admin())).isEmpty();
    }

    @Test
    void aStartedComponentIsShutDownInOneOperationOfTheDeployer() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));

        manager.commands().execute(admin(), new ShutDownComponent("bean"));

        assertThat(components.diary).containsExactly("install", "shutDown");
    }

    @Test
    void aRefusedChangeIsNotDecided() throws Exception {
        components.own("http-bc");
        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new StartComponent("nothing")));
        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new UninstallComponent("nothing")));
        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new UninstallLibrary("nothing")));
        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new UninstallComponent("http-bc")));
        refused(Reason.INVALID, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("bad")))));
        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("http-bc")))));

        assertThat(bus.node.published()).isEmpty();
        assertThat(bus.parts.listComponents(new Slice(0, 10)).entries()).isEmpty();
    }

    @Test
    void theDesiredStateIsStoredAndSentToTheNodes() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));
        assertThat(wanted()).containsExactly(ComponentState.STARTED);
        ComponentView stopped = manager.commands().execute(admin(), new StopComponent("bean"));

        assertThat(wanted()).containsExactly(ComponentState.STOPPED);
        assertThat(stopped.desired()).contains("Stopped");
        assertThat(stopped.revision()).hasValue(2);
        assertThat(bus.node.published().values())
                .flatExtracting(NewChange::operations)
                .extracting(operation -> ((ComponentManagementCommand) operation.command()).action())
                .containsExactlyInAnyOrder(
                        ComponentManagementCommand.Action.INSTALL, ComponentManagementCommand.Action.STOP);
        assertThat(bus.node.published().values())
                .flatExtracting(NewChange::operations)
                .extracting(operation -> (ComponentManagementCommand) operation.command())
                .filteredOn(command -> command.action() == ComponentManagementCommand.Action.STOP)
                .extracting(ComponentManagementCommand::installer)
                .containsExactly(Optional.of(Sha256.of("bean".getBytes(UTF_8))));
        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 100))
                .extracting(AuditEntry::content)
                .extracting(NewAuditEntry::action)
                .contains("install", "stopComponent");
    }

    @Test
    void aFailedInstallationIsTakenBack() throws Exception {
        refused(Reason.INVALID, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("broken")))));

        assertThat(wanted()).containsExactly(ComponentState.ABSENT);
        assertThat(bus.node.published()).hasSize(2);
        refused(Reason.INVALID, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("broken")))));
    }

    @Test
    void aRepetitionOnAnotherNodeReportsTheCompensation() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("stubborn"))));
        Administrator asking = admin().asking(UUID.randomUUID());
        refused(Reason.INVALID, () -> manager.commands().execute(asking, new StopComponent("stubborn")));

        bus.node.askAnother();

        refused(Reason.INVALID, () -> manager.commands().execute(asking, new StopComponent("stubborn")));
        assertThat(wanted()).containsExactly(ComponentState.STARTED);
    }

    @Test
    void aStateThatThisNodeCannotReachIsTakenBack() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("stubborn"))));

        refused(Reason.INVALID, () -> manager.commands().execute(admin(), new StopComponent("stubborn")));

        assertThat(wanted()).containsExactly(ComponentState.STARTED);
    }

    @Test
    void aComponentInUseOnThisNodeIsDesiredAgain() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("used"))));

        refused(Reason.CONFLICT, () -> manager.commands().execute(admin(), new UninstallComponent("used")));

        assertThat(wanted()).containsExactly(ComponentState.STARTED);
        assertThat(queries.components(admin())).extracting(ComponentView::state).containsExactly("Started");
    }

    @Test
    void theBussOwnComponentIsStoppedOnAllNodesAndNeverInstalled() throws Exception {
        components.own("http-bc");

        ComponentView stopped = manager.commands().execute(admin(), new StopComponent("http-bc"));

        assertThat(stopped.state()).isEqualTo("Stopped");
        assertThat(stopped.desired()).contains("Stopped");
        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new UninstallComponent("http-bc")));
    }

    @Test
    void aNodesOwnComponentBecomesTheClustersByItsInstaller() throws Exception {
        components.install(installer("bean"));
        refused(Reason.CONFLICT, () -> manager.commands().execute(admin(), new StopComponent("bean")));
        refused(Reason.CONFLICT, () -> manager.commands().execute(admin(), new UninstallComponent("bean")));

        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));

        assertThat(manager.commands()
                        .execute(admin(), new StopComponent("bean"))
                        .state())
                .isEqualTo("Stopped");
    }

    @Test
    void anInstallerIsInstalledOnce() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));
        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("bean")))));
        manager.commands().execute(admin(), new UninstallComponent("bean"));
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));

        assertThat(wanted()).containsExactly(ComponentState.STARTED);
    }

    @Test
    void anotherInstallerOfANameIsRefusedWhileTheClusterOrTheNodeHasTheFirst() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean/1"))));
        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("bean/2")))));
        manager.commands().execute(admin(), new UninstallComponent("bean"));
        components.install(installer("bean/3"));

        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("bean/2")))));
        refused(Reason.CONFLICT, () -> manager.commands().execute(admin(), new UninstallComponent("bean")));
        components.uninstall("bean");
        components.install(installer("bean/1"));
        components.fromFolder.add("bean");
        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("bean/2")))));
        refused(Reason.CONFLICT, () -> manager.commands().execute(admin(), new UninstallComponent("bean")));
    }

    @Test
    void anotherInstallerOfANameIsRefusedOnANodeWithoutTheFirst() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean/1"))));
        components.uninstall("bean");

        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(admin(), new InstallComponent(Content.of(installer("bean/2")))));
    }

    @Test
    void aNewInstallerReplacesALeftover() throws Exception {
        stillHas("bean/1");

        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean/2"))));

        assertThat(wanted()).containsExactlyInAnyOrder(ComponentState.ABSENT, ComponentState.STARTED);
        assertThat(components.components().get(0).digest())
                .contains(Sha256.of("bean/2".getBytes(UTF_8)).hex());
    }

    @Test
    void aLeftoverCanBeUninstalled() throws Exception {
        stillHas("bean/1");
        stillHas("library");

        manager.commands().execute(admin(), new UninstallComponent("bean"));
        manager.commands().execute(admin(), new UninstallLibrary("library"));

        assertThat(components.components()).isEmpty();
        assertThat(components.libraries()).isEmpty();
        assertThat(wanted()).containsOnly(ComponentState.ABSENT);
    }

    @Test
    void aLeftoverInUseIsNotInstalledOnTheOtherNodes() throws Exception {
        stillHas("used");
        int changes = bus.node.published().size();

        refused(Reason.CONFLICT, () -> manager.commands().execute(admin(), new UninstallComponent("used")));

        assertThat(wanted()).containsExactly(ComponentState.ABSENT);
        assertThat(bus.node.published()).hasSize(changes + 1);
    }

    /** Leaves a component on this node after the other nodes have uninstalled it. */
    private void stillHas(String text) throws Exception {
        InstalledView part = manager.commands().execute(admin(), new InstallComponent(Content.of(installer(text))));
        if (part.library()) {
            manager.commands().execute(admin(), new UninstallLibrary(part.name()));
        } else {
            components.freed = true;
            manager.commands().execute(admin(), new UninstallComponent(part.name()));
            components.freed = false;
        }
        components.install(installer(text));
    }

    @Test
    void aRepeatedRequestHasTheFirstOutcome() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());

        assertThat(manager.commands().execute(asking, new InstallComponent(Content.of(installer("bean")))))
                .isEqualTo(manager.commands().execute(asking, new InstallComponent(Content.of(installer("bean")))));

        assertThat(bus.node.published()).hasSize(1);
        refused(Reason.CONFLICT, () -> manager.commands()
                .execute(asking, new InstallComponent(Content.of(installer("other")))));
    }

    @Test
    void anOldRevisionChangesNothing() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));

        refused(Reason.STALE, () -> manager.commands().execute(admin().expecting(7), new StopComponent("bean")));
        manager.commands().execute(admin().expecting(1), new StopComponent("bean"));

        assertThat(wanted()).containsExactly(ComponentState.STOPPED);
    }

    @Test
    void withoutTheTransportNothingIsChangedAndThisNodesComponentsAreListed() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));
        bus.node.goAway();

        refused(Reason.UNAVAILABLE, () -> manager.commands().execute(admin(), new StopComponent("bean")));

        assertThat(wanted()).containsExactly(ComponentState.STARTED);
        assertThat(queries.components(admin())).extracting(ComponentView::state).containsExactly("Started");
    }

    @Test
    void theStateOnEachNodeIsListed() throws Exception {
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("library"))));
        InstanceId node = InstanceId.random();
        bus.clusters.register(new ClusterId(bus.node.cluster()), node, new HostName("other"));
        for (JbiComponent part : bus.parts.listComponents(new Slice(0, 10)).entries()) {
            bus.parts.observe(node, part.id(), ComponentState.SHUTDOWN, Optional.empty());
        }

        assertThat(queries.components(admin()).get(0).nodes()).containsOnly(entry(node.value(), "Shutdown"));
        assertThat(queries.libraries(admin()).get(0).nodes()).containsOnly(entry(node.value(), "Installed"));
        assertThat(queries.libraries(admin()).get(0).desired()).contains("Installed");
    }

    private List<ComponentState> wanted() {
        return bus.parts.desired(new ClusterId(bus.node.cluster())).stream()
                .map(one -> one.value().state())
                .toList();
    }

    @Test
    void onlyASystemAdministratorInstalls() throws Exception {
        bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("acme's long password")));
        manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));
        components.diary.clear();
        Administrator boss = new Administrator("boss", "test");

        refused(Reason.FORBIDDEN, () -> manager.commands()
                .execute(boss, new InstallComponent(Content.of(installer("evil")))));
        refused(Reason.FORBIDDEN, () -> manager.commands().execute(boss, new StopComponent("bean")));
        refused(Reason.FORBIDDEN, () -> manager.commands().execute(boss, new StartComponent("bean")));
        refused(Reason.FORBIDDEN, () -> manager.commands().execute(boss, new ShutDownComponent("bean")));
        refused(Reason.FORBIDDEN, () -> manager.commands().execute(boss, new UninstallComponent("bean")));
        refused(Reason.FORBIDDEN, () -> manager.commands().execute(boss, new UninstallLibrary("library")));
        refused(Reason.FORBIDDEN, () -> queries.components(boss));
        refused(Reason.FORBIDDEN, () -> queries.libraries(boss));
        assertThat(components.diary).isEmpty();
    }

    @Test
    void theAuditLogNamesTheComponentOfAnInstaller() throws Exception {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            manager.commands().execute(admin(), new InstallComponent(Content.of(installer("bean"))));
            refused(Reason.INVALID, () -> manager.commands()
                    .execute(admin(), new InstallComponent(Content.of(installer("bad")))));
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
}
