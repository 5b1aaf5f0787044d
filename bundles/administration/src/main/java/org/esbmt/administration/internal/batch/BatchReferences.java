package org.esbmt.administration.internal.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.change.PasswordOwner;
import org.esbmt.administration.internal.change.References;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The tenants and users that a batch creates. Their identifiers are derived from the batch's identifier and their names, the same each
 * time. So a step can be prepared before they exist. Immutable.
 */
final class BatchReferences {
    private final UUID batch;
    private final Map<TenantRef, TenantId> tenants = new HashMap<>();
    /** The number of the step that adds a user, from 0; the first one counts. */
    private final Map<PasswordOwner, Integer> users = new HashMap<>();

    BatchReferences(UUID id, Batch batch) {
        this.batch = requireNonNull(id, "id");
        for (int i = 0; i < batch.steps().size(); i++) {
            BatchableCommand<?> command = batch.steps().get(i).command();
            if (command instanceof CreateTenant create) {
                TenantId tenant = created(create);
                create.as().ifPresent(as -> tenants.put(as, tenant));
                users.putIfAbsent(owner(tenant, create.administratorLogin()), i);
            } else if (command instanceof AddUser add) {
                users.putIfAbsent(owner(tenant(add.tenant()), add.login()), i);
            }
        }
    }

    private TenantId created(CreateTenant create) {
        return new TenantId(identifier(create.name()));
    }

    private TenantId tenant(TenantRef ref) {
        return ref instanceof TenantRef.Known known ? known.id() : tenants.get(ref);
    }

    private PasswordOwner owner(TenantId tenant, String login) {
        return new PasswordOwner(tenant, new UserId(identifier(tenant + " " + login)));
    }

    private UUID identifier(String name) {
        return UUID.nameUUIDFromBytes((batch + " " + name).getBytes(UTF_8));
    }

    /**
     * Returns the references of one step, which sees the users of the steps before it.
     *
     * @param step the number of the step, from 0
     */
    References of(int step) {
        return new References() {
            @Override
            public TenantId tenant(TenantRef ref) {
                return BatchReferences.this.tenant(ref);
            }

            @Override
            public PasswordOwner created(CreateTenant command) {
                return owner(BatchReferences.this.created(command), command.administratorLogin());
            }

            @Override
            public PasswordOwner added(AddUser command) {
                return owner(tenant(command.tenant()), command.login());
            }

            @Override
            public Optional<UserId> addedBefore(TenantId tenant, String login) {
                PasswordOwner owner = owner(tenant, login);
                Integer adding = users.get(owner);
                return adding != null && adding < step ? Optional.of(owner.user()) : Optional.empty();
            }
        };
    }
}
