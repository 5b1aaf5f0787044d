package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.boss;
import static org.esbmt.administration.internal.TestBus.password;

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
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.batch.Batch;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.AssignRole;
import org.esbmt.administration.api.batch.Batch.AtRevision;
import org.esbmt.administration.api.batch.Batch.AttachPolicy;
import org.esbmt.administration.api.batch.Batch.ChangeAssembly;
import org.esbmt.administration.api.batch.Batch.ChangeLink;
import org.esbmt.administration.api.batch.Batch.ChangeTenant;
import org.esbmt.administration.api.batch.Batch.ChangeUser;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.DetachPolicy;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.NewVersion;
import org.esbmt.administration.api.batch.Batch.OfRevision;
import org.esbmt.administration.api.batch.Batch.PurgeTenant;
import org.esbmt.administration.api.batch.Batch.RegisterService;
import org.esbmt.administration.api.batch.Batch.RemoveUser;
import org.esbmt.administration.api.batch.Batch.ResetDefaultAdmin;
import org.esbmt.administration.api.batch.Batch.RevokeContingent;
import org.esbmt.administration.api.batch.Batch.RevokeQuota;
import org.esbmt.administration.api.batch.Batch.RevokeRole;
import org.esbmt.administration.api.batch.Batch.SetContingent;
import org.esbmt.administration.api.batch.Batch.SetPassword;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.Step;
import org.esbmt.administration.api.batch.Batch.ToRole;
import org.esbmt.administration.api.batch.Batch.ToUser;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.administration.api.batch.Batch.UnregisterService;
import org.esbmt.administration.api.batch.Batch.UpdateService;
import org.esbmt.administration.api.batch.BatchReport;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Resource;
import org.esbmt.tenancy.api.TenantId;
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
        assertThat(bus.tenants.findTenant(admin(), "acme").orElseThrow().id()).isEqualTo(acme);
        assertThat(bus.tenants.findUser(boss(), acme, "alice")).isPresent();
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
    void theAuditSaysWhatQuotasATenantBeganWith() throws Exception {
        batches.submit(
                admin(),
                new Batch(List.of(new CreateTenant(
                        Optional.empty(),
                        "acme",
                        "acme",
                        "boss",
                        password(SECRET),
                        Map.of("USERS", 3L, "ENDPOINTS", 7L)))));
        bus.tenants.createTenant(admin(), "globex", "Globex", "boss", password(SECRET));

        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 100))
                .filteredOn(e -> e.content().action().equals("createTenant"))
                .extracting(e -> e.content().after().orElseThrow())
                .satisfiesExactly(
                        quotas -> assertThat(quotas).isEqualTo("{ENDPOINTS=7, USERS=3}"),
                        quotas -> assertThat(quotas).contains("USERS=10"));
    }

    @Test
    void whatTheDryRunPrintsIsWhatTheRunDoesAndOfTheDryRunNothingIsLeft() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());

        BatchReport plan = batches.dryRun(asking, provisioning("acme"));

        assertThat(bus.tenants
                        .listTenants(admin(), TenantFilter.ALL, PageRequest.first(1))
                        .total())
                .isZero();
        assertThat(bus.node.published()).isEmpty();
        assertThat(batches.submit(asking, provisioning("acme"))).isEqualTo(plan);
        assertThat(batches.submit(asking, provisioning("acme"))).isEqualTo(plan);
        assertThat(bus.node.published()).hasSize(1);
    }

    @Test
    void aBatchThatIsAskedAgainWithAnotherPasswordDoesNotSeemToHaveSetIt() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        BatchReport first = batches.submit(asking, provisioning("acme"));
        MadeBefore made = new MadeBefore("acme");
        String another = "another long password";
        CreateTenant otherBoss =
                new CreateTenant(Optional.of("acme"), "acme", "acme", "boss", password(another), Map.of());
        AddUser otherAlice = new AddUser(made, "alice", password(another));
        List<Step> rest = provisioning("acme").steps();

        refused(
                        Reason.CONFLICT,
                        () -> batches.submit(
                                asking, new Batch(List.of(otherBoss, rest.get(1), rest.get(2), rest.get(3)))))
                .hasMessageStartingWith("step 1: ");
        refused(
                        Reason.CONFLICT,
                        () -> batches.submit(
                                asking, new Batch(List.of(rest.get(0), otherAlice, rest.get(2), rest.get(3)))))
                .hasMessageStartingWith("step 2: ");
        assertThat(batches.submit(asking, provisioning("acme"))).isEqualTo(first);
    }

    @Test
    void aBatchWhoseLastStepFailsLeavesNothing() throws Exception {
        List<Step> steps = new ArrayList<>(provisioning("acme").steps());
        steps.add(new Deploy(new MadeBefore("acme"), "orders".getBytes(UTF_8)));

        refused(Reason.CONFLICT, () -> batches.submit(admin(), new Batch(steps)))
                .hasMessageStartingWith("step 5: ");
        refused(Reason.CONFLICT, () -> batches.dryRun(admin(), new Batch(steps)))
                .hasMessageStartingWith("step 5: ");
        assertThat(bus.registry.findTenant(new TenantName("acme"))).isEmpty();
        assertThat(bus.node.published()).isEmpty();
    }

    @Test
    void aStepThatIsNotAllowedIsRefusedBeforeAnythingIsDone() throws Exception {
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

        batches.submit(boss, new Batch(List.of(new AddUser(new Known(acme), "bob", password(SECRET)))));
        refused(
                        Reason.FORBIDDEN,
                        () -> batches.submit(
                                boss,
                                new Batch(List.of(
                                        new AddUser(new Known(acme), "carol", password(SECRET)),
                                        new AddUser(new Known(globex), "spy", password(SECRET))))))
                .hasMessageStartingWith("step 2: ");
        refused(
                Reason.FORBIDDEN,
                () -> batches.submit(boss, new Batch(List.of(new SetQuota(new Known(acme), "USERS", 1_000)))));
        refused(Reason.FORBIDDEN, () -> batches.submit(boss, provisioning("initech")));
        assertThat(bus.tenants.findUser(boss(), acme, "carol")).isEmpty();
    }

    /** Whose password they have set in the same batch, so there is nobody to be kept from it; of all other tenants there is. */
    @Test
    void whatIsATenantsOwnIsDoneFromOutsideInTheBatchThatMakesItAndNeverAfterwards() throws Exception {
        TenantId acme = batches.submit(admin(), provisioning("acme"))
                .steps()
                .get(0)
                .tenant()
                .orElseThrow();

        for (Step later : List.of(
                new AddUser(new Known(acme), "carol", password(SECRET)),
                new Deploy(new Known(acme), "more".getBytes(UTF_8)),
                new Undeploy(new Known(acme), "orders"))) {
            refused(Reason.FORBIDDEN, () -> batches.submit(admin(), new Batch(List.of(create("globex"), later))))
                    .hasMessageStartingWith("step 2: ");
            refused(Reason.FORBIDDEN, () -> batches.dryRun(admin(), new Batch(List.of(later))))
                    .hasMessageStartingWith("step 1: ");
        }
        refused(Reason.FORBIDDEN, () -> batches.submit(bus.sre(), provisioning("initech")))
                .hasMessageStartingWith("step 1: ");
        assertThat(bus.registry.findTenant(new TenantName("globex"))).isEmpty();
        assertThat(bus.tenants.findUser(boss(), acme, "carol")).isEmpty();
    }

    @Test
    void whatIsNotSoIsToldWithTheNumberOfItsStep() {
        refused(
                        Reason.INVALID,
                        () -> batches.submit(
                                admin(),
                                new Batch(List.of(create("acme"), new SetQuota(new MadeBefore("acme"), "WISHES", 3)))))
                .hasMessageStartingWith("step 2: ")
                .hasMessageContaining("ENDPOINTS");
        refused(
                        Reason.NOT_FOUND,
                        () -> batches.submit(
                                admin(),
                                new Batch(List.of(new SetQuota(new Known(new TenantId(new UUID(1, 2))), "USERS", 3)))))
                .hasMessageStartingWith("step 1: ");
    }

    @Test
    void aBatchPromisesNothingThatNobodyKeeps() {
        Batch later = new Batch(List.of(create("acme"), new SetQuota(new MadeBefore("acme"), "MESSAGES", 3)));
        Batch atOnce = new Batch(List.of(
                new CreateTenant(Optional.empty(), "acme", "acme", "boss", password(SECRET), Map.of("IN_FLIGHT", 3L))));

        for (Batch batch : List.of(later, atOnce)) {
            refused(Reason.INVALID, () -> batches.submit(admin(), batch)).hasMessageContaining("does not enforce");
            refused(Reason.INVALID, () -> batches.dryRun(admin(), batch)).hasMessageContaining("does not enforce");
        }
    }

    // --- what there is in a batch

    @Test
    void usersThatABatchAddsAreNamedByItsLaterSteps() throws Exception {
        MadeBefore made = new MadeBefore("acme");
        Batch batch = new Batch(List.of(
                create("acme"),
                new AddUser(made, "alice", password(SECRET), Set.of(Grantee.Role.TENANT_OPERATOR)),
                new SetContingent(made, new ToUser("alice"), "ENDPOINTS", 2),
                new Deploy(made, Optional.of("alice"), "mine".getBytes(UTF_8)),
                new AssignRole(made, "alice", Grantee.Role.TENANT_AUDITOR),
                new Deploy(made, Optional.of("boss"), "bosss".getBytes(UTF_8)),
                new ChangeUser(made, "alice", ChangeUser.Action.LOCK)));
        Administrator asking = admin().asking(UUID.randomUUID());

        BatchReport plan = batches.dryRun(asking, batch);
        BatchReport report = batches.submit(asking, batch);

        assertThat(report).isEqualTo(plan);
        assertThat(batches.submit(asking, batch)).isEqualTo(plan);
        TenantId acme = report.steps().get(0).tenant().orElseThrow();
        UserView alice = bus.tenants.findUser(boss(), acme, "alice").orElseThrow();
        assertThat(alice.state()).isEqualTo(UserView.State.LOCKED);
        assertThat(alice.roles()).containsExactlyInAnyOrder(Grantee.Role.TENANT_OPERATOR, Grantee.Role.TENANT_AUDITOR);
        assertThat(bus.contingents.list(boss(), acme, PageRequest.first(10)).entries())
                .singleElement()
                .satisfies(contingent -> assertThat(contingent.grantee()).isEqualTo(new Grantee.ToUser(alice.id())));
        bus.node.awaitAll();
        assertThat(bus.deployer.find(acme, "mine").orElseThrow().user()).contains(alice.id());
        assertThat(bus.deployer.find(acme, "bosss").orElseThrow().user())
                .contains(
                        bus.tenants.findUser(boss(), acme, "boss").orElseThrow().id());
    }

    @Test
    void aUserWhomNoStepHasAddedYetIsNobody() throws Exception {
        MadeBefore made = new MadeBefore("acme");
        Deploy tooEarly = new Deploy(made, Optional.of("alice"), "mine".getBytes(UTF_8));

        refused(
                        Reason.NOT_FOUND,
                        () -> batches.submit(
                                admin(),
                                new Batch(List.of(
                                        create("acme"), tooEarly, new AddUser(made, "alice", password(SECRET))))))
                .hasMessageStartingWith("step 2: ")
                .hasMessageContaining("'alice'");
    }

    @Test
    void whatATenantsAdministratorDoesIsDoneInABatch() throws Exception {
        TenantId acme = made("acme", new SetQuota(new MadeBefore("acme"), "REGISTERED_SERVICES", 5));
        Known there = new Known(acme);
        Batch batch = new Batch(List.of(
                new AddUser(there, "bob", password(SECRET)),
                new ChangeUser(there, "bob", ChangeUser.Action.LOCK),
                new ChangeUser(there, "bob", ChangeUser.Action.UNLOCK),
                new ChangeUser(there, "bob", ChangeUser.Action.REVOKE_CREDENTIAL),
                new SetPassword(there, "alice", password("another long password")),
                new SetContingent(there, new ToRole(Grantee.Role.TENANT_OPERATOR), "ENDPOINTS", 2),
                new SetContingent(there, new ToRole(Grantee.Role.TENANT_OPERATOR), "ENDPOINTS", 3),
                new SetContingent(there, new ToUser("bob"), "ENDPOINTS", 1),
                new RevokeContingent(there, new ToUser("bob"), "ENDPOINTS"),
                new NewVersion(there, NewVersion.Way.SWITCH, "orders#2".getBytes(UTF_8)),
                new ChangeAssembly(there, "orders", ChangeAssembly.Move.ROLL_BACK),
                new NewVersion(there, NewVersion.Way.UPDATE, "orders#3".getBytes(UTF_8)),
                new ChangeAssembly(there, "orders", ChangeAssembly.Move.SHUT_DOWN),
                new ChangeAssembly(there, "orders", ChangeAssembly.Move.START),
                new ChangeAssembly(there, "orders", ChangeAssembly.Move.STOP),
                new RegisterService(there, ORDERS, Optional.empty()),
                new UpdateService(there, ORDERS, Optional.of(WSDL)),
                new AttachPolicy(there, ORDERS, "secure", POLICY),
                new AttachPolicy(there, ORDERS, "slow", POLICY),
                new DetachPolicy(there, ORDERS, "slow"),
                new ChangeUser(there, "alice", ChangeUser.Action.HAND_OVER_DEFAULT_ADMIN)));
        Administrator asking = boss().asking(UUID.randomUUID());

        BatchReport plan = batches.dryRun(asking, batch);
        assertThat(bus.tenants.findUser(boss(), acme, "bob")).isEmpty();
        assertThat(batches.submit(asking, batch)).isEqualTo(plan);

        assertThat(bus.tenants.findUser(boss(), acme, "bob").orElseThrow().state())
                .isEqualTo(UserView.State.ACTIVE);
        assertThat(bus.admit("acme/bob", SECRET)).isEmpty();
        assertThat(bus.admit("acme/alice", "another long password")).isPresent();
        assertThat(bus.tenants.findUser(boss(), acme, "alice").orElseThrow().defaultAdministrator())
                .isTrue();
        assertThat(bus.contingents.list(boss(), acme, PageRequest.first(10)).entries())
                .singleElement()
                .satisfies(contingent -> assertThat(contingent.amount()).isEqualTo(3));
        bus.node.awaitAll();
        assertThat(bus.deployer.find(acme, "orders").orElseThrow().state()).isEqualTo(DeployedAssembly.State.STOPPED);
        assertThat(bus.registrations
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
    void whatTheInstallationsAdministratorDoesIsDoneInABatch() throws Exception {
        TenantId acme = made("acme");
        TenantId globex = made("globex", new ChangeTenant(new MadeBefore("globex"), ChangeTenant.Life.SUSPEND));
        Known there = new Known(acme);
        QName archive = new QName("urn:plain", "Archive");
        Batch batch = new Batch(List.of(
                new SetQuota(there, "SERVICE_UNITS", 9, OptionalLong.of(8)),
                new SetQuota(there, "REGISTERED_SERVICES", 9),
                new RevokeQuota(there, "REGISTERED_SERVICES"),
                new ChangeUser(there, "alice", ChangeUser.Action.ASSIGN_DEFAULT_ADMIN),
                new ResetDefaultAdmin(there, "alice", password("another long password")),
                new ChangeLink(there, Optional.empty(), archive, "files", true),
                new ChangeLink(there, Optional.of("servicemix-file"), archive, "files", true),
                new PurgeTenant(new Known(globex), "globex")));
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
        assertThat(bus.tenants.findTenant(admin(), "globex").orElseThrow().state())
                .isEqualTo(TenantView.State.DELETED);
        batches.submit(admin(), new Batch(List.of(new ChangeLink(there, Optional.empty(), archive, "files", false))));
        bus.node.awaitAll();
        assertThat(bus.links.links()).hasSize(1);
    }

    @Test
    void aPurgeAndAResetAreOfWhomTheyAreSaidToBe() throws Exception {
        TenantId acme = made("acme", new ChangeTenant(new MadeBefore("acme"), ChangeTenant.Life.SUSPEND));

        refused(
                        Reason.INVALID,
                        () -> batches.submit(admin(), new Batch(List.of(new PurgeTenant(new Known(acme), "globex")))))
                .hasMessageStartingWith("step 1: ");
        refused(
                        Reason.CONFLICT,
                        () -> batches.submit(
                                admin(),
                                new Batch(List.of(new ResetDefaultAdmin(
                                        new Known(acme), "alice", password("another long password"))))))
                .hasMessageContaining("'boss'");
        assertThat(bus.tenants.findTenant(admin(), "acme").orElseThrow().state())
                .isEqualTo(TenantView.State.SUSPENDED);
    }

    // --- revisions

    @Test
    void aStepIsDoneAtItsRevisionAndWhatTheStepsBeforeItMadeCounts() throws Exception {
        TenantId acme = made("acme");
        Known there = new Known(acme);
        long revision =
                bus.tenants.findUser(boss(), acme, "alice").orElseThrow().revision();
        AssignRole operator = new AssignRole(there, "alice", Grantee.Role.TENANT_OPERATOR);
        RevokeRole user = new RevokeRole(there, "alice", Grantee.Role.TENANT_USER);

        refused(
                        Reason.STALE,
                        () -> batches.submit(
                                boss(),
                                new Batch(List.of(new AtRevision(operator, revision), new AtRevision(user, revision)))))
                .hasMessageStartingWith("step 2: ");
        refused(Reason.STALE, () -> batches.dryRun(boss(), new Batch(List.of(new AtRevision(operator, revision + 1)))));
        assertThat(bus.tenants.findUser(boss(), acme, "alice").orElseThrow().revision())
                .isEqualTo(revision);

        batches.submit(
                boss(), new Batch(List.of(new AtRevision(operator, revision), new AtRevision(user, revision + 1))));
        assertThat(bus.tenants.findUser(boss(), acme, "alice").orElseThrow().roles())
                .containsExactly(Grantee.Role.TENANT_OPERATOR);
    }

    @Test
    void everyKindOfThingHasARevisionThatIsExpected() throws Exception {
        TenantId acme = made("acme", new SetQuota(new MadeBefore("acme"), "REGISTERED_SERVICES", 5));
        Known there = new Known(acme);
        ToRole operators = new ToRole(Grantee.Role.TENANT_OPERATOR);
        batches.submit(
                boss(),
                new Batch(List.of(
                        new RegisterService(there, ORDERS, Optional.empty()),
                        new SetContingent(there, operators, "ENDPOINTS", 2))));

        for (OfRevision step : List.of(
                new ChangeUser(there, "alice", ChangeUser.Action.LOCK),
                new SetPassword(there, "alice", password(SECRET)),
                new ChangeUser(there, "alice", ChangeUser.Action.HAND_OVER_DEFAULT_ADMIN),
                new RemoveUser(there, "alice"),
                new SetContingent(there, operators, "ENDPOINTS", 3),
                new RevokeContingent(there, operators, "ENDPOINTS"),
                new NewVersion(there, NewVersion.Way.SWITCH, "orders#2".getBytes(UTF_8)),
                new ChangeAssembly(there, "orders", ChangeAssembly.Move.STOP),
                new Undeploy(there, "orders"),
                new UpdateService(there, ORDERS, Optional.of(WSDL)),
                new AttachPolicy(there, ORDERS, "secure", POLICY),
                new UnregisterService(there, ORDERS))) {
            refused(Reason.STALE, () -> batches.submit(boss(), new Batch(List.of(new AtRevision(step, 99)))));
        }
        for (OfRevision step : List.of(
                new SetQuota(there, "ENDPOINTS", 9),
                new RevokeQuota(there, "SERVICE_UNITS"),
                new ChangeUser(there, "alice", ChangeUser.Action.ASSIGN_DEFAULT_ADMIN),
                new ResetDefaultAdmin(there, "boss", password(SECRET)),
                new ChangeTenant(there, ChangeTenant.Life.SUSPEND))) {
            refused(Reason.STALE, () -> batches.submit(admin(), new Batch(List.of(new AtRevision(step, 99)))));
        }
        refused(
                Reason.NOT_FOUND,
                () -> batches.submit(
                        boss(),
                        new Batch(List.of(
                                new AtRevision(new SetContingent(there, new ToUser("alice"), "ENDPOINTS", 1), 1)))));
    }

    // --- the dry run tells what the run would

    @Test
    void anIdentifierThatIsUsedAlreadyIsToldByTheDryRunToo() throws Exception {
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
        bus.tenants.createTenant(other, "initech", "Initech", "boss", password(SECRET));
        refused(Reason.CONFLICT, () -> batches.dryRun(other, provisioning("globex")))
                .hasMessageContaining("another request's");
    }

    @Test
    void aRuleOfTheEndIsToldByTheDryRunToo() throws Exception {
        TenantId acme = made("acme");
        bus.registry.loseDefaultAdministrator(acme);
        Batch batch = new Batch(List.of(create("globex")));

        refused(Reason.CONFLICT, () -> batches.dryRun(admin(), batch)).hasMessageContaining("default administrator");
        refused(Reason.CONFLICT, () -> batches.submit(admin(), batch)).hasMessageContaining("default administrator");
        assertThat(bus.registry.findTenant(new TenantName("globex"))).isEmpty();
    }

    /** Behind the dry run it would be refused when the nodes are told. */
    @Test
    void whatIsTooLongForTheNodesIsToldByTheDryRunToo() throws Exception {
        Known there = new Known(made("acme"));
        String longName = "&".repeat(450);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < ManagementRequest.MAX_OPERATIONS; i++) {
            steps.add(new ChangeLink(there, Optional.empty(), new QName("urn:plain", longName), "files" + i, true));
        }
        Batch batch = new Batch(steps);

        refused(Reason.INVALID, () -> batches.dryRun(admin(), batch)).hasMessageContaining("make several batches");
        refused(Reason.INVALID, () -> batches.submit(admin(), batch)).hasMessageContaining("make several batches");
        assertThat(bus.node.published()).hasSize(1);
        assertThat(bus.links.links()).isEmpty();
    }

    // --- bad input

    /** As each of them alone: who has not said which revision they have seen is not told that there is another one. */
    @Test
    void aChangeUnderneathIsReadAgainBeforeItIsAnError() throws Exception {
        Known there = new Known(made("acme"));
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
        ChangeTenant suspend = new ChangeTenant(there, ChangeTenant.Life.SUSPEND);
        Batch batch = new Batch(List.of(new SetQuota(there, "USERS", 7), suspend));

        disturbing.set(1);
        BatchReport plan = batches.dryRun(admin().asking(new UUID(1, 2)), batch);
        disturbing.set(1);
        assertThat(batches.submit(admin().asking(new UUID(1, 2)), batch)).isEqualTo(plan);
        disturbing.set(100);
        ChangeTenant resume = new ChangeTenant(there, ChangeTenant.Life.RESUME);
        refused(Reason.STALE, () -> batches.submit(admin(), new Batch(List.of(resume))))
                .hasMessageStartingWith("step 1: ");
        disturbing.set(1);
        refused(Reason.STALE, () -> batches.submit(admin(), new Batch(List.of(new AtRevision(resume, 2)))));
    }

    @Test
    void whatTheLogIsSaidToTellIsInTheLog() throws Exception {
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

    /** Each kind of step for another one's tenant: refused before anything of that tenant is looked at. */
    @Test
    void noStepReachesAnotherTenant() throws Exception {
        made("acme");
        TenantId globex = made("globex");

        for (Step step : ofTenant(new Known(globex), "alice", "orders", ORDERS)) {
            refused(Reason.FORBIDDEN, () -> batches.submit(boss(), new Batch(List.of(step))))
                    .hasMessageStartingWith("step 1: ");
            refused(Reason.FORBIDDEN, () -> batches.dryRun(boss(), new Batch(List.of(step))));
        }
        for (Step step : ofTenant(new Known(globex), "nobody", "nothing", ORDERS)) {
            refused(Reason.FORBIDDEN, () -> batches.submit(boss(), new Batch(List.of(step))));
        }
        assertThat(bus.tenants
                        .findUser(new Administrator("globex/boss", "test"), globex, "alice")
                        .orElseThrow()
                        .revision())
                .isEqualTo(1);
    }

    @Test
    void hostileTextsAreNamesThatNothingHas() throws Exception {
        TenantId acme = made("acme", new SetQuota(new MadeBefore("acme"), "REGISTERED_SERVICES", 5));
        for (String hostile : List.of(
                "x'; DROP TABLE tenant; --",
                "${jndi:ldap://127.0.0.1/x}",
                "a\nlogIn by admin: done.",
                "\u202Eevil",
                "../..")) {
            ServiceId service = new ServiceId(new QName(hostile, hostile), hostile);
            for (Step step : ofTenant(new Known(acme), hostile, hostile, service)) {
                if (step instanceof ChangeLink link && link.made()) {
                    continue; // what others call their endpoints is theirs
                }
                for (Administrator by : List.of(boss(), admin())) {
                    assertThatThrownBy(() -> batches.submit(by, new Batch(List.of(step))))
                            .as(step + " by " + by)
                            .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                                    .isIn(Reason.INVALID, Reason.NOT_FOUND, Reason.FORBIDDEN, Reason.CONFLICT));
                }
            }
        }
        assertThat(bus.node.published()).hasSize(1);
    }

    /** All that is done to what is a tenant's, to these names. */
    private static List<Step> ofTenant(Known tenant, String user, String assembly, ServiceId service) {
        byte[] archive = (assembly + "#2").getBytes(UTF_8);
        return List.of(
                new SetPassword(tenant, user, password(SECRET)),
                new ChangeUser(tenant, user, ChangeUser.Action.LOCK),
                new ChangeUser(tenant, user, ChangeUser.Action.UNLOCK),
                new ChangeUser(tenant, user, ChangeUser.Action.REVOKE_CREDENTIAL),
                new ChangeUser(tenant, user, ChangeUser.Action.HAND_OVER_DEFAULT_ADMIN),
                new ChangeUser(tenant, user, ChangeUser.Action.ASSIGN_DEFAULT_ADMIN),
                new ResetDefaultAdmin(tenant, user, password(SECRET)),
                new RevokeQuota(tenant, assembly),
                new SetContingent(tenant, new ToUser(user), "ENDPOINTS", 1),
                new RevokeContingent(tenant, new ToUser(user), "ENDPOINTS"),
                new Deploy(tenant, Optional.of(user), archive),
                new NewVersion(tenant, NewVersion.Way.SWITCH, archive),
                new NewVersion(tenant, NewVersion.Way.UPDATE, archive),
                new ChangeAssembly(tenant, assembly, ChangeAssembly.Move.START),
                new ChangeAssembly(tenant, assembly, ChangeAssembly.Move.STOP),
                new ChangeAssembly(tenant, assembly, ChangeAssembly.Move.SHUT_DOWN),
                new ChangeAssembly(tenant, assembly, ChangeAssembly.Move.ROLL_BACK),
                new UpdateService(tenant, service, Optional.empty()),
                new AttachPolicy(tenant, service, assembly, POLICY),
                new DetachPolicy(tenant, service, assembly),
                new PurgeTenant(tenant, assembly),
                new ChangeLink(tenant, Optional.of(assembly), service.name(), assembly, true),
                new ChangeLink(tenant, Optional.empty(), service.name(), assembly, false));
    }

    /** A tenant with boss, alice and the assembly orders. */
    private TenantId made(String name, Step... more) throws AdministrationException {
        List<Step> steps = new ArrayList<>(provisioning(name).steps());
        steps.addAll(List.of(more));
        BatchReport report = batches.submit(admin(), new Batch(steps));
        bus.node.awaitAll();
        return report.steps().get(0).tenant().orElseThrow();
    }

    private static CreateTenant create(String name) {
        return new CreateTenant(Optional.of(name), name, name, "boss", password(SECRET), Map.of());
    }

    private static Batch provisioning(String name) {
        MadeBefore made = new MadeBefore(name);
        return new Batch(List.of(
                create(name),
                new AddUser(made, "alice", password(SECRET)),
                new SetQuota(made, "ENDPOINTS", 7),
                new Deploy(made, "orders".getBytes(UTF_8))));
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
