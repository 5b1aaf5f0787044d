package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;

/** Part of the list of a tenant's service assemblies as an open type; its getters are its items. */
public final class AssemblyPage {
    private final Page<AssemblyView> page;

    AssemblyPage(Page<AssemblyView> page) {
        this.page = requireNonNull(page, "page");
    }

    public AssemblyData[] getAssemblies() {
        return page.entries().stream().map(AssemblyData::new).toArray(AssemblyData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
