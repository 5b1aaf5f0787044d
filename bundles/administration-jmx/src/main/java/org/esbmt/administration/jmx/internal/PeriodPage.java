package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.ServiceAdministration.PeriodView;

/** Part of the list of times in which versions were deployed as an open type; its getters are its items. */
public final class PeriodPage {
    private final Page<PeriodView> page;

    PeriodPage(Page<PeriodView> page) {
        this.page = requireNonNull(page, "page");
    }

    public PeriodData[] getPeriods() {
        return page.entries().stream().map(PeriodData::new).toArray(PeriodData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
