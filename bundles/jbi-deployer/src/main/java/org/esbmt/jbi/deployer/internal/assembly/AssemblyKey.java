package org.esbmt.jbi.deployer.internal.assembly;

import java.util.Comparator;
import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.tenancy.api.TenantId;

/**
 * Names an assembly on this node: each tenant and the plain world has a namespace of its own.
 *
 * @param owner for a user, the user's tenant: the users of a tenant have no namespaces of their own
 */
public record AssemblyKey(Owner owner, String name) implements Comparable<AssemblyKey> {
    private static final String PLAIN = "plain";
    private static final String LOCATION = "esbmt:";

    public AssemblyKey {
        owner = owner.tenantWide();
        if (!AssemblyDescriptor.isName(name)) {
            throw new IllegalArgumentException("this is not the name of an assembly");
        }
    }

    /** The location of the assembly's bundle in the framework. */
    public String location() {
        return LOCATION + ownerText() + "/" + name;
    }

    static boolean isLocation(String location) {
        return location.startsWith(LOCATION);
    }

    /** Empty if it is not the location of an assembly's bundle. */
    static Optional<AssemblyKey> ofLocation(String location) {
        int slash = location.indexOf('/');
        if (!isLocation(location) || slash < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AssemblyKey(
                    ownerOf(location.substring(LOCATION.length(), slash)), location.substring(slash + 1)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    String symbolicName() {
        return "org.esbmt.assembly." + ownerText() + "." + name;
    }

    /** A file name that no other assembly has. Tenants are 36 characters long, so no name is mistaken for an owner. */
    String fileName() {
        return ownerText() + "_" + name;
    }

    /**
     * The name of a unit of the assembly at its component. The units of a component need different names, and tenants
     * choose names freely. So a tenant's unit name has tenant, assembly and unit; a plain unit has the author's name.
     */
    public String unitName(String unit) {
        return owner.tenant().isPresent() ? ownerText() + "/" + name + "/" + unit : unit;
    }

    /**
     * The name of a unit at its component while a unit of the former version has {@link #unitName}. No unit has such a
     * name.
     */
    String otherUnitName(String unit) {
        return unitName(unit) + "~2";
    }

    public String ownerText() {
        return owner.tenant().map(TenantId::toString).orElse(PLAIN);
    }

    /** The name in JMX operations: {@code <tenant>/<assembly>}, or a plain assembly's name. */
    public String managedName() {
        return owner.tenant().isPresent() ? ownerText() + "/" + name : name;
    }

    /** Reads {@link #managedName()}; empty if it cannot be the name of an assembly. */
    public static Optional<AssemblyKey> ofManagedName(String text) {
        return ofLocation(LOCATION + (text.indexOf('/') < 0 ? PLAIN + "/" : "") + text);
    }

    static Owner ownerOf(String text) {
        return text.equals(PLAIN) ? Owner.PLAIN : Owner.of(TenantId.of(text));
    }

    /** The name in messages. */
    @Override
    public String toString() {
        return owner.tenant().isPresent() ? name + " of tenant " + ownerText() : name;
    }

    @Override
    public int compareTo(AssemblyKey other) {
        return Comparator.comparing(AssemblyKey::ownerText)
                .thenComparing(AssemblyKey::name)
                .compare(this, other);
    }
}
