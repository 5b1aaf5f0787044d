package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * The names of a tenant's services on the bus, where names are global:
 * <code>{&lt;prefix&gt;&lt;tenant&gt;}localPart</code>, and
 * <code>{&lt;prefix&gt;&lt;tenant&gt;-&lt;user&gt;}localPart</code> for a service of one user. The grammar is the
 * historical one of JBIMulti2; the prefix is configuration.
 */
public final class TenantNames {
    /** The historical prefix. */
    public static final String DEFAULT_PREFIX = "jbimulti2:tenant-endpoints/";

    private static final int UUID_LENGTH = 36;

    private final String prefix;

    public TenantNames(String prefix) {
        this.prefix = requireNonNull(prefix, "prefix");
        if (prefix.isBlank() || !(prefix.endsWith("/") || prefix.endsWith(":"))) {
            throw new IllegalArgumentException(
                    "the prefix of tenant endpoints must end with '/' or ':', but is '" + prefix + "'");
        }
    }

    public String prefix() {
        return prefix;
    }

    /** The global name of a service that belongs to the whole tenant. */
    public QName scoped(TenantId tenant, QName service) {
        return new QName(prefix + tenant, service.getLocalPart());
    }

    /** The global name of a service that belongs to one user of the tenant. */
    public QName scoped(TenantId tenant, UserId user, QName service) {
        return new QName(prefix + tenant + "-" + user, service.getLocalPart());
    }

    /** The tenant that a global name belongs to; empty for the name of a plain service. */
    public Optional<TenantId> tenantOf(QName scoped) {
        String ns = scoped.getNamespaceURI();
        int from = prefix.length();
        if (!ns.startsWith(prefix)
                || ns.length() < from + UUID_LENGTH
                || (ns.length() > from + UUID_LENGTH && ns.charAt(from + UUID_LENGTH) != '-')) {
            return Optional.empty();
        }
        try {
            return Optional.of(TenantId.of(ns.substring(from, from + UUID_LENGTH)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** True for a name in the bus's own namespace, of any tenant and with any suffix. */
    public boolean isGivenByBus(QName service) {
        return service.getNamespaceURI().startsWith(prefix);
    }
}
