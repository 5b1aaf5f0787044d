package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The assembly that an archive would deploy, for one tenant or one of its users. It is the same on all nodes with the
 * same components and the same prefix for tenant names.
 */
public final class CheckedAssembly {
    private final TenantId tenant;
    private final Optional<UserId> user;
    private final String name;
    private final String description;
    private final List<CheckedUnit> units;
    private final byte[] original;
    private final byte[] rewritten;

    /**
     * Copies its arguments.
     *
     * @param user the one user of the tenant who would reach its endpoints; empty for all
     * @param units in the order in which they are started
     * @param original the archive as it arrived
     * @param rewritten the archive to deploy, with the names on the bus
     */
    public CheckedAssembly(
            TenantId tenant,
            Optional<UserId> user,
            String name,
            String description,
            List<CheckedUnit> units,
            byte[] original,
            byte[] rewritten) {
        this.tenant = requireNonNull(tenant, "tenant");
        this.user = requireNonNull(user, "user");
        this.name = requireNonNull(name, "name");
        this.description = requireNonNull(description, "description");
        this.units = List.copyOf(units);
        this.original = original.clone();
        this.rewritten = rewritten.clone();
    }

    public TenantId tenant() {
        return tenant;
    }

    public Optional<UserId> user() {
        return user;
    }

    public String name() {
        return name;
    }

    /** At most 4,096 bytes of UTF-8. */
    public String description() {
        return description;
    }

    /** The units in the order in which they are started. */
    public List<CheckedUnit> units() {
        return units;
    }

    /** A copy of the archive as it arrived; its SHA-256 would be the {@link DeployedAssembly#digest}. */
    public byte[] original() {
        return original.clone();
    }

    /**
     * A copy of the archive to deploy, with the names on the bus; its SHA-256 would be the {@link
     * DeployedAssembly#rewritten}.
     */
    public byte[] rewritten() {
        return rewritten.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CheckedAssembly that
                && tenant.equals(that.tenant)
                && user.equals(that.user)
                && name.equals(that.name)
                && description.equals(that.description)
                && units.equals(that.units)
                && Arrays.equals(original, that.original)
                && Arrays.equals(rewritten, that.rewritten);
    }

    @Override
    public int hashCode() {
        return Objects.hash(tenant, user, name, units, Arrays.hashCode(rewritten));
    }

    /** Without the bytes of the archives. */
    @Override
    public String toString() {
        return name + " of " + tenant + user.map(u -> "/" + u).orElse("") + " with " + units;
    }

    /**
     * One service unit.
     *
     * @param component the component that would run the unit
     * @param endpoints the endpoints of the unit, always in the same order
     */
    public record CheckedUnit(String name, String component, List<CheckedEndpoint> endpoints) {
        public CheckedUnit {
            requireNonNull(name, "name");
            requireNonNull(component, "component");
            endpoints = List.copyOf(endpoints);
        }
    }

    /**
     * An endpoint that a unit would provide, or to which it would send.
     *
     * @param service the author's name of the service; the local part has at most 512 bytes of UTF-8, the namespace
     *     1,024
     * @param busService the bus's name of the service, for the tenant or the one user
     * @param name the endpoint's name at the service, 1 to 512 bytes of UTF-8 without controls; {@link #ANY} if the
     *     unit sends to any endpoint of the service
     * @param path the URL path at which a consumer receives messages from outside of the bus: {@code
     *     /tenant-services/<tenant>/...}, at most 1,024 bytes. The URL that tenants share leads there, too, but belongs
     *     to no tenant and is not included. Empty if the endpoint receives no such messages
     */
    public record CheckedEndpoint(
            Direction direction, QName service, QName busService, String name, Optional<String> path) {
        /** Stands for the endpoint's name: any endpoint of the service. */
        public static final String ANY = "*";

        public CheckedEndpoint {
            requireNonNull(direction, "direction");
            requireNonNull(service, "service");
            requireNonNull(busService, "busService");
            requireNonNull(name, "name");
            requireNonNull(path, "path");
        }

        /** The side that begins exchanges at an endpoint. */
        public enum Direction {
            /** The unit begins: it takes messages from outside of the bus, or sends to the endpoint. */
            CONSUMER,
            /** Other units begin exchanges. */
            PROVIDER
        }
    }
}
