package org.esbmt.camel.se.internal.reader;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/**
 * Reads all route files of a unit: every {@code .xml}, {@code .yaml} and {@code .yml} outside of {@code META-INF}.
 * Stateless and thread-safe.
 */
public final class RouteUnitReader {
    /** The endpoint of a route from {@code jbi:service:}, if the unit does not declare another. */
    public static final String DEFAULT_ENDPOINT = "camel";

    /** The largest size of one author's file. */
    static final int MOST_BYTES = 1024 * 1024;
    /** The largest size of the file that the bus writes. */
    static final int MOST_CANONICAL_BYTES = 4 * 1024 * 1024;

    private static final int MOST_FILES = 50;
    private static final List<String> BESIDE = List.of(".xsl", ".xslt", ".xsd", ".wsdl");

    /**
     * The result of reading a unit.
     *
     * @param findings in the order of files and lines
     * @param unit empty if there are findings
     * @param files the further files that the unit needs besides its route files
     */
    public record Reading(List<Finding> findings, Optional<RouteUnit> unit, Set<String> files) {
        public Reading {
            findings = List.copyOf(findings);
            requireNonNull(unit, "unit");
            files = Set.copyOf(files);
        }
    }

    private final UnitFiles files;
    private final ContentCheck check;
    private final Predicate<QName> reserved;
    private final boolean ours;
    private final Findings findings = new Findings();

    private RouteUnitReader(UnitFiles files, ContentCheck check, Predicate<QName> reserved, boolean ours) {
        this.files = requireNonNull(files, "files");
        this.check = requireNonNull(check, "check");
        this.reserved = requireNonNull(reserved, "reserved");
        this.ours = ours;
    }

    /**
     * Reads an author's files, to the last finding. Never throws because of the contents of the files.
     *
     * @param reserved services whose names only the bus assigns
     */
    public static Reading read(UnitFiles files, ContentCheck check, Predicate<QName> reserved) {
        return new RouteUnitReader(files, check, reserved, false).read();
    }

    /** Reads the unit that {@link CamelUnitReader} has written. A finding means that it was changed afterwards. */
    public static Reading readRewritten(UnitFiles files, ContentCheck check) {
        return new RouteUnitReader(files, check, service -> false, true).read();
    }

    private Reading read() {
        RouteReader reader = new RouteReader(findings, check, ours);
        int count = 0;
        for (String file : files.names()) {
            if (isRouteFile(file) && ++count <= MOST_FILES) {
                content(file, ours ? MOST_CANONICAL_BYTES : MOST_BYTES)
                        .flatMap(b -> isYaml(file) ? YamlTree.read(file, b, findings) : XmlTree.read(file, b, findings))
                        .ifPresent(reader::read);
            }
        }
        if (count > MOST_FILES) {
            findings.add(new Place("", 0), "camel.limit", "a unit has at most " + MOST_FILES + " route files");
        }
        List<Route> routes = identified(reader.drafts());
        if (routes.isEmpty() && findings.isEmpty()) {
            findings.add(
                    new Place(
                            files.names().isEmpty()
                                    ? Canonical.FILE
                                    : files.names().first(),
                            0),
                    "camel.missing",
                    "the unit has no route; routes stand in .xml and .yaml files outside of META-INF");
        }
        List<Route> addressed = addressed(routes);
        checkCount(addressed);
        for (Route route : addressed) {
            checkReserved(route.from(), route.place());
            Steps.targets(route, this::checkReserved);
        }
        CallGraph.check(addressed, findings);
        Set<String> needed = new UnitResources(files, check, findings).of(addressed);
        return new Reading(
                findings.sorted(),
                findings.isEmpty() ? Optional.of(new RouteUnit(addressed)) : Optional.empty(),
                needed);
    }

    private void checkCount(List<Route> routes) {
        AtomicInteger count = new AtomicInteger();
        for (Route route : routes) {
            Steps.each(route, step -> count.incrementAndGet());
            if (count.get() > StepReader.MOST) {
                findings.add(
                        route.place(),
                        "camel.limit",
                        "a unit has at most " + StepReader.MOST + " steps, those of error handlers in each route");
                return;
            }
        }
    }

    private void checkReserved(Address address, Place place) {
        if (address instanceof Address.Jbi jbi && reserved.test(jbi.service())) {
            findings.add(
                    place,
                    "camel.bus-name",
                    "the name " + Findings.quoted(jbi.service().toString()) + " is one that only the bus gives");
        }
    }

