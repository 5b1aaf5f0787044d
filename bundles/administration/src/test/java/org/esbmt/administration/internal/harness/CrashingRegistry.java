package org.esbmt.administration.internal.harness;

import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
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

/** A registry that dies right before or right after it commits an administrator or a password. */
public class CrashingRegistry implements TenantRegistry {
    public final TenantRegistry registry;
    private final boolean committed;

    public CrashingRegistry(TenantRegistry registry, boolean committed) {
        this.registry = registry;
        this.committed = committed;
    }

    /** Dies. A subclass may do something else instead, and the call continues. */
    public void beforeFirst() throws RegistryException {
        if (!committed) {
            throw new SimulatedCrash();
        }
    }

    @Override
    public Optional<Versioned<TenantUser>> addFirstAdministrator(NewUser administrator) throws RegistryException {
        beforeFirst();
        Optional<Versioned<TenantUser>> made = registry.addFirstAdministrator(administrator);
        if (committed) {
            throw new SimulatedCrash();
        }
        return made;
    }

    @Override
    public Versioned<TenantUser> setVerifier(TenantId tenant, UserId user, long expectedRevision, Verifier verifier)
            throws RegistryException {
        if (committed) {
            registry.setVerifier(tenant, user, expectedRevision, verifier);
        }
        throw new SimulatedCrash();
    }

    @Override
    public CreatedTenant createTenant(NewTenant tenant, UserId by) throws RegistryException {
        return registry.createTenant(tenant, by);
    }

    @Override
    public Optional<Versioned<Tenant>> findTenant(TenantId tenant) throws RegistryException {
        return registry.findTenant(tenant);
    }

    @Override
    public Optional<Versioned<Tenant>> holdTenant(TenantId tenant) throws RegistryException {
        return registry.holdTenant(tenant);
    }

    @Override
    public Optional<Versioned<Tenant>> findTenant(TenantName name) throws RegistryException {
        return registry.findTenant(name);
    }

    @Override
    public Listing<Versioned<Tenant>> listTenants(TenantQuery query) throws RegistryException {
        return registry.listTenants(query);
    }

    @Override
    public Versioned<Tenant> changeTenantState(TenantId tenant, long expectedRevision, TenantState state)
            throws RegistryException {
        return registry.changeTenantState(tenant, expectedRevision, state);
    }

    @Override
    public Versioned<TenantUser> addUser(TenantId tenant, NewUser user, Set<Role> roles, UserId by)
            throws RegistryException {
        return registry.addUser(tenant, user, roles, by);
    }

    @Override
    public Versioned<TenantUser> changeUserState(TenantId tenant, UserId user, long expectedRevision, UserState state)
            throws RegistryException {
        return registry.changeUserState(tenant, user, expectedRevision, state);
    }

    @Override
    public Optional<Versioned<TenantUser>> findUser(TenantId tenant, UserId user) throws RegistryException {
        return registry.findUser(tenant, user);
    }

    @Override
    public Optional<Versioned<TenantUser>> findUser(TenantId tenant, Login login) throws RegistryException {
        return registry.findUser(tenant, login);
    }

    @Override
    public Versioned<TenantUser> removeVerifier(TenantId tenant, UserId user, long expectedRevision)
            throws RegistryException {
        return registry.removeVerifier(tenant, user, expectedRevision);
    }

    @Override
    public Versioned<TenantUser> changeRoles(
            TenantId tenant, UserId user, long expectedRevision, Set<Role> roles, UserId by) throws RegistryException {
        return registry.changeRoles(tenant, user, expectedRevision, roles, by);
    }

    @Override
    public Versioned<TenantUser> changeDefaultAdministrator(
            TenantId tenant, UserId user, long expectedRevision, UserId by) throws RegistryException {
        return registry.changeDefaultAdministrator(tenant, user, expectedRevision, by);
    }

    @Override
    public Versioned<TenantUser> handOverDefaultAdministrator(
            TenantId tenant, UserId from, UserId user, long expectedRevision) throws RegistryException {
        return registry.handOverDefaultAdministrator(tenant, from, user, expectedRevision);
    }

    @Override
    public Listing<Versioned<TenantUser>> listUsers(TenantId tenant, UserQuery query) throws RegistryException {
        return registry.listUsers(tenant, query);
    }

    @Override
    public Set<Role> roles(TenantId tenant, UserId user) throws RegistryException {
        return registry.roles(tenant, user);
    }

    @Override
    public void checkRules() throws RegistryException {
        registry.checkRules();
    }
}
