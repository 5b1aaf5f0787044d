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
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.batch.Batch;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.Step;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.administration.api.batch.BatchReport;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Resource;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchManagerTest {
    private static final String SECRET = "acme's long password";

    @TempDir
    Path data;

    private TestBus bus;
    private BatchManager batches;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        batches = new BatchManager(
                bus.access,
                bus.chains,
                bus.aftermath,
                bus.repeated,
                bus.tenants,
                bus.users,
                bus.assemblies,
                bus.registrations,
                bus.allotments);
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
