package org.esbmt.camel.se.internal.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.esbmt.camel.se.internal.work.TenantWorkers;

/** Reads the counters for JMX. */
final class Management implements CamelServiceEngineMXBean {
    private final Supplier<Collection<CamelUnit>> units;
    private final TenantWorkers workers;

    Management(Supplier<Collection<CamelUnit>> units, TenantWorkers workers) {
        this.units = units;
        this.workers = workers;
    }

    @Override
    public int getUnits() {
        return units.get().size();
    }

    @Override
    public long getExchanges() {
        return sum(counters -> counters.exchanges.sum());
    }

    @Override
    public long getInFlight() {
        return sum(counters -> counters.inFlight.sum());
    }

    private long sum(ToLongFunction<RouteCounters> counter) {
        return units.get().stream()
                .flatMap(unit -> unit.counters().stream())
                .mapToLong(counter)
                .sum();
    }

    @Override
    public long getLateReplies() {
        return units.get().stream().mapToLong(CamelUnit::lateReplies).sum();
    }

    @Override
    public long getRefusedWork() {
        return workers.refused();
    }

    @Override
    public int getActiveThreads() {
        return workers.active();
    }

    @Override
    public List<RouteStatistics> getRoutes() {
        List<RouteStatistics> routes = new ArrayList<>();
        for (CamelUnit unit : units.get()) {
            for (RouteCounters counters : unit.counters()) {
                routes.add(new RouteStatistics(unit.owner().tenantWide().toString(), unit.name(), counters));
            }
        }
        return routes;
    }
}
