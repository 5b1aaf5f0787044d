package org.esbmt.registry.testing.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

/** The uses that count in quotas and contingents. A part of {@link ConfigurationRegistryContract}. */
abstract class UsesContract extends ConfigurationFixture {
    private static final QuotaKey ENDPOINTS = QuotaKey.of(ACME, Resource.ENDPOINTS);
    private static final QuotaKey UNITS = QuotaKey.of(ACME, Resource.SERVICE_UNITS);
    private static final Consumer ADMIN = new Consumer.WithinQuota(ACME, BY);
    private static final UserId OPERATOR = new UserId(UUID.randomUUID());
    private static final Consumer MEMBER =
            new Consumer.WithinContingent(ACME, OPERATOR, Set.of(Role.TENANT_OPERATOR, Role.TENANT_USER));
    private static final Grantee OPERATORS = new Grantee.ToRole(Role.TENANT_OPERATOR);
    private static final Grantee USERS = new Grantee.ToRole(Role.TENANT_USER);
    private static final Grantee HIMSELF = new Grantee.ToUser(OPERATOR);

    @Test
    void aTenantGivesBackEverythingAtOnceAndAnotherNothing() throws Exception {
        QuotaKey users = QuotaKey.of(ACME, Resource.USERS);
        QuotaKey globexs = QuotaKey.of(GLOBEX, Resource.USERS);
        registry.quotas().grant(users, Limit.of(5), BY);
        registry.quotas().grant(globexs, Limit.of(5), BY);
        registry.contingents().grant(users, new Grantee.ToUser(BY), 3, BY);
        HolderId holder = HolderId.random();
        registry.consumption().hold(ACME, Set.of(Resource.USERS, Resource.ENDPOINTS));
        registry.consumption()
                .consume(
                        holder,
                        List.of(Use.of(Resource.USERS, 2)),
                        new Consumer.WithinContingent(ACME, BY, Set.of(Role.TENANT_OPERATOR)));
        registry.consumption()
                .consume(holder, List.of(Use.of(Resource.USERS, 1)), new Consumer.WithinQuota(GLOBEX, BY));

        registry.consumption().releaseAll(ACME);

        assertThat(registry.quotas().findQuota(users).orElseThrow().value().used())
                .isZero();
        assertThat(contingents(ACME).get(0).value().used()).isZero();
        assertThat(registry.consumption().uses(ACME, holder)).isEmpty();
        assertThat(registry.quotas().findQuota(globexs).orElseThrow().value().used())
                .isEqualTo(1);
    }

    @Test
    void aUseCountsUntilItsRelease() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.quotas().grant(UNITS, Limit.of(5), BY);
        HolderId assembly = HolderId.random();
        Use endpoints = Use.of(Resource.ENDPOINTS, 4);
        Use units = Use.of(Resource.SERVICE_UNITS, 2);

        registry.consumption().consume(assembly, List.of(endpoints, units), ADMIN);

