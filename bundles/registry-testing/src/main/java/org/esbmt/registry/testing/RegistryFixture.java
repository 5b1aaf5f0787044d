package org.esbmt.registry.testing;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.testing.TenantRegistryContract.Registries;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.BeforeEach;

/** The common part of the parts of {@link TenantRegistryContract}: an empty registry, and entries for it. */
abstract class RegistryFixture {
    static final UserId BY = new UserId(UUID.randomUUID());
    static final Slice FIRST = new Slice(0, 100);
    static final Set<Role> SENDER = Set.of(Role.TENANT_USER);
    /** Texts that an SQL statement built from texts would execute; a login may contain all of them. */
    static final List<String> ATTACKS = List.of(
            "'||(1%0)||'",
            "admin'--",
            "');DELETE+FROM+tenant;--",
            "\"OR\"1\"=\"1",
            "%",
            "_",
            "\\",
            "$$",
            "?",
            "''",
            "${jndi:ldap:x}",
            "{}",
            "<b>&amp;");

    TenantRegistry registry;
    CredentialReader credentials;
    PepperLedger peppers;

    abstract Registries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        Registries opened = openEmpty();
        registry = opened.registry();
        credentials = opened.credentials();
        peppers = opened.peppers();
    }

    CreatedTenant create(String name) throws RegistryException {
        return registry.createTenant(
                new NewTenant(new TenantName(name), "The " + name + " company", user("admin")), BY);
    }

    static NewUser user(String login) {
        return new NewUser(new Login(login), new Verifier("verifier-of-" + login));
    }

    static TenantId id(CreatedTenant created) {
        return created.tenant().value().id();
    }

    /** The result or the exception of each of several threads with the same work at the same time. */
    static List<Object> atOnce(int threads, Callable<?> work) throws Exception {
        return AtOnce.run(threads, work);
    }
}
