package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.Page;

/** Part of the list of nodes as an open type; its getters are its items. */
public final class NodePage {
    private final Page<NodeView> page;

    NodePage(Page<NodeView> page) {
        this.page = requireNonNull(page, "page");
    }

    public NodeData[] getNodes() {
        return page.entries().stream().map(NodeData::new).toArray(NodeData[]::new);
    }

    public int getOffset() {
        return page.offset();
    }

    /** Entries of the whole list. */
    public long getTotal() {
        return page.total();
    }
}
