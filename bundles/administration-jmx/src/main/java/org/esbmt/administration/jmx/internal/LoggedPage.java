package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.OperationAdministration.LoggedView;
import org.esbmt.administration.api.Page;

/** Part of the list of operations as an open type; its getters are its items. */
public final class LoggedPage {
    private final Page<LoggedView> page;

    LoggedPage(Page<LoggedView> page) {
        this.page = requireNonNull(page, "page");
    }

    public LoggedData[] getOperations() {
        return page.entries().stream().map(LoggedData::new).toArray(LoggedData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
