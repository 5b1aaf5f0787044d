package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;

import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.tenancy.api.TenantId;

/**
 * A decision about an assembly that the nodes have still to carry out.
 *
 * @param revision the deployment's revision after the decision
 * @param before the number of the version before; the current number if the decision keeps the version
 */
public record Decided(TenantId tenant, AssemblyName assembly, long revision, int before) {
    public Decided {
        requireNonNull(tenant, "tenant");
        requireNonNull(assembly, "assembly");
    }

    public Decided after(int version) {
        return new Decided(tenant, assembly, revision, version);
    }

    /** The form that {@link #read} reads. */
    public String text() {
        return assembly + " " + revision + " " + before;
    }

    public static Decided read(TenantId tenant, String text) {
        String[] parts = text.split(" ", -1);
        return new Decided(tenant, new AssemblyName(parts[0]), Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
    }
}
