package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Page;

/** Part of the list of a tenant's contingents as an open type; its getters are its items. */
public final class ContingentPage {
    private final Page<ContingentView> page;

    ContingentPage(Page<ContingentView> page) {
        this.page = requireNonNull(page, "page");
    }

    public ContingentData[] getContingents() {
        return page.entries().stream().map(ContingentData::new).toArray(ContingentData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
