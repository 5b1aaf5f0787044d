package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.SystemUserView;

/** Part of the list of the installation's users as an open type; its getters are its items. */
public final class SystemUserPage {
    private final Page<SystemUserView> page;

    SystemUserPage(Page<SystemUserView> page) {
        this.page = requireNonNull(page, "page");
    }

    public SystemUserData[] getUsers() {
        return page.entries().stream().map(SystemUserData::new).toArray(SystemUserData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
