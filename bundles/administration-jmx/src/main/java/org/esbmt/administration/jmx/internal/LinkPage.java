package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.Page;

/** Part of the list of links as an open type; its getters are its items. */
public final class LinkPage {
    private final Page<LinkView> page;

    LinkPage(Page<LinkView> page) {
        this.page = requireNonNull(page, "page");
    }

    /** A text each. */
    public String[] getLinks() {
        return page.entries().stream().map(LinkPage::text).toArray(String[]::new);
    }

    private static String text(LinkView link) {
        String endpoint = link.service() + " " + link.endpoint();
        return link.component()
                .map(c -> "component " + c + " to tenant " + link.tenant() + " " + endpoint)
                .orElse("tenant " + link.tenant() + " to plain " + endpoint);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
