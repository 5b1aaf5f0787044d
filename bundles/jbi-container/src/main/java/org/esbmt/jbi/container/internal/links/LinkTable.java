package org.esbmt.jbi.container.internal.links;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;

/** Links in the form for the message path: look-ups without allocation in immutable maps. Threads: any. */
final class LinkTable {
    static final LinkTable EMPTY = new LinkTable(List.of());

    private final List<Link> links;
    /** The tenants that reach a plain endpoint: by service, then endpoint. */
    private final Map<QName, Map<String, Set<Owner>>> toPlain = new HashMap<>();
    /** The plain services by tenant, then endpoint. */
    private final Map<Owner, Map<String, List<QName>>> services = new HashMap<>();
    /**
     * The components that reach a tenant's endpoint: by tenant, service, endpoint. For a tenant's service the bus
     * stores only the local part.
     */
    private final Map<Owner, Map<String, Map<String, Set<String>>>> toTenant = new HashMap<>();

    LinkTable(Collection<Link> links) {
        Set<Link> sorted = new TreeSet<>(Comparator.comparing(Link::toString));
        sorted.addAll(links);
        this.links = List.copyOf(sorted);
        for (Link link : this.links) {
            if (link instanceof ToPlain plain) {
                toPlain.computeIfAbsent(plain.service(), s -> new HashMap<>())
                        .computeIfAbsent(plain.endpoint(), e -> new HashSet<>())
                        .add(Owner.of(plain.tenant()));
                services.computeIfAbsent(Owner.of(plain.tenant()), t -> new HashMap<>())
                        .computeIfAbsent(plain.endpoint(), e -> new ArrayList<>())
                        .add(plain.service());
            } else if (link instanceof ToTenant tenant) {
                toTenant.computeIfAbsent(Owner.of(tenant.tenant()), t -> new HashMap<>())
                        .computeIfAbsent(tenant.service().getLocalPart(), s -> new HashMap<>())
                        .computeIfAbsent(tenant.endpoint(), e -> new HashSet<>())
                        .add(tenant.component());
            }
        }
    }

    List<Link> links() {
        return links;
    }

    LinkTable with(Link link) {
        List<Link> more = new ArrayList<>(links);
        more.add(link);
        return new LinkTable(more);
    }

    LinkTable without(Link link) {
        return new LinkTable(links.stream().filter(l -> !l.equals(link)).toList());
    }

    /** True if a link permits an exchange that is otherwise refused. */
    boolean permits(Owner caller, String component, Owner owner, QName service, String endpoint) {
        if (caller.equals(Owner.PLAIN)) {
            Map<String, Map<String, Set<String>>> ofTenant = toTenant.get(owner);
            Map<String, Set<String>> endpoints = ofTenant == null ? null : ofTenant.get(service.getLocalPart());
            Set<String> components = endpoints == null ? null : endpoints.get(endpoint);
            return components != null && component != null && components.contains(component);
        }
        if (!owner.equals(Owner.PLAIN)) {
            return false; // no link leads from tenant to tenant
        }
        Map<String, Set<Owner>> endpoints = toPlain.get(service);
        Set<Owner> tenants = endpoints == null ? null : endpoints.get(endpoint);
        return tenants != null && tenants.contains(caller);
    }

    List<QName> services(Owner caller, String endpoint) {
        Map<String, List<QName>> endpoints = services.get(caller);
        return endpoints == null ? List.of() : endpoints.getOrDefault(endpoint, List.of());
    }
}
