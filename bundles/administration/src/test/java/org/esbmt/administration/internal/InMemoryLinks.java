package org.esbmt.administration.internal;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.management.api.TenantLinks;

/** Links of a node with room for all. */
final class InMemoryLinks implements TenantLinks {
    private final List<Link> all = new ArrayList<>();

    @Override
    public boolean add(Link link) {
        return !all.contains(link) && all.add(link);
    }

    @Override
    public boolean remove(Link link) {
        return all.remove(link);
    }

    @Override
    public List<Link> links() {
        return List.copyOf(all);
    }
}
