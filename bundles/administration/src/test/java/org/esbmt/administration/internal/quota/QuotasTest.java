package org.esbmt.administration.internal.quota;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Quotas by the administrator of the installation, contingents by the tenant's administrator. */
class QuotasTest {
    private static final String SECRET = "acme's long password";
    private static final Administrator BOSS = new Administrator("acme/boss", "test");
    private static final Administrator OLGA = new Administrator("acme/olga", "test");
    private static final String HOSTILE = "x'; DROP TABLE quota; --\r\ngrantQuota by admin: done.";

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private TenantId globex;
    private UserId boss;
    private UserId olga;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        CreatedTenant made = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(SECRET)));
        acme = made.tenant().id();
        boss = made.administrator().id();
        olga = added("olga", Role.TENANT_OPERATOR);
        globex = bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)))
                .tenant()
                .id();
    }

    // --- quotas

    @Test
    void aQuotaIsGrantedChangedListedAndRevoked() throws Exception {
        QuotaView granted = bus.execute(admin(), new GrantQuota(services(), limit(100, 80)));
        assertThat(granted).isEqualTo(new QuotaView(services(), limit(100, 80), OptionalLong.of(0), 1));

        QuotaView changed = bus.execute(admin(), new ChangeQuota(services(), Limit.of(50)));
        assertThat(changed).isEqualTo(new QuotaView(services(), Limit.of(50), OptionalLong.of(0), 2));
        assertThat(bus.ceilings.list(admin(), acme)).contains(changed);

        bus.execute(admin(), new RevokeQuota(services()));
        assertThat(bus.ceilings.list(admin(), acme)).extracting(QuotaView::id).doesNotContain(services());
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new RevokeQuota(services())));
    }

    @Test
    void theListHasTheUseOfEachQuota() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));

        assertThat(bus.ceilings.list(admin(), acme))
                .filteredOn(q -> q.id().equals(assemblies()))
                .singleElement()
                .satisfies(q -> assertThat(q.used()).hasValue(1));
        assertThat(bus.ceilings.list(admin(), globex))
                .filteredOn(q -> q.id().resource() == Resource.SERVICE_ASSEMBLIES)
                .singleElement()
                .satisfies(q -> assertThat(q.used()).hasValue(0));
    }

    @Test
    void anExistingQuotaIsNotGrantedAgain() {
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new GrantQuota(assemblies(), Limit.of(5))));
    }

    @Test
    void aQuotaIsNotBelowItsUseNorItsContingents() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new ChangeQuota(assemblies(), Limit.of(0))));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new RevokeQuota(assemblies())));

        bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToUser(olga), 4));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new ChangeQuota(assemblies(), Limit.of(3))));
        assertThat(quota(assemblies()).limit()).isEqualTo(Limit.of(10));
    }

    @Test
    void aChangeOfAnOlderRevisionIsRefused() throws Exception {
        QuotaView read = quota(assemblies());
        QuotaView changed =
                bus.execute(admin().expecting(read.revision()), new ChangeQuota(assemblies(), Limit.of(20)));

        refused(
                Reason.STALE,
                () -> bus.execute(admin().expecting(read.revision()), new ChangeQuota(assemblies(), Limit.of(30))));
        refused(Reason.STALE, () -> bus.execute(admin().expecting(read.revision()), new RevokeQuota(assemblies())));
        assertThat(quota(assemblies())).isEqualTo(changed);
    }

    @Test
    void aRepeatedChangeHasTheFirstOutcomeDespiteLaterChanges() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        QuotaView first = bus.execute(asking, new ChangeQuota(assemblies(), limit(20, 15)));
        bus.execute(admin(), new ChangeQuota(assemblies(), Limit.of(30)));

        assertThat(bus.execute(asking, new ChangeQuota(assemblies(), limit(20, 15))))
                .isEqualTo(first);
        assertThat(quota(assemblies()).limit()).isEqualTo(Limit.of(30));
        refused(Reason.CONFLICT, () -> bus.execute(asking, new ChangeQuota(assemblies(), Limit.of(21))));
        refused(Reason.CONFLICT, () -> bus.execute(asking, new RevokeQuota(assemblies())));
    }

    @Test
    void repeatedGrantsAndRevocationsHaveTheirFirstOutcome() throws Exception {
        Administrator granting = admin().asking(UUID.randomUUID());
        QuotaView granted = bus.execute(granting, new GrantQuota(services(), Limit.of(5)));
        assertThat(bus.execute(granting, new GrantQuota(services(), Limit.of(5))))
                .isEqualTo(granted);

        Administrator revoking = admin().asking(UUID.randomUUID());
        bus.execute(revoking, new RevokeQuota(services()));
        bus.execute(revoking, new RevokeQuota(services()));
        assertThat(bus.execute(granting, new GrantQuota(services(), Limit.of(5))))
                .isEqualTo(granted);
        assertThat(bus.ceilings.list(admin(), acme)).extracting(QuotaView::id).doesNotContain(services());
    }

    @Test
    void onlyTheAdministratorOfTheInstallationGrantsQuotas() throws Exception {
        refused(Reason.FORBIDDEN, () -> bus.execute(BOSS, new GrantQuota(services(), Limit.of(5))));
        refused(Reason.FORBIDDEN, () -> bus.execute(BOSS, new ChangeQuota(assemblies(), Limit.of(5))));
        refused(Reason.FORBIDDEN, () -> bus.execute(BOSS, new RevokeQuota(assemblies())));
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new ChangeQuota(assemblies(), Limit.of(5))));
        assertThat(quota(assemblies()).limit()).isEqualTo(Limit.of(10));
    }

    @Test
    void aTenantReadsItsOwnQuotasAndNoOthers() throws Exception {
        assertThat(bus.ceilings.list(BOSS, acme)).isNotEmpty();
        assertThat(bus.ceilings.list(OLGA, acme)).isNotEmpty();
        refused(Reason.FORBIDDEN, () -> bus.ceilings.list(BOSS, globex));
        bus.execute(boss(), new AddUser(acme, "clerk", password(SECRET), Set.of(Role.TENANT_USER)));
        refused(Reason.FORBIDDEN, () -> bus.ceilings.list(new Administrator("acme/clerk", "test"), acme));
    }

    @Test
    void unknownTenantsAndScopesHaveNoQuota() throws Exception {
        TenantId nobody = new TenantId(UUID.randomUUID());
        QuotaId ofNobody = QuotaId.of(nobody, Resource.USERS);
        QuotaId ofSystem = QuotaId.of(TenantRegistry.SYSTEM, Resource.USERS);
        QuotaId onNoCluster = new QuotaId(acme, Resource.USERS, Optional.of(UUID.randomUUID()), Optional.empty());

        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new GrantQuota(ofNobody, Limit.of(1))));
        refused(Reason.NOT_FOUND, () -> bus.ceilings.list(admin(), nobody));
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new GrantQuota(ofSystem, Limit.of(1))));
        refused(Reason.NOT_FOUND, () -> bus.ceilings.list(admin(), TenantRegistry.SYSTEM));
        refused(Reason.INVALID, () -> bus.execute(admin(), new GrantQuota(onNoCluster, Limit.of(1))));
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new ChangeQuota(services(), Limit.of(1))));
        assertThat(bus.audit.read(nobody, 1, 10)).isEmpty();
    }

    @Test
    void aPurgedTenantGetsNothing() throws Exception {
        bus.execute(admin(), new SuspendTenant(acme));
        bus.execute(admin(), new PurgeTenant(acme));

        refused(Reason.CONFLICT, () -> bus.execute(admin(), new GrantQuota(services(), Limit.of(1))));
    }

    @ParameterizedTest
    @EnumSource(
            value = Resource.class,
            names = {"DEAD_LETTERS", "MESSAGES", "PAYLOAD", "IN_FLIGHT", "IN_FLIGHT_BYTES", "WEIGHT"})
    void anUnenforcedQuotaIsNotGrantedButAnEarlierOneIsReadAndRevoked(Resource resource) throws Exception {
        QuotaId quota = QuotaId.of(acme, resource);
        String why = "does not enforce " + resource;
        refused(Reason.INVALID, () -> bus.execute(admin(), new GrantQuota(quota, Limit.of(5))))
                .hasMessageContaining(why);
        refused(Reason.INVALID, () -> bus.execute(BOSS, new GrantContingent(quota, new Grantee.ToUser(olga), 1)))
                .hasMessageContaining(why);

        Grantee toOlga = new Grantee.ToUser(olga);
        bus.quotas.grant(QuotaTexts.key(quota), Limit.of(5), boss);
        bus.quotas.grant(QuotaTexts.key(quota), toOlga, 2, boss);
        assertThat(bus.ceilings.list(admin(), acme)).extracting(QuotaView::id).contains(quota);
        assertThat(contingents(BOSS, acme)).extracting(ContingentView::quota).contains(quota);
        refused(Reason.INVALID, () -> bus.execute(admin(), new ChangeQuota(quota, Limit.of(6))));
        refused(Reason.INVALID, () -> bus.execute(BOSS, new ChangeContingent(quota, new Grantee.ToUser(olga), 1)));
        bus.execute(BOSS, new RevokeContingent(quota, new Grantee.ToUser(olga)));
        bus.execute(admin(), new RevokeQuota(quota));
        assertThat(bus.ceilings.list(admin(), acme)).extracting(QuotaView::id).doesNotContain(quota);
    }

    @Test
    void aQuotaForOneClusterOrComponentIsRefused() {
        QuotaId ofComponent = new QuotaId(acme, Resource.ENDPOINTS, Optional.empty(), Optional.of("http-bc"));

        refused(Reason.INVALID, () -> bus.execute(admin(), new GrantQuota(ofComponent, Limit.of(5))))
                .hasMessageContaining("in the whole installation");
    }

    @Test
    void onlyARateHasABurst() {
        refused(Reason.INVALID, () -> bus.execute(admin(), new ChangeQuota(assemblies(), limit(5, 4, 9))));
    }

    @Test
    void aHostileNameOfAComponentIsRefusedAndWritesNoLineOfItsOwn() throws Exception {
        QuotaId hostile = new QuotaId(acme, Resource.ENDPOINTS, Optional.empty(), Optional.of(HOSTILE));
        try (CapturedLog log = new CapturedLog()) {
            refused(Reason.INVALID, () -> bus.execute(admin(), new GrantQuota(hostile, Limit.of(1))));
            refused(Reason.FORBIDDEN, () -> bus.execute(BOSS, new GrantQuota(hostile, Limit.of(1))));
            assertThat(log.linesWith("grantQuota by admin: done."))
                    .hasSize(2)
                    .allMatch(line -> line.contains(Audit.LOGGER));
        }
        assertThat(bus.ceilings.list(admin(), acme))
                .allSatisfy(q -> assertThat(q.id().component()).isEmpty());
    }

    @Test
    void theAuditHasTheLimitsBeforeAndAfter() throws Exception {
        bus.execute(admin(), new ChangeQuota(assemblies(), limit(20, 15)));

        NewAuditEntry entry = bus.audit
                .read(acme, bus.audit.head(acme).orElseThrow().sequence(), 1)
                .get(0)
                .content();
        assertThat(entry.action()).isEqualTo("changeQuota");
        assertThat(entry.object()).isEqualTo("quota SERVICE_ASSEMBLIES of tenant " + acme);
        assertThat(entry.before()).contains("hard 10");
        assertThat(entry.after()).contains("hard 20 soft 15");
    }

    @Test
    void anUndoneChangeWarnsOfNoSoftLimit() throws Exception {
        bus.execute(admin(), new ChangeQuota(assemblies(), limit(3, 1)));
        try (CapturedLog log = new CapturedLog()) {
            bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("one"))));
            assertThat(log.linesWith("soft limit")).isEmpty();

            bus.node.goAway();
            refused(
                    Reason.UNAVAILABLE,
                    () -> bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("lost")))));
            assertThat(log.linesWith("soft limit")).isEmpty();
        }
    }

    @Test
    void onlyTheFirstChangeBeyondASoftLimitIsLogged() throws Exception {
        bus.execute(admin(), new ChangeQuota(assemblies(), limit(5, 1)));
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("one"))));
        try (CapturedLog log = new CapturedLog()) {
            bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("two"))));
            bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("two"))));
            bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("three"))));

            assertThat(log.linesWith("soft limit"))
                    .singleElement()
                    .asString()
                    .contains(
                            "WARN", acme.toString(), "uses 2 of SERVICE_ASSEMBLIES", "soft limit of 1", "more than 5");
        }
    }

    // --- contingents

    @Test
    void aContingentIsGrantedChangedListedAndRevoked() throws Exception {
        Grantee toOlga = new Grantee.ToUser(olga);
        ContingentView granted = bus.execute(BOSS, new GrantContingent(assemblies(), toOlga, 4));
        assertThat(granted).isEqualTo(new ContingentView(assemblies(), toOlga, 4, OptionalLong.of(0), 1));

        ContingentView changed = bus.execute(BOSS, new ChangeContingent(assemblies(), toOlga, 6));
        assertThat(changed).isEqualTo(new ContingentView(assemblies(), toOlga, 6, OptionalLong.of(0), 2));
        assertThat(contingents(OLGA, acme)).containsExactly(changed);

        bus.execute(BOSS, new RevokeContingent(assemblies(), toOlga));
        assertThat(contingents(BOSS, acme)).isEmpty();
        refused(Reason.NOT_FOUND, () -> bus.execute(BOSS, new ChangeContingent(assemblies(), toOlga, 1)));
        refused(Reason.NOT_FOUND, () -> bus.execute(BOSS, new RevokeContingent(assemblies(), toOlga)));
    }

    @Test
    void anOperatorSeesTheContingentsOfTheirOwnUse() throws Exception {
        UserId otto = added("otto", Role.TENANT_OPERATOR);
        UserId audrey = added("audrey", Role.TENANT_AUDITOR);
        Grantee operators = new Grantee.ToRole(Role.TENANT_OPERATOR);
        ContingentView own = bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToUser(olga), 1));
        bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToUser(otto), 1));
        bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToUser(audrey), 1));
        bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToRole(Role.TENANT_USER), 1));
        ContingentView shared = bus.execute(BOSS, new GrantContingent(assemblies(), operators, 1));

        assertThat(contingents(OLGA, acme)).containsExactlyInAnyOrder(own, shared);
        for (Administrator all : List.of(BOSS, new Administrator("acme/audrey", "test"))) {
            assertThat(contingents(all, acme)).hasSize(5);
        }
        assertThat(bus.contingents.list(OLGA, acme, new PageRequest(1, 1))).isEqualTo(new Page<>(List.of(own), 1, 2));
        assertThat(bus.contingents.list(OLGA, acme, new PageRequest(2, 10))).isEqualTo(new Page<>(List.of(), 2, 2));
        Page<ContingentView> last = bus.contingents.list(BOSS, acme, new PageRequest(4, 10));
        assertThat(last.entries()).hasSize(1);
        assertThat(last.total()).isEqualTo(5);
    }

    @Test
    void theSumOfContingentsDoesNotExceedTheirQuota() throws Exception {
        Grantee operators = new Grantee.ToRole(Role.TENANT_OPERATOR);
        bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToUser(olga), 6));

        refused(Reason.EXCEEDED, () -> bus.execute(BOSS, new GrantContingent(assemblies(), operators, 5)))
                .hasMessageContaining("quota");
        bus.execute(BOSS, new GrantContingent(assemblies(), operators, 4));
        refused(Reason.EXCEEDED, () -> bus.execute(BOSS, new ChangeContingent(assemblies(), operators, 5)));
        assertThat(contingents(BOSS, acme)).extracting(ContingentView::amount).containsExactlyInAnyOrder(6L, 4L);
    }

    @Test
    void anOperatorsAssemblyCountsInTheContingent() throws Exception {
        Grantee operators = new Grantee.ToRole(Role.TENANT_OPERATOR);
        for (Map.Entry<Resource, Integer> amount : Map.of(
                        Resource.SERVICE_ASSEMBLIES, 1,
                        Resource.SERVICE_UNITS, 1,
                        Resource.ENDPOINTS, 1,
                        Resource.REGISTRY_BYTES, 10_000)
                .entrySet()) {
            bus.execute(BOSS, new GrantContingent(QuotaId.of(acme, amount.getKey()), operators, amount.getValue()));
        }
        bus.execute(OLGA, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));

        assertThat(contingents(BOSS, acme))
                .filteredOn(c -> c.quota().equals(assemblies()))
                .singleElement()
                .satisfies(c -> assertThat(c.used()).hasValue(1));
        refused(Reason.CONFLICT, () -> bus.execute(BOSS, new ChangeContingent(assemblies(), operators, 0)));
        refused(Reason.CONFLICT, () -> bus.execute(BOSS, new RevokeContingent(assemblies(), operators)));
        refused(
                Reason.EXCEEDED,
                () -> bus.execute(OLGA, new DeployAssembly(acme, Optional.empty(), Content.of(archive("stock")))));
        bus.execute(BOSS, new ChangeContingent(QuotaId.of(acme, Resource.ENDPOINTS), operators, 2));
        bus.execute(BOSS, new ChangeContingent(QuotaId.of(acme, Resource.SERVICE_UNITS), operators, 2));
        bus.execute(BOSS, new ChangeContingent(assemblies(), operators, 2));
        assertThat(bus.execute(OLGA, new DeployAssembly(acme, Optional.empty(), Content.of(archive("stock"))))
                        .state())
                .isEqualTo("STARTED");
    }

    /** The table of roles permits an operator all of it. The rule refuses, also if the operator's contingent has room. */
    @Test
    void anOperatorChangesNoAssemblyOutsideTheirContingents() throws Exception {
        Grantee operators = new Grantee.ToRole(Role.TENANT_OPERATOR);
        for (Resource resource : List.of(
                Resource.SERVICE_ASSEMBLIES, Resource.SERVICE_UNITS, Resource.ENDPOINTS, Resource.REGISTRY_BYTES)) {
            bus.execute(
                    BOSS,
                    new GrantContingent(
                            QuotaId.of(acme, resource), operators, resource == Resource.REGISTRY_BYTES ? 10_000 : 2));
        }
        bus.execute(BOSS, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        bus.execute(BOSS, new SwitchAssembly(acme, Content.of(archive("orders"))));
        AssemblyView before = only(bus.assemblyQueries.list(BOSS, acme, PageRequest.first(10)));

        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new UndeployAssembly(acme, "orders")))
                .hasMessageContaining("the assembly 'orders' counts in no contingent of yours")
                .hasMessageEndingWith("It is for TENANT_ADMIN of the tenant whose it is.");
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new UpdateAssembly(acme, Content.of(archive("orders")))));
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new SwitchAssembly(acme, Content.of(archive("orders")))));
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new RollBackAssembly(acme, "orders")));
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new ShutDownAssembly(acme, "orders")));
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new StartAssembly(acme, "orders")));
        refused(
                Reason.FORBIDDEN,
                () -> bus.assemblyQueries.archive(OLGA, acme, "orders", AssemblyAdministration.Archive.ORIGINAL));

        assertThat(only(bus.assemblyQueries.list(BOSS, acme, PageRequest.first(10))))
                .isEqualTo(before);
        assertThat(bus.audit.read(acme, 1, 1_000))
                .extracting(entry -> entry.content().action())
                .endsWith(
                        "undeployAssembly refused: FORBIDDEN",
                        "updateAssembly refused: FORBIDDEN",
                        "switchAssembly refused: FORBIDDEN",
                        "rollBackAssembly refused: FORBIDDEN",
                        "shutDownAssembly refused: FORBIDDEN",
                        "startAssembly refused: FORBIDDEN",
                        "exportAssembly refused: FORBIDDEN");
        refused(
                Reason.NOT_FOUND,
                () -> bus.assemblyQueries.archive(OLGA, acme, "nothing", AssemblyAdministration.Archive.ORIGINAL));
        assertThat(bus.execute(OLGA, new StopAssembly(acme, "orders")).state())
                .as("in an incident")
                .isEqualTo("STOPPED");
        bus.execute(BOSS, new ShutDownAssembly(acme, "orders"));
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new StopAssembly(acme, "orders")));
    }

    /** The new version stays in the contingent of the role, although the operator has an own one by then. */
    @Test
    void anAssemblyStaysInTheSharedContingentOfTheOperators() throws Exception {
        added("otto", Role.TENANT_OPERATOR);
        Administrator otto = new Administrator("acme/otto", "test");
        List<Resource> resources = List.of(
                Resource.SERVICE_ASSEMBLIES, Resource.SERVICE_UNITS, Resource.ENDPOINTS, Resource.REGISTRY_BYTES);
        for (Grantee grantee : List.of(new Grantee.ToRole(Role.TENANT_OPERATOR), new Grantee.ToUser(olga))) {
            for (Resource resource : resources) {
                bus.execute(
                        BOSS,
                        new GrantContingent(
                                QuotaId.of(acme, resource), grantee, resource == Resource.REGISTRY_BYTES ? 1_000 : 2));
            }
        }
        bus.execute(otto, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));

        bus.execute(OLGA, new SwitchAssembly(acme, Content.of(archive("orders"))));
        bus.execute(OLGA, new RollBackAssembly(acme, "orders"));

        assertThat(bus.execute(otto, new ShutDownAssembly(acme, "orders")).state())
                .isEqualTo("SHUTDOWN");
        bus.execute(otto, new UndeployAssembly(acme, "orders"));
    }

    private static <T> T only(Page<T> page) {
        assertThat(page.entries()).hasSize(1);
        return page.entries().get(0);
    }

    @Test
    void aContingentOfAnOlderRevisionIsNotChanged() throws Exception {
        Grantee toOlga = new Grantee.ToUser(olga);
        ContingentView read = bus.execute(BOSS, new GrantContingent(assemblies(), toOlga, 4));
        bus.execute(BOSS.expecting(read.revision()), new ChangeContingent(assemblies(), toOlga, 5));

        refused(
                Reason.STALE,
                () -> bus.execute(BOSS.expecting(read.revision()), new ChangeContingent(assemblies(), toOlga, 6)));
        refused(
                Reason.STALE,
                () -> bus.execute(BOSS.expecting(read.revision()), new RevokeContingent(assemblies(), toOlga)));
    }

    @Test
    void aRepeatedGrantOfAContingentHasTheFirstOutcome() throws Exception {
        Grantee toOlga = new Grantee.ToUser(olga);
        Administrator granting = BOSS.asking(UUID.randomUUID());
        ContingentView first = bus.execute(granting, new GrantContingent(assemblies(), toOlga, 4));
        bus.execute(BOSS, new ChangeContingent(assemblies(), toOlga, 2));

        assertThat(bus.execute(granting, new GrantContingent(assemblies(), toOlga, 4)))
                .isEqualTo(first);
        refused(Reason.CONFLICT, () -> bus.execute(granting, new GrantContingent(assemblies(), toOlga, 5)));
        Administrator revoking = BOSS.asking(UUID.randomUUID());
        bus.execute(revoking, new RevokeContingent(assemblies(), toOlga));
        bus.execute(revoking, new RevokeContingent(assemblies(), toOlga));
    }

    @Test
    void onlyTheTenantsAdministratorGrantsContingents() throws Exception {
        Grantee toOlga = new Grantee.ToUser(olga);
        QuotaId ofGlobex = QuotaId.of(globex, Resource.SERVICE_ASSEMBLIES);

        refused(Reason.FORBIDDEN, () -> bus.execute(admin(), new GrantContingent(assemblies(), toOlga, 1)));
        refused(Reason.FORBIDDEN, () -> bus.execute(OLGA, new GrantContingent(assemblies(), toOlga, 1)));
        refused(Reason.FORBIDDEN, () -> bus.execute(BOSS, new GrantContingent(ofGlobex, toOlga, 1)));
        refused(Reason.FORBIDDEN, () -> contingents(BOSS, globex));
        refused(Reason.FORBIDDEN, () -> contingents(admin(), acme));
        assertThat(contingents(BOSS, acme)).isEmpty();
    }

    @Test
    void unknownUsersAndAdministratorsGetNoContingent() {
        UserId stranger = new UserId(UUID.randomUUID());
        Grantee administrators = new Grantee.ToRole(Role.TENANT_ADMIN);

        refused(
                Reason.NOT_FOUND,
                () -> bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToUser(stranger), 1)));
        refused(
                Reason.NOT_FOUND,
                () -> bus.execute(BOSS, new GrantContingent(services(), new Grantee.ToUser(olga), 1)));
        refused(Reason.INVALID, () -> bus.execute(BOSS, new GrantContingent(assemblies(), administrators, 1)));
        refused(
                Reason.INVALID,
                () -> bus.execute(BOSS, new GrantContingent(assemblies(), new Grantee.ToUser(boss), -1)));
    }

    // --- names

    @Test
    void resourcesAndRolesAreThoseOfTheRegistry() {
        assertThat(Arrays.stream(Resource.values()).map(Enum::name))
                .containsExactlyElementsOf(
                        Arrays.stream(Resource.values()).map(Enum::name).toList());
        assertThat(Role.Level.TENANT.roles().stream().map(Enum::name))
                .containsExactlyElementsOf(Arrays.stream(Role.values())
                        .filter(role -> role.level() == Role.Level.TENANT)
                        .map(Enum::name)
                        .toList());
    }

    private UserId added(String login, Role role) throws Exception {
        return bus.registry
                .addUser(
                        acme,
                        new NewUser(new Login(login), new Verifier(bus.hasher.verifier(SECRET.toCharArray()))),
                        Set.of(role),
                        boss)
                .value()
                .id();
    }

    private List<ContingentView> contingents(Administrator by, TenantId tenant) throws Exception {
        return bus.contingents.list(by, tenant, PageRequest.first(100)).entries();
    }

    private QuotaView quota(QuotaId id) throws Exception {
        return bus.ceilings.list(admin(), acme).stream()
                .filter(q -> q.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private QuotaId assemblies() {
        return QuotaId.of(acme, Resource.SERVICE_ASSEMBLIES);
    }

    private QuotaId services() {
        return QuotaId.of(acme, Resource.REGISTERED_SERVICES);
    }

    private static Limit limit(long hard, long soft) {
        return new Limit(hard, OptionalLong.of(soft), OptionalLong.empty());
    }

    private static Limit limit(long hard, long soft, long burst) {
        return new Limit(hard, OptionalLong.of(soft), OptionalLong.of(burst));
    }

    private static ByteArrayInputStream archive(String name) {
        return new ByteArrayInputStream(name.getBytes(UTF_8));
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
