package org.esbmt.administration.internal.harness;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Map;
import org.esbmt.tenancy.api.quota.Resource;

/** A test object that needs a data directory, and the quotas of new tenants, before its other fields. */
public abstract class InFolder {
    public final Path data;
    final Map<Resource, Long> newTenantsQuotas;

    public InFolder(Path data, Map<Resource, Long> newTenantsQuotas) {
        this.data = requireNonNull(data, "data");
        this.newTenantsQuotas = requireNonNull(newTenantsQuotas, "newTenantsQuotas");
    }
}
