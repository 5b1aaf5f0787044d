package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.UserId;

/**
 * For whom a unit is read, and how the services it names are called on the bus.
 *
 * @param user the one user whose services they are; empty for services of the whole tenant
 */
public record TenantScope(TenantNames names, TenantId tenant, Optional<UserId> user) {
    public TenantScope {
        requireNonNull(names, "names");
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
    }

    /** The name on the bus of a service that an author has named. */
    public QName scoped(QName authored) {
        return user.map(u -> names.scoped(tenant, u, authored)).orElseGet(() -> names.scoped(tenant, authored));
    }

    /** Whether an author wrote a name that only the bus gives, whosever it is: a unit that does is refused. */
    public boolean isGivenByBus(QName authored) {
        return names.isGivenByBus(authored);
    }
}
