package org.esbmt.administration.internal.change;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Resolves the references of a command; in a batch also to entries that earlier steps make. Any thread. */
public interface References {

    TenantId tenant(TenantRef tenant);

    /** Returns identifiers for the tenant and the default administrator that the command creates. */
    PasswordOwner created(CreateTenant command);

    /** Returns an identifier for the user that the command adds. */
    PasswordOwner added(AddUser command);

    /** Finds the user whom an earlier step adds; empty if no step does. */
    Optional<UserId> addedBefore(TenantId tenant, String login);

    /** Returns the identifier of a user. The registry is queried unless an earlier step adds the user. */
    default UserId user(DynamicServices services, TenantId tenant, UserRef user)
            throws AdministrationException, RegistryException {
        if (user instanceof UserRef.ById known) {
            return known.id();
        }
        Optional<UserId> added = addedBefore(tenant, ((UserRef.ByLogin) user).login());
        return added.isPresent()
                ? added.get()
                : NamedUser.of(user).finding().in(services, tenant).value().id();
    }

    /** The references of a single command: new entries get random identifiers. */
    References OF_ONE_COMMAND = new References() {
        @Override
        public TenantId tenant(TenantRef tenant) {
            if (tenant instanceof TenantRef.Known known) {
                return known.id();
            }
            throw new IllegalArgumentException("only a step of a batch refers to an earlier one");
        }

        @Override
        public PasswordOwner created(CreateTenant command) {
            return new PasswordOwner(new TenantId(UUID.randomUUID()), new UserId(UUID.randomUUID()));
        }

        @Override
        public PasswordOwner added(AddUser command) {
            return new PasswordOwner(tenant(command.tenant()), new UserId(UUID.randomUUID()));
        }

        @Override
        public Optional<UserId> addedBefore(TenantId tenant, String login) {
            return Optional.empty();
        }
    };
}
