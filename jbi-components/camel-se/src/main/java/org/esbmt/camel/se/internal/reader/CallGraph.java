package org.esbmt.camel.se.internal.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;

/** The calls between the routes of one service unit, by {@code direct:} or over the bus. */
final class CallGraph {
    private static final int MOST_CALLS = 10_000;

    private record Call(int route, Place place) {}

    private record Repeated(int route, int runs) {}

    private final List<Route> routes;
    private final Findings findings;
    private final Map<String, Integer> direct = new HashMap<>();
    private final Map<QName, List<Integer>> services = new HashMap<>();
    private final List<Map<Integer, Call>> calls = new ArrayList<>();
    /** The calls, each with its number of repetitions. */
    private final List<List<Repeated>> all = new ArrayList<>();

    /** The routes, called ones before their callers. */
    private final List<Integer> calledFirst = new ArrayList<>();

    private CallGraph(List<Route> routes, Findings findings) {
        this.routes = routes;
        this.findings = findings;
    }

    /** Reports every call to a missing route, every circle, and routes whose calls multiply beyond all bounds. */
    static void check(List<Route> routes, Findings findings) {
        CallGraph graph = new CallGraph(routes, findings);
        graph.names();
        graph.calls();
        graph.circles();
        graph.multiplied();
    }

    private void names() {
        for (int i = 0; i < routes.size(); i++) {
            int number = i;
            Address from = routes.get(i).from();
            if (from instanceof Address.Direct d) {
                direct.putIfAbsent(d.name(), number);
            } else if (from instanceof Address.Jbi jbi) {
                services.computeIfAbsent(jbi.service(), s -> new ArrayList<>()).add(number);
            }
        }
    }

    private void calls() {
        for (Route route : routes) {
            Map<Integer, Call> targets = new LinkedHashMap<>();
            all.add(new ArrayList<>());
            route.errors().forEach(error -> calls(error.steps(), 1, targets));
            calls(route.steps(), 1, targets);
            calls.add(targets);
        }
    }

    /** @param runs the number of runs of the steps in the enclosing loops */
    private void calls(List<Step> steps, int runs, Map<Integer, Call> targets) {
        for (Step step : steps) {
            step.target().ifPresent(address -> call(address, step.place(), runs, targets));
            int inside = Math.min(MOST_CALLS + 1, runs * step.runs());
            step.inside().forEach(branch -> calls(branch, inside, targets));
        }
    }

    private void call(Address address, Place place, int runs, Map<Integer, Call> targets) {
        if (address instanceof Address.Direct d) {
            Integer route = direct.get(d.name());
            if (route == null) {
                findings.add(place, "camel.direct", "no route of the unit is from direct:" + d.name());
            } else {
                add(targets, new Call(route, place), runs);
            }
        } else if (address instanceof Address.Jbi jbi) {
            for (int route : services.getOrDefault(jbi.service(), List.of())) {
                Optional<String> endpoint = ((Address.Jbi) routes.get(route).from()).endpoint();
                if (jbi.endpoint().isEmpty() || jbi.endpoint().equals(endpoint)) {
                    add(targets, new Call(route, place), runs);
                }
            }
        }
    }

    private void add(Map<Integer, Call> targets, Call call, int runs) {
        targets.putIfAbsent(call.route(), call);
        all.get(all.size() - 1).add(new Repeated(call.route(), runs));
    }

    // ---- depth-first, without recursion: white 0, grey 1, black 2

    private void circles() {
        int[] colour = new int[routes.size()];
        for (int i = 0; i < routes.size(); i++) {
            if (colour[i] == 0) {
                from(i, colour);
            }
        }
    }

    private record Visit(int route, Deque<Call> left) {}

    private void from(int start, int[] colour) {
        Deque<Visit> path = new ArrayDeque<>();
        path.push(visit(start, colour));
        while (!path.isEmpty()) {
            Visit top = path.element();
            Call call = top.left().poll();
            if (call == null) {
                colour[top.route()] = 2;
                calledFirst.add(top.route());
                path.pop();
            } else if (colour[call.route()] == 1) {
                circle(path, call);
            } else if (colour[call.route()] == 0) {
                path.push(visit(call.route(), colour));
            }
        }
    }

    private Visit visit(int route, int[] colour) {
        colour[route] = 1;
        return new Visit(route, new ArrayDeque<>(calls.get(route).values()));
    }

    private void circle(Deque<Visit> path, Call last) {
        Deque<String> names = new ArrayDeque<>();
        names.push(routes.get(last.route()).id());
        for (Visit visit : path) {
            names.push(routes.get(visit.route()).id());
            if (visit.route() == last.route()) {
                break;
            }
        }
        String circle = names.size() > 10 ? "more than 10 routes" : String.join(" -> ", names);
        findings.add(last.place(), "camel.cycle", "routes of the unit call one another in a circle: " + circle);
    }

    /**
     * Reports routes whose calls multiply: two calls in each of forty routes are 2^40 for one message. Alternative
     * branches all count.
     */
    private void multiplied() {
        long[] counts = new long[routes.size()];
        for (int route : calledFirst) {
            for (Repeated call : all.get(route)) {
                long more = call.runs() * (1 + counts[call.route()]);
                counts[route] = Math.min(MOST_CALLS + 1, counts[route] + more);
            }
            if (counts[route] > MOST_CALLS) {
                findings.add(
                        routes.get(route).place(),
                        "camel.limit",
                        "a message to the route " + routes.get(route).id() + " may call more than " + MOST_CALLS
                                + " routes of the unit");
                return;
            }
        }
    }
}
