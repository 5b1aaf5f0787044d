package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.TenantView;

/** Part of the list of tenants as an open type; its getters are its items. */
public final class TenantPage {
    private final Page<TenantView> page;

    TenantPage(Page<TenantView> page) {
        this.page = requireNonNull(page, "page");
    }

    public TenantData[] getTenants() {
        return page.entries().stream().map(TenantData::new).toArray(TenantData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Tenants of those that were asked for, after the name to go on with if there is one, as far as they were counted. */
    public long getTotal() {
        return page.total();
    }

    /** Whether there are no more than {@link #getTotal}. */
    public boolean isTotalExact() {
        return page.exact();
    }
}
