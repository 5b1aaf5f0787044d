package org.esbmt.administration.internal.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.batch;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;
import static org.esbmt.administration.internal.harness.TestBus.quotas;
import static org.esbmt.administration.internal.harness.TestBus.scope;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.harness.CrashingRegistry;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchManagerTest {
    private static final String SECRET = "acme's long password";
    private static final ServiceId ORDERS = new ServiceId(new QName("urn:acme", "Orders"), "1");
    private static final byte[] WSDL = "<d:definitions xmlns:d='http://schemas.xmlsoap.org/wsdl/'/>".getBytes(UTF_8);
    private static final byte[] POLICY = "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>".getBytes(UTF_8);

    @TempDir
    Path data;

    private TestBus bus;
    private BatchManager batches;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        batches = bus.batches;
    }

    @Test
    void aBatchProvisionsATenantInOneChange() throws Exception {
        BatchReport report = batches.submit(admin(), provisioning("acme"));

        TenantId acme = report.steps().get(0).tenant().orElseThrow();
        assertThat(bus.tenantQueries.findTenant(admin(), "acme").orElseThrow().id())
                .isEqualTo(acme);
        assertThat(bus.userQueries.findUser(boss(), acme, "alice")).isPresent();
        assertThat(bus.quotas
                        .findQuota(QuotaKey.of(acme, Resource.ENDPOINTS))
                        .orElseThrow()
                        .value()
                        .limit()
                        .hard())
                .isEqualTo(7);
        assertThat(report.steps())
                .extracting(Object::toString)
                .containsExactly(
                        "1. createTenant on tenant acme",
                        "2. addUser on user alice of tenant " + acme,
                        "3. changeQuota on quota of ENDPOINTS of tenant " + acme,
                        "4. deployAssembly on assembly orders of tenant " + acme);
        assertThat(report.forNodes()).isEqualTo(1);
        assertThat(bus.node.published().keySet()).containsExactly(report.operation());
        bus.node.awaitAll();
        assertThat(bus.deployer.find(acme, "orders")).isPresent();
        assertThat(bus.audit.read(acme, 1, 100))
                .extracting(e -> e.content().action())
                .containsExactly("addUser", "changeQuota", "deployAssembly");
    }

    @Test
    void theAuditHasTheFirstQuotasOfATenant() throws Exception {
        batches.submit(
                admin(),
                batch(new CreateTenant(
                        Optional.empty(),
                        "acme",
                        "acme",
                        "boss",
                        password(SECRET),
                        quotas(Map.of("USERS", 3L, "ENDPOINTS", 7L)))));
        bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)));

        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 100))
                .filteredOn(e -> e.content().action().equals("createTenant"))
                .extracting(e -> e.content().after().orElseThrow())
                .satisfiesExactly(
                        quotas -> assertThat(quotas).isEqualTo("{ENDPOINTS=7, USERS=3}"),
                        quotas -> assertThat(quotas).contains("USERS=10"));
    }

    @Test
    void theRunMatchesTheDryRunWhichLeavesNothing() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());

        BatchReport plan = batches.dryRun(asking, provisioning("acme"));

        assertThat(bus.tenantQueries
                        .listTenants(admin(), TenantFilter.ALL, PageRequest.first(1))
                        .total())
                .isZero();
        assertThat(bus.node.published()).isEmpty();
        assertThat(batches.submit(asking, provisioning("acme"))).isEqualTo(plan);
        assertThat(batches.submit(asking, provisioning("acme"))).isEqualTo(plan);
        assertThat(bus.node.published()).hasSize(1);
    }

    @Test
    void aRepeatedBatchWithAnotherPasswordIsRefused() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        BatchReport first = batches.submit(asking, provisioning("acme"));
        TenantRef.CreatedBefore made = new TenantRef.CreatedBefore("acme");
        String another = "another long password";
        CreateTenant otherBoss = new CreateTenant(
                Optional.of(new TenantRef.CreatedBefore("acme")), "acme", "acme", "boss", password(another), Map.of());
        AddUser otherAlice = new AddUser(made, "alice", password(another), Set.of(Role.TENANT_USER));
        List<Batch.Step> rest = provisioning("acme").steps();

        refused(Reason.CONFLICT, () -> batches.submit(asking, batch(otherBoss, rest.get(1), rest.get(2), rest.get(3))))
                .hasMessageStartingWith("step 1: ");
        refused(Reason.CONFLICT, () -> batches.submit(asking, batch(rest.get(0), otherAlice, rest.get(2), rest.get(3))))
                .hasMessageStartingWith("step 2: ");
        assertThat(batches.submit(asking, provisioning("acme"))).isEqualTo(first);
    }

    @Test
    void aBatchWhoseLastStepFailsLeavesNothing() throws Exception {
        List<Object> steps = new ArrayList<>(provisioning("acme").steps());
        steps.add(new DeployAssembly(
                new TenantRef.CreatedBefore("acme"), Optional.empty(), Content.of("orders".getBytes(UTF_8))));

        refused(Reason.CONFLICT, () -> batches.submit(admin(), batch(steps))).hasMessageStartingWith("step 5: ");
        refused(Reason.CONFLICT, () -> batches.dryRun(admin(), batch(steps))).hasMessageStartingWith("step 5: ");
        assertThat(bus.registry.findTenant(new TenantName("acme"))).isEmpty();
        assertThat(bus.node.published()).isEmpty();
    }

    @Test
    void aForbiddenStepIsRefusedBeforeTheFirstStepIsDone() throws Exception {
        TenantId acme = batches.submit(admin(), provisioning("acme"))
                .steps()
                .get(0)
                .tenant()
                .orElseThrow();
        TenantId globex = batches.submit(admin(), provisioning("globex"))
                .steps()
                .get(0)
                .tenant()
                .orElseThrow();
        Administrator boss = new Administrator("acme/boss", "test");

        batches.submit(
                boss, batch(new AddUser(new TenantRef.Known(acme), "bob", password(SECRET), Set.of(Role.TENANT_USER))));
        refused(
                        Reason.FORBIDDEN,
                        () -> batches.submit(
                                boss,
                                batch(
                                        new AddUser(
                                                new TenantRef.Known(acme),
                                                "carol",
                                                password(SECRET),
                                                Set.of(Role.TENANT_USER)),
                                        new AddUser(
                                                new TenantRef.Known(globex),
                                                "spy",
                                                password(SECRET),
                                                Set.of(Role.TENANT_USER)))))
                .hasMessageStartingWith("step 2: ");
        refused(
                Reason.FORBIDDEN,
                () -> batches.submit(
                        boss, batch(new SetQuota(new TenantRef.Known(acme), scope("USERS"), Limit.of(1_000)))));
        refused(Reason.FORBIDDEN, () -> batches.submit(boss, provisioning("initech")));
        assertThat(bus.userQueries.findUser(boss(), acme, "carol")).isEmpty();
    }

    /**
     * The creator sets the administrator's password in the same batch, so no secret of the tenant needs protection yet. Every
     * other tenant's data does.
     */
    @Test
    void theInstallationChangesATenantsDataOnlyInTheBatchThatCreatesTheTenant() throws Exception {
        TenantId acme = batches.submit(admin(), provisioning("acme"))
                .steps()
                .get(0)
                .tenant()
                .orElseThrow();

        for (BatchableCommand<?> later : List.of(
                new AddUser(new TenantRef.Known(acme), "carol", password(SECRET), Set.of(Role.TENANT_USER)),
                new DeployAssembly(new TenantRef.Known(acme), Optional.empty(), Content.of("more".getBytes(UTF_8))),
                new UndeployAssembly(new TenantRef.Known(acme), "orders"))) {
            refused(Reason.FORBIDDEN, () -> batches.submit(admin(), batch(create("globex"), later)))
                    .hasMessageStartingWith("step 2: ");
            refused(Reason.FORBIDDEN, () -> batches.dryRun(admin(), batch(later)))
                    .hasMessageStartingWith("step 1: ");
        }
        refused(Reason.FORBIDDEN, () -> batches.submit(bus.sre(), provisioning("initech")))
                .hasMessageStartingWith("step 1: ");
        assertThat(bus.registry.findTenant(new TenantName("globex"))).isEmpty();
        assertThat(bus.userQueries.findUser(boss(), acme, "carol")).isEmpty();
    }

    @Test
    void aRefusalNamesTheNumberOfItsStep() {
        refused(
                        Reason.INVALID,
                        () -> batches.submit(
                                admin(),
                                batch(
                                        create("acme"),
                                        new SetQuota(
                                                new TenantRef.CreatedBefore("acme"), scope("WEIGHT"), Limit.of(3)))))
                .hasMessageStartingWith("step 2: ")
                .hasMessageContaining("WEIGHT");
        refused(
                        Reason.NOT_FOUND,
                        () -> batches.submit(
                                admin(),
                                batch(new SetQuota(
                                        new TenantRef.Known(new TenantId(new UUID(1, 2))),
                                        scope("USERS"),
                                        Limit.of(3)))))
                .hasMessageStartingWith("step 1: ");
    }

    @Test
    void aBatchGrantsNoUnenforcedQuota() {
        Batch later = batch(
                create("acme"), new SetQuota(new TenantRef.CreatedBefore("acme"), scope("MESSAGES"), Limit.of(3)));
        Batch atOnce = batch(new CreateTenant(
                Optional.empty(), "acme", "acme", "boss", password(SECRET), quotas(Map.of("IN_FLIGHT", 3L))));

        for (Batch batch : List.of(later, atOnce)) {
            refused(Reason.INVALID, () -> batches.submit(admin(), batch)).hasMessageContaining("does not enforce");
            refused(Reason.INVALID, () -> batches.dryRun(admin(), batch)).hasMessageContaining("does not enforce");
        }
    }

    // --- contents of a batch

    @Test
    void laterStepsNameUsersThatEarlierStepsAdd() throws Exception {
        TenantRef.CreatedBefore made = new TenantRef.CreatedBefore("acme");
        Batch batch = batch(
                create("acme"),
                new AddUser(made, "alice", password(SECRET), Set.of(Role.TENANT_OPERATOR)),
                new SetContingent(made, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of("alice")), 2),
                new DeployAssembly(made, Optional.of(UserRef.of("alice")), Content.of("mine".getBytes(UTF_8))),
                new AssignRole(made, UserRef.of("alice"), Role.TENANT_AUDITOR),
                new DeployAssembly(made, Optional.of(UserRef.of("boss")), Content.of("bosss".getBytes(UTF_8))),
                new LockUser(made, UserRef.of("alice")));
        Administrator asking = admin().asking(UUID.randomUUID());

        BatchReport plan = batches.dryRun(asking, batch);
        BatchReport report = batches.submit(asking, batch);

        assertThat(report).isEqualTo(plan);
        assertThat(batches.submit(asking, batch)).isEqualTo(plan);
        TenantId acme = report.steps().get(0).tenant().orElseThrow();
        UserView alice = bus.userQueries.findUser(boss(), acme, "alice").orElseThrow();
        assertThat(alice.state()).isEqualTo(UserView.State.LOCKED);
        assertThat(alice.roles()).containsExactlyInAnyOrder(Role.TENANT_OPERATOR, Role.TENANT_AUDITOR);
        assertThat(bus.contingents.list(boss(), acme, PageRequest.first(10)).entries())
                .singleElement()
                .satisfies(contingent -> assertThat(contingent.grantee()).isEqualTo(new Grantee.ToUser(alice.id())));
        bus.node.awaitAll();
        assertThat(bus.deployer.find(acme, "mine").orElseThrow().user()).contains(alice.id());
        assertThat(bus.deployer.find(acme, "bosss").orElseThrow().user())
                .contains(bus.userQueries
                        .findUser(boss(), acme, "boss")
                        .orElseThrow()
                        .id());
    }

    @Test
    void aUserOfALaterStepIsNotFound() throws Exception {
        TenantRef.CreatedBefore made = new TenantRef.CreatedBefore("acme");
        DeployAssembly tooEarly =
                new DeployAssembly(made, Optional.of(UserRef.of("alice")), Content.of("mine".getBytes(UTF_8)));

        refused(
                        Reason.NOT_FOUND,
                        () -> batches.submit(
                                admin(),
                                batch(
                                        create("acme"),
                                        tooEarly,
                                        new AddUser(made, "alice", password(SECRET), Set.of(Role.TENANT_USER)))))
                .hasMessageStartingWith("step 2: ")
                .hasMessageContaining("'alice'");
    }

    @Test
    void theCommandsOfATenantsAdministratorRunInABatch() throws Exception {
        TenantId acme = made(
                "acme", new SetQuota(new TenantRef.CreatedBefore("acme"), scope("REGISTERED_SERVICES"), Limit.of(5)));
        TenantRef.Known there = new TenantRef.Known(acme);
        Batch batch = batch(
                new AddUser(there, "bob", password(SECRET), Set.of(Role.TENANT_USER)),
                new LockUser(there, UserRef.of("bob")),
                new UnlockUser(there, UserRef.of("bob")),
                new RevokeCredential(there, UserRef.of("bob")),
                new SetPassword(there, UserRef.of("alice"), password("another long password")),
                new SetContingent(there, scope("ENDPOINTS"), new GranteeRef.ToRole(Role.TENANT_OPERATOR), 2),
                new SetContingent(there, scope("ENDPOINTS"), new GranteeRef.ToRole(Role.TENANT_OPERATOR), 3),
                new SetContingent(there, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of("bob")), 1),
                new RevokeContingent(there, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of("bob"))),
                new SwitchAssembly(there, Content.of("orders#2".getBytes(UTF_8))),
                new RollBackAssembly(there, "orders"),
                new UpdateAssembly(there, Content.of("orders#3".getBytes(UTF_8))),
                new ShutDownAssembly(there, "orders"),
                new StartAssembly(there, "orders"),
                new StopAssembly(there, "orders"),
                new RegisterService(there, ORDERS, Optional.empty()),
                new UpdateService(there, ORDERS, Optional.of(Content.of(WSDL))),
                new AttachPolicy(there, ORDERS, "secure", Content.of(POLICY)),
                new AttachPolicy(there, ORDERS, "slow", Content.of(POLICY)),
                new DetachPolicy(there, ORDERS, "slow"),
                new HandOverDefaultAdmin(there, UserRef.of("alice")));
        Administrator asking = boss().asking(UUID.randomUUID());

        BatchReport plan = batches.dryRun(asking, batch);
        assertThat(bus.userQueries.findUser(boss(), acme, "bob")).isEmpty();
        assertThat(batches.submit(asking, batch)).isEqualTo(plan);

        assertThat(bus.userQueries.findUser(boss(), acme, "bob").orElseThrow().state())
                .isEqualTo(UserView.State.ACTIVE);
        assertThat(bus.admit("acme/bob", SECRET)).isEmpty();
        assertThat(bus.admit("acme/alice", "another long password")).isPresent();
        assertThat(bus.userQueries.findUser(boss(), acme, "alice").orElseThrow().defaultAdministrator())
                .isTrue();
        assertThat(bus.contingents.list(boss(), acme, PageRequest.first(10)).entries())
                .singleElement()
                .satisfies(contingent -> assertThat(contingent.amount()).isEqualTo(3));
        bus.node.awaitAll();
        assertThat(bus.deployer.find(acme, "orders").orElseThrow().state()).isEqualTo(DeployedAssembly.State.STOPPED);
        assertThat(bus.serviceQueries
                        .find(boss(), acme, ServiceFilter.ALL, PageRequest.first(10))
                        .entries())
                .singleElement()
                .satisfies(service -> {
                    assertThat(service.policies()).containsExactly("secure");
                    assertThat(service.wsdl()).isPresent();
                });
        assertThat(plan.steps())
                .extracting(BatchReport.Done::operation)
                .contains("handOverDefaultAdmin", "switchAssembly", "rollBackAssembly", "attachPolicy", "setPassword");
    }

    @Test
    void theCommandsOfTheInstallationsAdministratorRunInABatch() throws Exception {
        TenantId acme = made("acme");
        TenantId globex = made("globex", new SuspendTenant(new TenantRef.CreatedBefore("globex")));
        TenantRef.Known there = new TenantRef.Known(acme);
        QName archive = new QName("urn:plain", "Archive");
        Batch batch = batch(
                new SetQuota(there, scope("SERVICE_UNITS"), new Limit(9, OptionalLong.of(8), OptionalLong.empty())),
                new SetQuota(there, scope("REGISTERED_SERVICES"), Limit.of(9)),
                new RevokeQuota(there, scope("REGISTERED_SERVICES")),
                new AssignDefaultAdmin(there, UserRef.of("alice")),
                new ResetDefaultAdmin(there, Optional.of("alice"), password("another long password")),
                new CreateLink(there, Optional.empty(), archive, "files"),
                new CreateLink(there, Optional.of("servicemix-file"), archive, "files"),
                new PurgeTenant(new TenantRef.Known(globex), Optional.of("globex")));
        Administrator asking = admin().asking(UUID.randomUUID());

        BatchReport plan = batches.dryRun(asking, batch);
        assertThat(batches.submit(asking, batch)).isEqualTo(plan);
        assertThat(batches.submit(asking, batch)).as("asked again").isEqualTo(plan);

        bus.node.awaitAll();
        assertThat(bus.links.links()).hasSize(2);
        assertThat(bus.quotas
                        .findQuota(QuotaKey.of(acme, Resource.SERVICE_UNITS))
                        .orElseThrow()
                        .value()
                        .limit()
                        .soft())
                .hasValue(8);
        assertThat(bus.quotas.findQuota(QuotaKey.of(acme, Resource.REGISTERED_SERVICES)))
                .isEmpty();
        assertThat(bus.admit("acme/alice", "another long password")).isPresent();
        assertThat(bus.tenantQueries.findTenant(admin(), "globex").orElseThrow().state())
                .isEqualTo(TenantView.State.DELETED);
        batches.submit(admin(), batch(new RemoveLink(there, Optional.empty(), archive, "files")));
        bus.node.awaitAll();
        assertThat(bus.links.links()).hasSize(1);
    }

    @Test
    void aPurgeAndAResetRequireTheRightName() throws Exception {
        TenantId acme = made("acme", new SuspendTenant(new TenantRef.CreatedBefore("acme")));

        refused(
                        Reason.INVALID,
                        () -> batches.submit(
                                admin(), batch(new PurgeTenant(new TenantRef.Known(acme), Optional.of("globex")))))
                .hasMessageStartingWith("step 1: ");
        refused(
                        Reason.CONFLICT,
                        () -> batches.submit(
                                admin(),
                                batch(new ResetDefaultAdmin(
                                        new TenantRef.Known(acme),
                                        Optional.of("alice"),
                                        password("another long password")))))
                .hasMessageContaining("'boss'");
        assertThat(bus.tenantQueries.findTenant(admin(), "acme").orElseThrow().state())
                .isEqualTo(TenantView.State.SUSPENDED);
    }

    // --- revisions

    @Test
    void aStepIsComparedWithTheRevisionAfterTheStepsBeforeIt() throws Exception {
        TenantId acme = made("acme");
        TenantRef.Known there = new TenantRef.Known(acme);
        long revision =
                bus.userQueries.findUser(boss(), acme, "alice").orElseThrow().revision();
        AssignRole operator = new AssignRole(there, UserRef.of("alice"), Role.TENANT_OPERATOR);
        RevokeRole user = new RevokeRole(there, UserRef.of("alice"), Role.TENANT_USER);

        refused(
                        Reason.STALE,
                        () -> batches.submit(
                                boss(),
                                batch(
                                        new Batch.Step(operator, OptionalLong.of(revision)),
                                        new Batch.Step(user, OptionalLong.of(revision)))))
                .hasMessageStartingWith("step 2: ");
        refused(
                Reason.STALE,
                () -> batches.dryRun(boss(), batch(new Batch.Step(operator, OptionalLong.of(revision + 1)))));
        assertThat(bus.userQueries.findUser(boss(), acme, "alice").orElseThrow().revision())
                .isEqualTo(revision);

        batches.submit(
                boss(),
                batch(
                        new Batch.Step(operator, OptionalLong.of(revision)),
                        new Batch.Step(user, OptionalLong.of(revision + 1))));
        assertThat(bus.userQueries.findUser(boss(), acme, "alice").orElseThrow().roles())
                .containsExactly(Role.TENANT_OPERATOR);
    }

    @Test
    void everyKindOfEntryComparesAnExpectedRevision() throws Exception {
        TenantId acme = made(
                "acme", new SetQuota(new TenantRef.CreatedBefore("acme"), scope("REGISTERED_SERVICES"), Limit.of(5)));
        TenantRef.Known there = new TenantRef.Known(acme);
        GranteeRef operators = new GranteeRef.ToRole(Role.TENANT_OPERATOR);
        batches.submit(
                boss(),
                batch(
                        new RegisterService(there, ORDERS, Optional.empty()),
                        new SetContingent(there, scope("ENDPOINTS"), operators, 2)));

        for (BatchableCommand<?> step : List.of(
                new LockUser(there, UserRef.of("alice")),
                new SetPassword(there, UserRef.of("alice"), password(SECRET)),
                new HandOverDefaultAdmin(there, UserRef.of("alice")),
                new RemoveUser(there, UserRef.of("alice")),
                new SetContingent(there, scope("ENDPOINTS"), operators, 3),
                new RevokeContingent(there, scope("ENDPOINTS"), operators),
                new SwitchAssembly(there, Content.of("orders#2".getBytes(UTF_8))),
                new StopAssembly(there, "orders"),
                new UndeployAssembly(there, "orders"),
                new UpdateService(there, ORDERS, Optional.of(Content.of(WSDL))),
                new AttachPolicy(there, ORDERS, "secure", Content.of(POLICY)),
                new UnregisterService(there, ORDERS))) {
            refused(Reason.STALE, () -> batches.submit(boss(), batch(new Batch.Step(step, OptionalLong.of(99)))));
        }
        for (BatchableCommand<?> step : List.of(
                new SetQuota(there, scope("ENDPOINTS"), Limit.of(9)),
                new RevokeQuota(there, scope("SERVICE_UNITS")),
                new AssignDefaultAdmin(there, UserRef.of("alice")),
                new ResetDefaultAdmin(there, Optional.of("boss"), password(SECRET)),
                new SuspendTenant(there))) {
            refused(Reason.STALE, () -> batches.submit(admin(), batch(new Batch.Step(step, OptionalLong.of(99)))));
        }
        refused(
                Reason.NOT_FOUND,
                () -> batches.submit(
                        boss(),
                        batch(new Batch.Step(
                                new SetContingent(
                                        there, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of("alice")), 1),
                                OptionalLong.of(1)))));
    }

    // --- agreement of the dry run with the run

    @Test
    void theDryRunAlsoReportsAUsedIdentifier() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        BatchReport done = batches.submit(asking, provisioning("acme"));

        assertThat(batches.dryRun(asking, provisioning("acme")))
                .as("done already, as the run would answer")
                .isEqualTo(done);
        refused(Reason.CONFLICT, () -> batches.submit(asking, provisioning("globex")))
                .hasMessageContaining("another request's");
        refused(Reason.CONFLICT, () -> batches.dryRun(asking, provisioning("globex")))
                .hasMessageContaining("another request's");

        Administrator other = admin().asking(UUID.randomUUID());
        bus.execute(other, new CreateTenant("initech", "Initech", "boss", password(SECRET)));
        refused(Reason.CONFLICT, () -> batches.dryRun(other, provisioning("globex")))
                .hasMessageContaining("another request's");
    }

    @Test
    void theDryRunAlsoChecksTheRulesOfTheCommit() throws Exception {
        TenantId acme = made("acme");
        bus.registry.loseDefaultAdministrator(acme);
        Batch batch = batch(create("globex"));

        refused(Reason.CONFLICT, () -> batches.dryRun(admin(), batch)).hasMessageContaining("default administrator");
        refused(Reason.CONFLICT, () -> batches.submit(admin(), batch)).hasMessageContaining("default administrator");
        assertThat(bus.registry.findTenant(new TenantName("globex"))).isEmpty();
    }

    /** Without the check in the dry run, the refusal would come only when the commands are sent. */
    @Test
    void theDryRunAlsoRefusesCommandsTooLongForTheNodes() throws Exception {
        TenantRef.Known there = new TenantRef.Known(made("acme"));
        String longName = "&".repeat(450);
        List<Object> steps = new ArrayList<>();
        for (int i = 0; i < ManagementRequest.MAX_OPERATIONS; i++) {
            steps.add(new CreateLink(there, Optional.empty(), new QName("urn:plain", longName), "files" + i));
        }
        Batch batch = batch(steps);

        refused(Reason.INVALID, () -> batches.dryRun(admin(), batch)).hasMessageContaining("make several batches");
        refused(Reason.INVALID, () -> batches.submit(admin(), batch)).hasMessageContaining("make several batches");
        assertThat(bus.node.published()).hasSize(1);
        assertThat(bus.links.links()).isEmpty();
    }

    // --- bad input

    /**
     * A batch behaves as each single command does. A request without an expected revision gets no refusal about a
     * revision.
     */
    @Test
    void aConcurrentChangeIsRetriedBeforeItIsAnError() throws Exception {
        TenantRef.Known there = new TenantRef.Known(made("acme"));
        AtomicInteger disturbing = new AtomicInteger();
        bus.services.bindTenants(new CrashingRegistry(bus.registry, true) {
            @Override
            public Versioned<Tenant> changeTenantState(TenantId tenant, long expectedRevision, TenantState state)
                    throws RegistryException {
                if (disturbing.decrementAndGet() >= 0) {
                    throw new RegistryException.Stale("somebody came between");
                }
                return super.changeTenantState(tenant, expectedRevision, state);
            }
        });
        SuspendTenant suspend = new SuspendTenant(there);
        Batch batch = batch(new SetQuota(there, scope("USERS"), Limit.of(7)), suspend);

        disturbing.set(1);
        BatchReport plan = batches.dryRun(admin().asking(new UUID(1, 2)), batch);
        disturbing.set(1);
        assertThat(batches.submit(admin().asking(new UUID(1, 2)), batch)).isEqualTo(plan);
        disturbing.set(100);
        ResumeTenant resume = new ResumeTenant(there);
        refused(Reason.STALE, () -> batches.submit(admin(), batch(resume))).hasMessageStartingWith("step 1: ");
        disturbing.set(1);
        refused(Reason.STALE, () -> batches.submit(admin(), batch(new Batch.Step(resume, OptionalLong.of(2)))));
    }

    @Test
    void theLogHasTheCauseOfAnInternalFailure() throws Exception {
        made("acme");
        bus.deployer.whenChecking(() -> {
            throw new IllegalStateException("the checker broke");
        });
        try (CapturedLog log = new CapturedLog()) {
            refused(Reason.INTERNAL, () -> batches.submit(admin(), provisioning("globex")))
                    .hasMessageStartingWith("step 4: ")
                    .hasMessageContaining("its log tells why")
                    .hasMessageNotContaining("checker");
            assertThat(log.linesWith("the checker broke")).isNotEmpty();
        }
        assertThat(bus.registry.findTenant(new TenantName("globex"))).isEmpty();
    }

    /** Each kind of step for another tenant is refused before any data of that tenant is read. */
    @Test
    void noStepReachesAnotherTenant() throws Exception {
        made("acme");
        TenantId globex = made("globex");

        for (BatchableCommand<?> step : ofTenant(new TenantRef.Known(globex), "alice", "orders", ORDERS)) {
            refused(Reason.FORBIDDEN, () -> batches.submit(boss(), batch(step))).hasMessageStartingWith("step 1: ");
            refused(Reason.FORBIDDEN, () -> batches.dryRun(boss(), batch(step)));
        }
        for (BatchableCommand<?> step : ofTenant(new TenantRef.Known(globex), "nobody", "nothing", ORDERS)) {
            refused(Reason.FORBIDDEN, () -> batches.submit(boss(), batch(step)));
        }
        assertThat(bus.userQueries
                        .findUser(new Administrator("globex/boss", "test"), globex, "alice")
                        .orElseThrow()
                        .revision())
                .isEqualTo(1);
    }

    @Test
    void hostileTextsMatchNoName() throws Exception {
        TenantId acme = made(
                "acme", new SetQuota(new TenantRef.CreatedBefore("acme"), scope("REGISTERED_SERVICES"), Limit.of(5)));
        for (String hostile : List.of(
                "x'; DROP TABLE tenant; --",
                "${jndi:ldap://127.0.0.1/x}",
                "a\nlogIn by admin: done.",
                "\u202Eevil",
                "../..")) {
            ServiceId service = new ServiceId(new QName(hostile, hostile), hostile);
            for (BatchableCommand<?> step : ofTenant(new TenantRef.Known(acme), hostile, hostile, service)) {
                if (step instanceof CreateLink) {
                    continue; // other tenants name their endpoints freely
                }
                for (Administrator by : List.of(boss(), admin())) {
                    assertThatThrownBy(() -> batches.submit(by, batch(step)))
                            .as(step + " by " + by)
                            .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                                    .isIn(Reason.INVALID, Reason.NOT_FOUND, Reason.FORBIDDEN, Reason.CONFLICT));
                }
            }
        }
        assertThat(bus.node.published()).hasSize(1);
    }

    /** Every step for a tenant's own data, with these names. */
    private static List<BatchableCommand<?>> ofTenant(
            TenantRef tenant, String user, String assembly, ServiceId service) {
        byte[] archive = (assembly + "#2").getBytes(UTF_8);
        return List.of(
                new SetPassword(tenant, UserRef.of(user), password(SECRET)),
                new LockUser(tenant, UserRef.of(user)),
                new UnlockUser(tenant, UserRef.of(user)),
                new RevokeCredential(tenant, UserRef.of(user)),
                new HandOverDefaultAdmin(tenant, UserRef.of(user)),
                new AssignDefaultAdmin(tenant, UserRef.of(user)),
                new ResetDefaultAdmin(tenant, Optional.of(user), password(SECRET)),
                new RevokeQuota(tenant, scope("DEAD_LETTERS")),
                new SetContingent(tenant, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of(user)), 1),
                new RevokeContingent(tenant, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of(user))),
                new DeployAssembly(tenant, Optional.of(UserRef.of(user)), Content.of(archive)),
                new SwitchAssembly(tenant, Content.of(archive)),
                new UpdateAssembly(tenant, Content.of(archive)),
                new StartAssembly(tenant, assembly),
                new StopAssembly(tenant, assembly),
                new ShutDownAssembly(tenant, assembly),
                new RollBackAssembly(tenant, assembly),
                new UpdateService(tenant, service, Optional.empty()),
                new AttachPolicy(tenant, service, assembly, Content.of(POLICY)),
                new DetachPolicy(tenant, service, assembly),
                new PurgeTenant(tenant, Optional.of(assembly)),
                new CreateLink(tenant, Optional.of(assembly), service.name(), assembly),
                new RemoveLink(tenant, Optional.empty(), service.name(), assembly));
    }

    /** Creates a tenant with boss, alice and the assembly orders. */
    private TenantId made(String name, BatchableCommand<?>... more) throws AdministrationException {
        List<Object> steps = new ArrayList<>(provisioning(name).steps());
        steps.addAll(List.of(more));
        BatchReport report = batches.submit(admin(), batch(steps));
        bus.node.awaitAll();
        return report.steps().get(0).tenant().orElseThrow();
    }

    private static CreateTenant create(String name) {
        return new CreateTenant(
                Optional.of(new TenantRef.CreatedBefore(name)), name, name, "boss", password(SECRET), Map.of());
    }

    private static Batch provisioning(String name) {
        TenantRef.CreatedBefore made = new TenantRef.CreatedBefore(name);
        return batch(
                create(name),
                new AddUser(made, "alice", password(SECRET), Set.of(Role.TENANT_USER)),
                new SetQuota(made, scope("ENDPOINTS"), Limit.of(7)),
                new DeployAssembly(made, Optional.empty(), Content.of("orders".getBytes(UTF_8))));
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
