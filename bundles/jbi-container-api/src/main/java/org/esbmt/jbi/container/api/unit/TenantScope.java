package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.UserId;

/**
 * The owner of a unit under inspection, and the names of its services on the bus.
 *
 * @param user the one user with these services; empty for services of the whole tenant
 */
public record TenantScope(TenantNames names, TenantId tenant, Optional<UserId> user) {
    public TenantScope {
        requireNonNull(names, "names");
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
    }

    /** The name on the bus of a service with an author's name. */
    public QName scoped(QName authored) {
        return user.map(u -> names.scoped(tenant, u, authored)).orElseGet(() -> names.scoped(tenant, authored));
    }

    /** True for a name in the bus's own namespace, of any tenant: a unit with such a name is refused. */
    public boolean isGivenByBus(QName authored) {
        return names.isGivenByBus(authored);
    }
}
