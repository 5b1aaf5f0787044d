package org.esbmt.camel.se.internal.model;

import java.util.List;

/** All routes of one service unit; at least one. Their ids are different. */
public record RouteUnit(List<Route> routes) {
    public RouteUnit {
        routes = List.copyOf(routes);
    }
}
