package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.ServiceAdministration.EndpointView;

/** Part of the list of a tenant's endpoints as an open type; its getters are its items. */
public final class EndpointPage {
    private final Page<EndpointView> page;

    EndpointPage(Page<EndpointView> page) {
        this.page = requireNonNull(page, "page");
    }

    public EndpointData[] getEndpoints() {
        return page.entries().stream().map(EndpointData::new).toArray(EndpointData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
