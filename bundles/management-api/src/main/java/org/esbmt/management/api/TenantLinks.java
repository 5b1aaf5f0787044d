package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The system administrator's exceptions from the tenant boundary of this node, each for one endpoint and one caller.
 * Without a link no tenant reaches a plain endpoint, and no plain component reaches a tenant's endpoint. A change
 * applies to every exchange that is sent after it; a delivered exchange is completed. Threads: any that may block.
 */
@ProviderType
public interface TenantLinks {

    /**
     * Adds a link; durable when this returns.
     *
     * @return false if it existed already
     * @throws IOException if it cannot be stored; then it is not in force
     */
    boolean add(Link link) throws IOException;

    /**
     * Removes a link; durable when this returns.
     *
     * @return false if it did not exist
     * @throws IOException if the removal cannot be stored; then the link stays in force
     */
    boolean remove(Link link) throws IOException;

    /** All links, sorted. */
    List<Link> links();

    /**
     * A permission to reach an endpoint. Names have at most 500 characters, all of them allowed in a message to the
     * nodes: no controls, line ends, lone surrogates or non-XML characters.
     */
    sealed interface Link {
        TenantId tenant();

        QName service();

        String endpoint();
    }

    /**
     * A tenant may reach a plain endpoint. Messages that arrive there do not carry the tenant's principal any more.
     *
     * @param service the service of the plain endpoint
     */
    record ToPlain(TenantId tenant, QName service, String endpoint) implements Link {
        public ToPlain {
            requireNonNull(tenant, "tenant");
            check(service);
            check("endpoint", endpoint);
        }

        @Override
        public String toString() {
            return "tenant " + tenant + " to plain endpoint " + endpoint + " of " + service;
        }
    }

    /**
     * A component that is not a tenant's may reach an endpoint of a tenant.
     *
     * @param component the name of the sending component
     * @param service the service of the tenant's endpoint; its namespace is ignored, because the bus keeps tenants'
     *     services in a namespace of its own
     */
    record ToTenant(String component, TenantId tenant, QName service, String endpoint) implements Link {
        private static final Pattern COMPONENT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

        public ToTenant {
            requireNonNull(component, "component");
            requireNonNull(tenant, "tenant");
            if (!COMPONENT.matcher(component).matches()) {
                throw new IllegalArgumentException("this is not the name of a component");
            }
            check(service);
            check("endpoint", endpoint);
        }

        @Override
        public String toString() {
            return "component " + component + " to endpoint " + endpoint + " of " + service + " of tenant " + tenant;
        }
    }

    private static void check(QName service) {
        requireNonNull(service, "service");
        check("service", service.getLocalPart());
        String namespace = service.getNamespaceURI();
        if (namespace.length() > 500 || namespace.indexOf('}') >= 0 || !plain(namespace)) {
            throw new IllegalArgumentException(
                    "the namespace of a service has at most 500 characters, none of control");
        }
    }

    private static void check(String kind, String name) {
        requireNonNull(name, kind);
        if (name.isBlank() || name.length() > 500 || !plain(name)) {
            throw new IllegalArgumentException("the name of the " + kind + " has 1 to 500 characters, none of control");
        }
    }

    private static boolean plain(String text) {
        return text.codePoints().allMatch(c -> switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> c != 0xFFFE && c != 0xFFFF;
        });
    }
}
