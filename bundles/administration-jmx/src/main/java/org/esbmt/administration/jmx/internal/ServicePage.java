package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;

/** Part of the list of a tenant's services as an open type; its getters are its items. */
public final class ServicePage {
    private final Page<ServiceView> page;

    ServicePage(Page<ServiceView> page) {
        this.page = requireNonNull(page, "page");
    }

    public ServiceData[] getServices() {
        return page.entries().stream().map(ServiceData::new).toArray(ServiceData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