        assertThat(used(ENDPOINTS)).isEqualTo(4);
        assertThat(used(UNITS)).isEqualTo(2);
        assertThat(registry.consumption().uses(ACME, assembly)).containsExactlyInAnyOrder(endpoints, units);
        assertThat(registry.consumption().uses(GLOBEX, assembly)).isEmpty();
        assertThat(registry.consumption().release(GLOBEX, assembly)).isEmpty();
        assertThat(registry.consumption().release(ACME, assembly)).containsExactlyInAnyOrder(endpoints, units);
        assertThat(registry.consumption().release(ACME, assembly)).isEmpty();
        assertThat(used(ENDPOINTS)).isZero();
        assertThat(used(UNITS)).isZero();
    }

    @Test
    void aHolderIsWithinTheContingentsThatAllItsUsesCountIn() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.quotas().grant(UNITS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, OPERATORS, 5, BY);
        registry.contingents().grant(UNITS, HIMSELF, 5, BY);
        List<Use> uses = List.of(Use.of(Resource.ENDPOINTS, 1), Use.of(Resource.SERVICE_UNITS, 1));
        HolderId theirs = HolderId.random();
        HolderId administrators = HolderId.random();
        registry.consumption().consume(theirs, uses, MEMBER);
        registry.consumption().consume(administrators, uses, ADMIN);

        assertThat(within(theirs, HIMSELF, OPERATORS, USERS)).isTrue();
        assertThat(within(theirs, HIMSELF)).as("endpoints are of the role").isFalse();
        assertThat(within(theirs, OPERATORS)).as("units are of the user").isFalse();
        assertThat(within(theirs)).isFalse();
        assertThat(within(administrators, HIMSELF, OPERATORS, USERS)).isFalse();
        assertThat(within(HolderId.random(), HIMSELF, OPERATORS))
                .as("uses nothing")
                .isFalse();
        assertThat(registry.consumption().isWithinContingents(GLOBEX, theirs, Set.of(HIMSELF, OPERATORS)))
                .isFalse();
        registry.consumption().release(ACME, theirs);
        assertThat(within(theirs, HIMSELF, OPERATORS)).isFalse();
    }

    /** The member also has a contingent of their own. For a new use it would take precedence. */
    @Test
    void usesThatReplaceOthersStayInTheContingentOfThese() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, OPERATORS, 3, BY);
        HolderId assembly = HolderId.random();
        registry.consumption().consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 1)), MEMBER);
        registry.contingents().grant(ENDPOINTS, HIMSELF, 5, BY);
        Map<Resource, Set<Grantee>> former = registry.consumption().grantees(ACME, assembly);
        Consumer again = new Consumer.WithinContingent(ACME, OPERATOR, Set.of(Role.TENANT_OPERATOR), former);

        assertThat(former).isEqualTo(Map.of(Resource.ENDPOINTS, Set.of(OPERATORS)));
        registry.consumption().release(ACME, assembly);
        registry.consumption().consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 2)), again);
        assertThat(registry.consumption().grantees(ACME, assembly)).isEqualTo(former);
        registry.consumption().release(ACME, assembly);
        assertThat(registry.consumption().grantees(ACME, assembly)).isEmpty();
        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .as("more than the role has room for, though the user has")
                .isThrownBy(
                        () -> registry.consumption().consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 4)), again));
    }

    private boolean within(HolderId holder, Grantee... grantees) throws RegistryException {
        return registry.consumption().isWithinContingents(ACME, holder, Set.of(grantees));
    }

    @Test
    void moreThanTheQuotaIsRefusedAndLeavesNothing() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.quotas().grant(UNITS, Limit.of(1), BY);
        use(ADMIN, Use.of(Resource.ENDPOINTS, 3));
        HolderId assembly = HolderId.random();

        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> use(ADMIN, Use.of(Resource.ENDPOINTS, 8)))
                .satisfies(e -> {
                    assertThat(e.resource()).isEqualTo("ENDPOINTS");
                    assertThat(e.limit()).isEqualTo(10);
                    assertThat(e.used()).isEqualTo(3);
                });
        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> use(ADMIN, Use.of(Resource.ENDPOINTS, Long.MAX_VALUE)));
        assertThatExceptionOfType(RegistryException.Exceeded.class).isThrownBy(() -> registry.consumption()
                .consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 1), Use.of(Resource.SERVICE_UNITS, 2)), ADMIN));

        assertThat(used(ENDPOINTS)).isEqualTo(3);
        assertThat(registry.consumption().uses(ACME, assembly)).isEmpty();
        use(ADMIN, Use.of(Resource.ENDPOINTS, 7));
    }

    @Test
    void withoutAQuotaThereIsNothing() throws Exception {
        registry.quotas().grant(QuotaKey.of(GLOBEX, Resource.ENDPOINTS), Limit.of(10), BY);

        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> use(ADMIN, Use.of(Resource.ENDPOINTS, 1)))
                .satisfies(e -> assertThat(e.limit()).isZero());
        assertThatIllegalArgumentException().isThrownBy(() -> Use.of(Resource.MESSAGES, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Use.of(Resource.ENDPOINTS, 0));
    }

    @Test
    void ofFortyConsumersAtOnceExactlyTenGetAQuotaOfTen() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);

        List<Object> outcomes = AtOnce.run(40, () -> {
            use(ADMIN, Use.of(Resource.ENDPOINTS, 1));
            return true;
        });

        assertThat(outcomes).filteredOn(Boolean.TRUE::equals).hasSize(10);
        assertThat(outcomes)
                .filteredOn(RegistryException.Exceeded.class::isInstance)
                .hasSize(30);
        assertThat(used(ENDPOINTS)).isEqualTo(10);
    }

    @Test
    void consumersOfSeveralResourcesInAnyOrderNeverDeadlock() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(100), BY);
        registry.quotas().grant(UNITS, Limit.of(100), BY);
        AtomicInteger turn = new AtomicInteger();
        Use endpoint = Use.of(Resource.ENDPOINTS, 1);
        Use unit = Use.of(Resource.SERVICE_UNITS, 1);

        List<Object> outcomes = AtOnce.run(16, () -> {
            HolderId holder = HolderId.random();
            boolean even = turn.getAndIncrement() % 2 == 0;
            registry.consumption().consume(holder, even ? List.of(endpoint, unit) : List.of(unit, endpoint), ADMIN);
            return registry.consumption().release(ACME, holder).size();
        });

        assertThat(outcomes).hasSize(16).allMatch(Integer.valueOf(2)::equals);
        assertThat(used(ENDPOINTS)).isZero();
        assertThat(used(UNITS)).isZero();
    }

    @Test
    void aUseCountsInEveryQuotaThatCoversIt() throws Exception {
        ClusterId main = cluster("main").id();
        ClusterId other = cluster("other").id();
        ComponentName camel = component("camel-se", "1").definition().name();
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.quotas().grant(ENDPOINTS.on(main), Limit.of(3), BY);
        registry.quotas().grant(ENDPOINTS.of(camel), Limit.of(4), BY);

        use(ADMIN, new Use(Resource.ENDPOINTS, Optional.of(main), Optional.of(camel), 2));

        assertThat(used(ENDPOINTS)).isEqualTo(2);
        assertThat(used(ENDPOINTS.on(main))).isEqualTo(2);
        assertThat(used(ENDPOINTS.of(camel))).isEqualTo(2);
        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> use(ADMIN, new Use(Resource.ENDPOINTS, Optional.of(main), Optional.empty(), 2)))
                .satisfies(e -> assertThat(e.limit()).isEqualTo(3));
        use(ADMIN, new Use(Resource.ENDPOINTS, Optional.of(other), Optional.empty(), 2));
        assertThat(used(ENDPOINTS)).isEqualTo(4);
        assertThat(used(ENDPOINTS.on(main))).isEqualTo(2);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() ->
                        use(ADMIN, new Use(Resource.ENDPOINTS, Optional.of(ClusterId.random()), Optional.empty(), 1)));
    }

    @Test
    void aLaterQuotaCountsExistingUses() throws Exception {
        ClusterId main = cluster("main").id();
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        HolderId assembly = HolderId.random();
        Use onMain = new Use(Resource.ENDPOINTS, Optional.of(main), Optional.empty(), 3);
        registry.consumption().consume(assembly, List.of(onMain), ADMIN);
        use(ADMIN, Use.of(Resource.ENDPOINTS, 1));

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.quotas().grant(ENDPOINTS.on(main), Limit.of(2), BY));
        registry.quotas().grant(ENDPOINTS.on(main), Limit.of(3), BY);

        assertThat(used(ENDPOINTS.on(main))).isEqualTo(3);
        registry.consumption().release(ACME, assembly);
        assertThat(used(ENDPOINTS.on(main))).isZero();
        assertThat(used(ENDPOINTS)).isEqualTo(1);
    }

    @Test
    void nothingIsLoweredBelowItsUseNorRevokedUnderIt() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, HIMSELF, 5, BY);
        use(MEMBER, Use.of(Resource.ENDPOINTS, 4));

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.contingents().change(ENDPOINTS, HIMSELF, 1, 3, BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.contingents().revoke(ENDPOINTS, HIMSELF, 1));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.quotas().change(ENDPOINTS, 1, Limit.of(3), BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.quotas().revoke(ENDPOINTS, 1));
        registry.contingents().change(ENDPOINTS, HIMSELF, 1, 4, BY);
        registry.quotas().change(ENDPOINTS, 1, Limit.of(4), BY);
    }

    @Test
    void aMemberWithoutAContingentUsesNothing() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, new Grantee.ToUser(BY), 5, BY);
        registry.contingents().grant(ENDPOINTS, new Grantee.ToRole(Role.TENANT_AUDITOR), 5, BY);

        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> use(MEMBER, Use.of(Resource.ENDPOINTS, 1)))
                .satisfies(e -> assertThat(e.limit()).isZero());
        assertThat(used(ENDPOINTS)).isZero();
    }

    @Test
    void aContingentIsUsedAndGivenBack() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, OPERATORS, 3, BY);
        HolderId assembly = HolderId.random();

        registry.consumption().consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 3)), MEMBER);

        assertThat(usedOf(OPERATORS)).isEqualTo(3);
        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> use(MEMBER, Use.of(Resource.ENDPOINTS, 1)))
                .satisfies(e -> {
                    assertThat(e.limit()).isEqualTo(3);
                    assertThat(e.used()).isEqualTo(3);
                });
        use(ADMIN, Use.of(Resource.ENDPOINTS, 7));
        registry.consumption().release(ACME, assembly);
        assertThat(usedOf(OPERATORS)).isZero();
        assertThat(used(ENDPOINTS)).isEqualTo(7);
    }

    @Test
    void theOwnContingentComesBeforeThoseOfRoles() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, OPERATORS, 2, BY);
        registry.contingents().grant(ENDPOINTS, USERS, 3, BY);
        HolderId ofRole = HolderId.random();
        registry.consumption().consume(ofRole, List.of(Use.of(Resource.ENDPOINTS, 2)), MEMBER);
        use(MEMBER, Use.of(Resource.ENDPOINTS, 3));
        assertThat(usedOf(OPERATORS)).isEqualTo(2);
        assertThat(usedOf(USERS)).isEqualTo(3);

        registry.contingents().grant(ENDPOINTS, HIMSELF, 1, BY);
        use(MEMBER, Use.of(Resource.ENDPOINTS, 1));
        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> use(MEMBER, Use.of(Resource.ENDPOINTS, 1)))
                .satisfies(e -> assertThat(e.limit()).isEqualTo(1));
        registry.consumption().release(ACME, ofRole);

        assertThat(usedOf(OPERATORS)).isZero();
        assertThat(usedOf(USERS)).isEqualTo(3);
        assertThat(usedOf(HIMSELF)).isEqualTo(1);
    }

    @Test
    void aHolderUsesAThingOnce() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.quotas().grant(QuotaKey.of(GLOBEX, Resource.ENDPOINTS), Limit.of(10), BY);
        HolderId assembly = HolderId.random();
        registry.consumption().consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 1)), ADMIN);

        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> registry.consumption()
                .consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 1)), ADMIN));
        registry.consumption()
                .consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 1)), new Consumer.WithinQuota(GLOBEX, BY));
        assertThat(used(ENDPOINTS)).isEqualTo(1);
    }

    @Test
    void aReleaseAtOnceGivesBackOnce() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        HolderId assembly = HolderId.random();
        use(ADMIN, Use.of(Resource.ENDPOINTS, 5));
        registry.consumption().consume(assembly, List.of(Use.of(Resource.ENDPOINTS, 5)), ADMIN);

        List<Object> outcomes = AtOnce.run(
                8, () -> registry.consumption().release(ACME, assembly).size());

        assertThat(outcomes).filteredOn(Integer.valueOf(1)::equals).hasSize(1);
        assertThat(outcomes).filteredOn(Integer.valueOf(0)::equals).hasSize(7);
        assertThat(used(ENDPOINTS)).isEqualTo(5);
    }

    @Test
    void componentsOfUsesAreAnyTextAndStayIt() throws Exception {
        registry.quotas().grant(UNITS, Limit.of(1_000), BY);
        for (String attack : ATTACKS) {
            HolderId holder = HolderId.random();
            Use use = new Use(Resource.SERVICE_UNITS, Optional.empty(), Optional.of(new ComponentName(attack)), 1);
            registry.consumption().consume(holder, List.of(use), ADMIN);
            assertThat(registry.consumption().uses(ACME, holder)).containsExactly(use);
        }
    }

    private void use(Consumer consumer, Use use) throws RegistryException {
        registry.consumption().consume(HolderId.random(), List.of(use), consumer);
    }

    private long used(QuotaKey key) throws RegistryException {
        return registry.quotas().findQuota(key).orElseThrow().value().used();
    }

    private long usedOf(Grantee grantee) throws RegistryException {
        return contingents(ACME).stream()
                .filter(c -> c.value().grantee().equals(grantee))
                .findFirst()
                .orElseThrow()
                .value()
                .used();
    }
}
