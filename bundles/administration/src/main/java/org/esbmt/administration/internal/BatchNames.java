package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.Whose;
import org.esbmt.administration.internal.RepeatedPasswords.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The tenants and users that a batch makes. Their identifiers follow from the batch's own and their names, each time the same, so
 * that a later step can be made ready before they are there. For one thread.
 */
final class BatchNames {
    private final UUID batch;
    private final Map<String, TenantId> tenants = new HashMap<>();
    private final Set<Owner> users = new HashSet<>();

    BatchNames(UUID batch) {
        this.batch = requireNonNull(batch, "batch");
    }

    /** A tenant and its default administrator; from now on steps may name them. */
    Owner made(CreateTenant create) {
        TenantId tenant = new TenantId(identifier(create.name()));
        create.as().ifPresent(as -> tenants.put(as, tenant));
        return added(tenant, create.administratorLogin());
    }

    /** A user; from now on steps may name them. */
    Owner made(AddUser add) {
        return added(tenant(add.tenant()), add.login());
    }

    private Owner added(TenantId tenant, String login) {
        Owner owner = owner(tenant, login);
        users.add(owner);
        return owner;
    }

    private Owner owner(TenantId tenant, String login) {
        return new Owner(tenant, new UserId(identifier(tenant + " " + login)));
    }

    private UUID identifier(String name) {
        return UUID.nameUUIDFromBytes((batch + " " + name).getBytes(UTF_8));
    }

    TenantId tenant(Whose whose) {
        return whose instanceof Known known ? known.id() : tenants.get(((MadeBefore) whose).as());
    }

    /** The user with the login whom a step before adds; empty if none does. */
    Optional<UserId> user(TenantId tenant, String login) {
        Owner owner = owner(tenant, login);
        return users.contains(owner) ? Optional.of(owner.user()) : Optional.empty();
    }
}
