package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.UserView;

/** Part of the list of a tenant's users as an open type; its getters are its items. */
public final class UserPage {
    private final Page<UserView> page;

    UserPage(Page<UserView> page) {
        this.page = requireNonNull(page, "page");
    }

    public UserData[] getUsers() {
        return page.entries().stream().map(UserData::new).toArray(UserData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