    /** Returns true for a route file. Reports files other than routes, stylesheets, schemas and WSDL. */
    private boolean isRouteFile(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        if (lower.startsWith("meta-inf/")) {
            if (lower.startsWith("meta-inf/spring/")) {
                findings.add(
                        new Place(file, 0), "camel.file", "routes do not stand in META-INF, but in the unit's root");
            }
            return false;
        }
        boolean routes = lower.endsWith(".xml") || isYaml(lower);
        if (!routes && BESIDE.stream().noneMatch(lower::endsWith)) {
            findings.add(
                    new Place(file, 0),
                    "camel.file",
                    "the component camel-se has no use for it; its units have .xml, .yaml, .xsl, .xslt, .xsd and .wsdl files");
        }
        return routes;
    }

    private static boolean isYaml(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml") || lower.endsWith(".yml");
    }

    private Optional<byte[]> content(String file, int most) {
        Optional<byte[]> content = files.content(file);
        if (content.isPresent() && content.get().length > most) {
            findings.add(new Place(file, 0), "camel.limit", "a file with routes has at most " + most + " bytes");
            return Optional.empty();
        }
        return content;
    }

    // ---- names

    /** Gives each route without an id the first free {@code route1}, {@code route2} ..., as in Camel. */
    private List<Route> identified(List<RouteReader.Draft> drafts) {
        Map<String, Place> ids = new HashMap<>();
        for (RouteReader.Draft draft : drafts) {
            draft.id().ifPresent(id -> {
                Place first = ids.putIfAbsent(id, draft.route().place());
                if (first != null) {
                    findings.add(
                            draft.route().place(),
                            "camel.duplicate",
                            "there is a route with the id " + Findings.quoted(id) + " already, at " + first);
                }
            });
        }
        List<Route> routes = new ArrayList<>();
        int number = 1;
        for (RouteReader.Draft draft : drafts) {
            String id = draft.id().orElse("");
            while (id.isEmpty()) {
                String next = "route" + number++;
                id = ids.putIfAbsent(next, draft.route().place()) == null ? next : "";
            }
            Route r = draft.route();
            routes.add(new Route(id, draft.from(), r.errors(), r.steps(), r.place()));
        }
        return routes;
    }

    /** Gives each service an endpoint, and reports routes with the same address. */
    private List<Route> addressed(List<Route> routes) {
        List<Provides.Declared> declared = files.content(Provides.FILE)
                .map(b -> Provides.read(b, findings))
                .orElse(List.of());
        Map<Address, Route> beginnings = new HashMap<>();
        Map<String, QName> locals = new HashMap<>();
        Set<NamedEndpoint> provided = new HashSet<>();
        List<Route> addressed = new ArrayList<>();
        for (Route r : routes) {
            Address from = r.from();
            if (from instanceof Address.Jbi jbi) {
                String endpoint = jbi.endpoint().orElseGet(() -> endpoint(jbi.service(), declared));
                from = new Address.Jbi(jbi.service(), Optional.of(endpoint), Optional.empty(), Optional.empty());
                NamedEndpoint named = new NamedEndpoint(jbi.service(), endpoint);
                provided.add(named);
                checkDeclared(named, declared, r);
                checkLocal(jbi.service(), locals, r);
            }
            Route route = new Route(r.id(), from, r.errors(), r.steps(), r.place());
            Route first = beginnings.putIfAbsent(from, route);
            if (first != null) {
                findings.add(
                        r.place(),
                        "camel.duplicate",
                        "the route " + first.id() + " at " + first.place() + " is from the same address");
            }
            addressed.add(route);
        }
        for (Provides.Declared d : declared) {
            if (!provided.contains(d.endpoint()) && !routes.isEmpty()) {
                findings.add(
                        d.place(),
                        "camel.provides",
                        "no route is from " + Findings.quoted(d.endpoint().toString())
                                + ", which the unit declares in provides");
            }
        }
        return addressed;
    }

    private static String endpoint(QName service, List<Provides.Declared> declared) {
        List<String> endpoints = declared.stream()
                .map(Provides.Declared::endpoint)
                .filter(d -> d.service().equals(service))
                .map(NamedEndpoint::endpoint)
                .toList();
        return endpoints.size() == 1 ? endpoints.get(0) : DEFAULT_ENDPOINT;
    }

    private void checkDeclared(NamedEndpoint named, List<Provides.Declared> declared, Route route) {
        if (!declared.isEmpty() && declared.stream().noneMatch(d -> d.endpoint().equals(named))) {
            findings.add(
                    route.place(),
                    "camel.provides",
                    "the route is from " + Findings.quoted(named.toString()) + ", which " + Provides.FILE
                            + " does not list under provides");
        }
    }

    /** Reports services that differ only in their namespaces: on the bus a tenant's services have local names only. */
    private void checkLocal(QName service, Map<String, QName> locals, Route route) {
        QName first = locals.putIfAbsent(service.getLocalPart(), service);
        if (first != null && !first.equals(service)) {
            findings.add(
                    route.place(),
                    "camel.name",
                    "the services " + Findings.quoted(first.toString()) + " and " + Findings.quoted(service.toString())
                            + " have the same local name, and are one on the bus");
        }
    }
}
