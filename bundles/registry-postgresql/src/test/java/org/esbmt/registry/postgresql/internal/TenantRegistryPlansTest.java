package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserQuery;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * With ten thousand tenants of three users every statement finds its rows by an index. The query plan proves it, not
 * the time. The one statement about all tenants is an exception.
 */
class TenantRegistryPlansTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final Slice FIRST = new Slice(0, 10);
    /** Tables that grow with the number of tenants. */
    private static final List<String> LARGE =
            List.of("tenant", "tenant_user", "user_credential", "role_assignment", "credential_change");

    private static final List<String> TEN_THOUSAND_TENANTS = List.of(
            // These triggers record changes row by row.
            "ALTER TABLE tenant DISABLE TRIGGER USER",
            "INSERT INTO tenant (tenant_id, name, display_name, state) SELECT md5('tenant' || n)::uuid, 'tenant' || n,"
                    + " 'Tenant', 'ACTIVE' FROM generate_series(1, 10000) n",
            "ALTER TABLE tenant ENABLE TRIGGER USER",
            "INSERT INTO tenant_user (tenant_id, user_id, login) SELECT md5('tenant' || n)::uuid,"
                    + " md5('user' || n || '-' || u)::uuid, 'user' || u"
                    + " FROM generate_series(1, 10000) n, generate_series(1, 3) u",
            "INSERT INTO user_credential (tenant_id, user_id, kind, verifier)"
                    + " SELECT tenant_id, user_id, 'PASSWORD', 'verifier' FROM tenant_user",
            "INSERT INTO role_assignment (tenant_id, user_id, role_code, is_default_admin, granted_by)"
                    + " SELECT tenant_id, user_id, 'TENANT_ADMIN', login = 'user1', user_id FROM tenant_user",
            "INSERT INTO credential_change (tenant_id, user_id) SELECT tenant_id, user_id FROM tenant_user",
            "VACUUM ANALYZE");

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Test
    void noStatementReadsTheRowsOfOtherTenants() throws Exception {
        DatabaseTarget target = SERVER.newTarget(RegistryDatabase.TENANT);
        new DatabasePreparation(target).run();
        var source = DataSources.single(target, target.user(), target.database());
        source.setCurrentSchema(target.registry().schema());
        ExplainingSource explaining = new ExplainingSource(source);
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(explaining.dataSource());
        try (RegistryTransactions transactions = new RegistryTransactions(Optional::empty)) {
            transactions.use(new HikariDataSource(pool));
            tenThousandTenants();
            TenantRegistry registry = new PostgresTenantRegistry(transactions);
            TenantUser boss = useTenant(registry);
            useSystem(registry);
            useReader(new PostgresCredentialReader(transactions), registry, boss);
        }

        Map<String, String> plans = explaining.plans();
        assertThat(plans).hasSizeGreaterThan(25);
        assertThat(plans.keySet()).anyMatch(TenantRegistryPlansTest::isOfAllTenants);
        assertThat(plans.get("SELECT tenant_id FROM tenant"))
                .as("it would be seen")
                .containsAnyOf("Seq Scan on tenant", "Index Only Scan");
        assertThat(plans).anySatisfy((sql, plan) -> assertThat(isList(sql)).isTrue());
        plans.forEach((sql, plan) -> {
            if (isList(sql)) {
                // Neither the part nor the count reads and sorts all tenants; only the end of the list reads all.
                assertThat(plan)
                        .as(sql)
                        .contains("Index Scan using tenant_name_taken")
                        .doesNotContain("Sort");
                if (sql.contains("name > ?")) {
                    assertThat(plan.split("Index Cond: \\(name > ", -1))
                            .as(sql + plan)
                            .hasSize(3);
                }
            }
            if (!isOfAllTenants(sql)) {
                for (String table : LARGE) {
                    assertThat(plan.lines().map(line -> line + " "))
                            .as(sql + "\n" + plan)
                            .noneMatch(line -> line.contains("Seq Scan on " + table + " "));
                }
            }
        });
    }

    /** A node reads all tenants once, when it starts. */
    private static boolean isOfAllTenants(String sql) {
        return sql.equals("SELECT tenant_id FROM tenant");
    }

    private static boolean isList(String sql) {
        return sql.contains(" FROM tenant WHERE tenant_id <> ?");
    }

    /** Lists all tenants, and acme. */
    private static void listTenants(TenantRegistry registry) throws Exception {
        Listing<Versioned<Tenant>> first = registry.listTenants(TenantQuery.all(FIRST));
        assertThat(first.entries()).hasSize(10);
        assertThat(first.total()).isEqualTo(TenantRegistry.COUNTED);
        assertThat(first.exact()).isFalse();
        Listing<Versioned<Tenant>> deep = registry.listTenants(TenantQuery.all(new Slice(9_980, 20)));
        assertThat(deep.entries()).hasSize(20);
        assertThat(deep.total()).isEqualTo(10_000);
        assertThat(deep.exact()).isFalse();
        Listing<Versioned<Tenant>> last = registry.listTenants(TenantQuery.all(new Slice(9_980, 21)));
        assertThat(last.entries()).hasSize(21);
        assertThat(last.total()).isEqualTo(10_001);
        assertThat(last.exact()).isTrue();
        assertThat(registry.listTenants(TenantQuery.all(new Slice(10_001, 10))))
                .isEqualTo(new Listing<>(List.of(), 10_001));
        Listing<Versioned<Tenant>> found =
                registry.listTenants(new TenantQuery(Optional.of("99"), Optional.of(TenantState.ACTIVE), FIRST));
        assertThat(found.total()).isEqualTo(280);
        assertThat(found.exact()).isTrue();

        Set<String> met = new HashSet<>();
        List<Versioned<Tenant>> part =
                registry.listTenants(TenantQuery.next(Optional.empty())).entries();
        while (!part.isEmpty()) {
            part.forEach(t -> met.add(t.value().name().value()));
            TenantName after = part.get(part.size() - 1).value().name();
            part = registry.listTenants(TenantQuery.next(Optional.of(after))).entries();
        }
        assertThat(met).hasSize(10_001);
    }

    private static void tenThousandTenants() throws SQLException {
        for (String sql : TEN_THOUSAND_TENANTS) {
            SERVER.execute(sql);
        }
    }

    private static NewUser user(String login) {
        return new NewUser(new Login(login), new Verifier("verifier"));
    }

    /** Calls every operation on one tenant; returns its default administrator. */
    private static TenantUser useTenant(TenantRegistry registry) throws Exception {
        TenantRegistry.CreatedTenant created =
                registry.createTenant(new NewTenant(new TenantName("acme"), "Acme", user("boss")), BY);
        TenantId acme = created.tenant().value().id();
        TenantUser boss = created.administrator().value();
        registry.findTenant(acme);
        registry.holdTenant(acme);
        registry.findTenant(new TenantName("acme"));
        listTenants(registry);
        Versioned<TenantUser> clerk = registry.addUser(acme, user("clerk"), Set.of(Role.TENANT_USER), BY);
        UserId id = clerk.value().id();
        clerk = registry.setVerifier(acme, id, clerk.revision(), new Verifier("another"));
        clerk = registry.changeUserState(acme, id, clerk.revision(), UserState.LOCKED);
        clerk = registry.changeUserState(acme, id, clerk.revision(), UserState.ACTIVE);
        clerk = registry.changeRoles(acme, id, clerk.revision(), Set.of(Role.TENANT_OPERATOR, Role.TENANT_AUDITOR), BY);
        registry.changeDefaultAdministrator(acme, id, clerk.revision(), BY);
        long revision = registry.findUser(acme, boss.id()).orElseThrow().revision();
        registry.handOverDefaultAdministrator(acme, id, boss.id(), revision);
        clerk = registry.findUser(acme, new Login("clerk")).orElseThrow();
        registry.removeVerifier(acme, id, clerk.revision());
        registry.roles(acme, id);
        registry.listUsers(acme, FIRST);
        registry.listUsers(acme, new UserQuery(Optional.of("cl"), Optional.of(UserState.ACTIVE), FIRST));
        registry.changeTenantState(acme, created.tenant().revision(), TenantState.SUSPENDED);
        return boss;
    }

    /** Calls the operations on the system tenant; one administrator always remains. */
    private static void useSystem(TenantRegistry registry) throws Exception {
        TenantId system = TenantRegistry.SYSTEM;
        registry.addFirstAdministrator(user("admin"));
        registry.addFirstAdministrator(user("admin"));
        Versioned<TenantUser> second = registry.addUser(system, user("second"), Set.of(Role.SYSTEM_ADMIN), BY);
        UserId id = second.value().id();
        second = registry.changeRoles(system, id, second.revision(), Set.of(Role.SRE), BY);
        second = registry.removeVerifier(system, id, second.revision());
        registry.changeUserState(system, id, second.revision(), UserState.REVOKED);
        registry.listUsers(system, FIRST);
    }

    private static void useReader(CredentialReader reader, TenantRegistry registry, TenantUser boss) throws Exception {
        reader.find(boss.tenant(), boss.id());
        reader.tenants();
        Changes before = reader.changesSince(Optional.empty());
        long revision =
                registry.findUser(boss.tenant(), boss.id()).orElseThrow().revision();
        registry.setVerifier(boss.tenant(), boss.id(), revision, new Verifier("third"));
        assertThat(reader.changesSince(Optional.of(before.next())).changes()).isNotEmpty();
    }
}
