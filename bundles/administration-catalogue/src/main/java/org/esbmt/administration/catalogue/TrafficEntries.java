package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.TRAFFIC;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.SPAN;
import static org.esbmt.administration.catalogue.Words.TENANT;

import java.util.List;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TrafficAdministration.Span;

/** The messages that the node has taken from senders. */
final class TrafficEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(
                            TRAFFIC,
                            "listTraffic",
                            "The messages of each tenant at this node, the busiest of the last minute first, page by"
                                    + " page.",
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.TRAFFIC),
                            TrafficAdministration.class,
                            (traffic, by, with) -> traffic.tenants(by, with.page())),
            Entry.reads(
                            TRAFFIC,
                            "showTraffic",
                            "The messages of each endpoint of a tenant at this node, the busiest of the last minute"
                                    + " first, page by page.",
                            TENANT,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.TRAFFIC),
                            TrafficAdministration.class,
                            (traffic, by, with) -> traffic.endpoints(by, with.get(TENANT), with.page())),
            Entry.reads(
                            TRAFFIC,
                            "listTrafficHistory",
                            "The course of the messages of all tenants at this node, the oldest sample first.",
                            SPAN)
                    .asks(
                            one(Shapes.TRAFFIC_HISTORY),
                            TrafficAdministration.class,
                            (traffic, by, with) -> traffic.installationHistory(
                                    by, with.get(SPAN).orElse(Span.TEN_MINUTES))),
            Entry.reads(
                            TRAFFIC,
                            "showTrafficHistory",
                            "The course of the messages of a tenant at this node, the oldest sample first.",
                            TENANT,
                            SPAN)
                    .asks(
                            one(Shapes.TRAFFIC_HISTORY),
                            TrafficAdministration.class,
                            (traffic, by, with) -> traffic.tenantHistory(
                                    by, with.get(TENANT), with.get(SPAN).orElse(Span.TEN_MINUTES))));

    private TrafficEntries() {}
}
