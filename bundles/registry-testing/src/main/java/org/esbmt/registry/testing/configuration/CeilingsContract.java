package org.esbmt.registry.testing.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

/** The grant, change and revocation of quotas and contingents. A part of {@link ConfigurationRegistryContract}. */
abstract class CeilingsContract extends ConfigurationFixture {
    private static final QuotaKey ENDPOINTS = QuotaKey.of(ACME, Resource.ENDPOINTS);
    private static final Grantee OPERATORS = new Grantee.ToRole(Role.TENANT_OPERATOR);

    @Test
    void aQuotaIsGrantedOnceAndFound() throws Exception {
        Limit limit = new Limit(100, OptionalLong.of(80), OptionalLong.of(120));
        QuotaKey rate = QuotaKey.of(ACME, Resource.MESSAGES);

        Versioned<Quota> granted = registry.quotas().grant(rate, limit, BY);

        assertThat(granted).isEqualTo(new Versioned<>(new Quota(rate, limit, 0), 1));
        assertThat(registry.quotas().findQuota(rate)).contains(granted);
        assertThat(registry.quotas().findQuota(ENDPOINTS)).isEmpty();
        assertThat(registry.quotas().quotas(GLOBEX)).isEmpty();
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.quotas().grant(rate, limit, BY));
    }

    @Test
    void quotasOfClusterAndComponentStandBesideTheTenants() throws Exception {
        ClusterId main = cluster("main").id();
        ComponentName camel = component("camel-se", "1").definition().name();
        List<QuotaKey> keys = List.of(
                ENDPOINTS,
                ENDPOINTS.on(main),
                ENDPOINTS.of(camel),
                ENDPOINTS.on(main).of(camel));
        for (int i = 0; i < keys.size(); i++) {
            registry.quotas().grant(keys.get(i), Limit.of(i), BY);
        }

        for (int i = 0; i < keys.size(); i++) {
            assertThat(registry.quotas().findQuota(keys.get(i)))
                    .contains(new Versioned<>(new Quota(keys.get(i), Limit.of(i), 0), 1));
        }
        assertThat(registry.quotas().quotas(ACME)).hasSize(4);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.quotas().grant(ENDPOINTS.on(ClusterId.random()), Limit.of(1), BY));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.quotas().grant(ENDPOINTS.of(new ComponentName("nothing")), Limit.of(1), BY));
    }

    @Test
    void aQuotaIsChangedAndRevokedFromTheExpectedRevisionOnly() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(5), BY);
        Versioned<Quota> changed = registry.quotas().change(ENDPOINTS, 1, Limit.of(7), BY);

        assertThat(changed).isEqualTo(new Versioned<>(new Quota(ENDPOINTS, Limit.of(7), 0), 2));
        for (long wrong : List.of(0L, 1L, 3L)) {
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> registry.quotas().change(ENDPOINTS, wrong, Limit.of(9), BY));
            assertThatExceptionOfType(RegistryException.Stale.class)
                    .isThrownBy(() -> registry.quotas().revoke(ENDPOINTS, wrong));
        }
        assertThat(registry.quotas().findQuota(ENDPOINTS)).contains(changed);
        registry.quotas().revoke(ENDPOINTS, 2);
        assertThat(registry.quotas().findQuota(ENDPOINTS)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.quotas().change(ENDPOINTS, 2, Limit.of(9), BY));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.quotas().revoke(ENDPOINTS, 2));
    }

    @Test
    void aContingentIsGrantedOnceChangedAndRevoked() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        Versioned<Contingent> granted = registry.contingents().grant(ENDPOINTS, OPERATORS, 3, BY);

        assertThat(granted).isEqualTo(new Versioned<>(new Contingent(ENDPOINTS, OPERATORS, 3, 0), 1));
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.contingents().grant(ENDPOINTS, OPERATORS, 3, BY));
        Versioned<Contingent> changed = registry.contingents().change(ENDPOINTS, OPERATORS, 1, 10, BY);
        assertThat(changed).isEqualTo(new Versioned<>(new Contingent(ENDPOINTS, OPERATORS, 10, 0), 2));
        assertThat(contingents(ACME)).containsExactly(changed);
        assertThat(contingents(GLOBEX)).isEmpty();
        assertThat(registry.contingents().findContingent(ENDPOINTS, OPERATORS)).contains(changed);
        assertThat(registry.contingents().findContingent(ENDPOINTS, new Grantee.ToUser(BY)))
                .isEmpty();
        assertThat(registry.contingents().findContingent(QuotaKey.of(GLOBEX, Resource.ENDPOINTS), OPERATORS))
                .isEmpty();
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.contingents().change(ENDPOINTS, OPERATORS, 1, 4, BY));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.contingents().revoke(ENDPOINTS, OPERATORS, 1));
        registry.contingents().revoke(ENDPOINTS, OPERATORS, 2);
        assertThat(contingents(ACME)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.contingents().revoke(ENDPOINTS, OPERATORS, 2));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.contingents().change(ENDPOINTS, OPERATORS, 2, 1, BY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> registry.contingents().grant(ENDPOINTS, OPERATORS, -1, BY));
    }

    @Test
    void contingentsTogetherAreNeverMoreThanTheirQuota() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, OPERATORS, 6, BY);
        Grantee user = new Grantee.ToUser(BY);

        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> registry.contingents().grant(ENDPOINTS, user, 5, BY))
                .satisfies(e -> {
                    assertThat(e.resource()).isEqualTo("ENDPOINTS");
                    assertThat(e.limit()).isEqualTo(10);
                    assertThat(e.used()).isEqualTo(6);
                });
        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> registry.contingents().grant(ENDPOINTS, user, Long.MAX_VALUE, BY));
        registry.contingents().grant(ENDPOINTS, user, 4, BY);
        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> registry.contingents().change(ENDPOINTS, user, 1, 5, BY));
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> registry.contingents()
                .grant(QuotaKey.of(GLOBEX, Resource.ENDPOINTS), OPERATORS, 1, BY));
        assertThat(contingents(ACME)).extracting(c -> c.value().amount()).containsExactlyInAnyOrder(6L, 4L);
    }

    @Test
    void contingentsAreListedPageByPageInAnOrderThatStays() throws Exception {
        Grantee first = new Grantee.ToUser(new UserId(new UUID(1, 0)));
        Grantee second = new Grantee.ToUser(new UserId(new UUID(-1, 0)));
        QuotaKey onMain = ENDPOINTS.on(cluster("main").id());
        QuotaKey units = QuotaKey.of(ACME, Resource.SERVICE_UNITS);
        for (QuotaKey quota : List.of(units, ENDPOINTS, onMain)) {
            registry.quotas().grant(quota, Limit.of(10), BY);
        }
        Contingent[] inOrder = {
            new Contingent(onMain, first, 1, 0),
            new Contingent(ENDPOINTS, OPERATORS, 2, 0),
            new Contingent(ENDPOINTS, first, 3, 0),
            new Contingent(ENDPOINTS, second, 4, 0),
            new Contingent(units, OPERATORS, 5, 0)
        };
        for (int i : new int[] {4, 3, 0, 2, 1}) {
            registry.contingents().grant(inOrder[i].quota(), inOrder[i].grantee(), inOrder[i].amount(), BY);
        }

        for (int i = 0; i < inOrder.length; i++) {
            assertThat(registry.contingents().listContingents(ACME, ContingentQuery.all(new Slice(i, 1))))
                    .isEqualTo(new Listing<>(List.of(new Versioned<>(inOrder[i], 1)), inOrder.length));
        }
        assertThat(registry.contingents().listContingents(ACME, ContingentQuery.all(new Slice(5, 10))))
                .isEqualTo(new Listing<>(List.of(), 5));
        assertThat(registry.contingents().listContingents(GLOBEX, ContingentQuery.all(new Slice(0, 10))))
                .isEqualTo(new Listing<>(List.of(), 0));
    }

    @Test
    void onlyContingentsOfTheRequestedGranteesAreListedAndCounted() throws Exception {
        Grantee other = new Grantee.ToUser(new UserId(UUID.randomUUID()));
        Grantee own = new Grantee.ToUser(BY);
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        for (Grantee grantee : List.of(OPERATORS, other, own, new Grantee.ToRole(Role.TENANT_USER))) {
            registry.contingents().grant(ENDPOINTS, grantee, 1, BY);
        }

        assertThat(registry.contingents()
                        .listContingents(ACME, ContingentQuery.of(Set.of(own, OPERATORS), new Slice(1, 1))))
                .isEqualTo(new Listing<>(List.of(new Versioned<>(new Contingent(ENDPOINTS, own, 1, 0), 1)), 2));
        assertThat(registry.contingents().listContingents(ACME, ContingentQuery.of(Set.of(other), new Slice(1, 1))))
                .isEqualTo(new Listing<>(List.of(), 1));
        assertThat(registry.contingents().listContingents(ACME, ContingentQuery.of(Set.of(), new Slice(0, 10))))
                .isEqualTo(new Listing<>(List.of(), 0));
        assertThat(registry.contingents().listContingents(GLOBEX, ContingentQuery.of(Set.of(own), new Slice(0, 10))))
                .isEqualTo(new Listing<>(List.of(), 0));
    }

    @Test
    void aQuotaIsNotLoweredBelowItsContingentsNorRevokedUnderThem() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        registry.contingents().grant(ENDPOINTS, OPERATORS, 6, BY);

        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.quotas().change(ENDPOINTS, 1, Limit.of(5), BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.quotas().revoke(ENDPOINTS, 1));
        assertThat(registry.quotas().change(ENDPOINTS, 1, Limit.of(6), BY).revision())
                .isEqualTo(2);
    }

    @Test
    void ofTwentyGrantsAtOnceAsManySucceedAsTheQuotaHas() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(12), BY);

        List<Object> outcomes = AtOnce.run(20, () -> registry.contingents()
                .grant(ENDPOINTS, new Grantee.ToUser(new UserId(UUID.randomUUID())), 1, BY));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(12);
        assertThat(outcomes)
                .filteredOn(RegistryException.Exceeded.class::isInstance)
                .hasSize(8);
    }

    @Test
    void aQuotaLoweredDuringGrantsCoversTheGrants() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(20), BY);
        AtomicInteger turn = new AtomicInteger();

        List<Object> outcomes = AtOnce.run(
                16,
                () -> turn.getAndIncrement() % 8 == 0
                        ? registry.quotas().change(ENDPOINTS, 1, Limit.of(5), BY)
                        : registry.contingents()
                                .grant(ENDPOINTS, new Grantee.ToUser(new UserId(UUID.randomUUID())), 1, BY));

        assertThat(outcomes)
                .allMatch(o -> o instanceof Versioned
                        || o instanceof RegistryException.Exceeded
                        || o instanceof RegistryException.RuleBroken
                        || o instanceof RegistryException.Stale);
        long sum = contingents(ACME).stream().mapToLong(c -> c.value().amount()).sum();
        long hard = registry.quotas()
                .findQuota(ENDPOINTS)
                .orElseThrow()
                .value()
                .limit()
                .hard();
        assertThat(sum).isBetween(5L, hard);
    }

    @Test
    void limitsOfRatesAreHandedOutAsOthers() throws Exception {
        QuotaKey weight = QuotaKey.of(ACME, Resource.WEIGHT);
        registry.quotas().grant(weight, Limit.of(4), BY);
        registry.contingents().grant(weight, OPERATORS, 4, BY);

        assertThatExceptionOfType(RegistryException.Exceeded.class)
                .isThrownBy(() -> registry.contingents().grant(weight, new Grantee.ToUser(BY), 1, BY));
    }
}
