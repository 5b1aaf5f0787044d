package org.esbmt.administration.internal.harness;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.management.api.TenantLinks;

/** Links of a node, without a limit of their number. */
public final class InMemoryLinks implements TenantLinks {
    private final List<Link> all = new ArrayList<>();
    private Runnable meanwhile = () -> {};

    /** Runs the action each time that the links are read. */
    public void whenLookedAt(Runnable happening) {
        meanwhile = happening;
    }

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
        meanwhile.run();
        return List.copyOf(all);
    }
}
