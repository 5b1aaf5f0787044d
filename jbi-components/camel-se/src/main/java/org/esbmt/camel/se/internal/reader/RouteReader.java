package org.esbmt.camel.se.internal.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;

/** Reads the routes of a unit's files, one file after the other. */
final class RouteReader {
    /** The largest number of routes in one unit. */
    static final int MOST = 200;

    private static final Set<String> ROOTS = Set.of("beans", "blueprint", "camel", "camelContext", "routes", "route");
    private static final Set<String> GROUPS = Set.of("camelContext", "routes");

    /** A route that may still lack an id. */
    record Draft(Optional<String> id, Address from, Route route) {}

    private final Findings findings;
    private final RouteVocabularyCheck vocabulary;
    private final StepReader steps;
    private final ErrorReader errors;
    private final List<Draft> drafts = new ArrayList<>();

    RouteReader(Findings findings, ContentCheck check, boolean ours) {
        this.findings = findings;
        this.vocabulary = new RouteVocabularyCheck(findings, ours);
        ExpressionReader expressions = new ExpressionReader(findings, check);
        this.steps = new StepReader(findings, new Uris(findings), expressions);
        this.errors = new ErrorReader(findings, steps, expressions);
    }

    /** @param root the root of a file */
    void read(Node root) {
        boolean beans = root.vocabulary() == Node.Vocabulary.BEANS;
        boolean known = beans
                ? root.name().equals("beans") || root.name().equals("blueprint")
                : root.vocabulary() == Node.Vocabulary.CAMEL && ROOTS.contains(root.name());
        if (!known) {
            findings.add(
                    root.place(),
                    "camel.root",
                    "the root " + Findings.quoted(root.name())
                            + " is not one of a file with routes; they are routes, route, camelContext, camel, and beans"
                            + " or blueprint with a camelContext inside, in a namespace of Camel or in none");
            return;
        }
        vocabulary.check(root);
        if (root.is("route")) {
            route(root, ErrorReader.Scope.EMPTY);
        } else {
            group(root, ErrorReader.Scope.EMPTY);
        }
    }

    private void group(Node node, ErrorReader.Scope around) {
        ErrorReader.Scope scope = errors.scope(node, around);
        for (Node child : node.children()) {
            if (GROUPS.contains(child.name())) {
                group(child, scope);
            } else if (child.is("route")) {
                route(child, scope);
            }
        }
    }

    private void route(Node node, ErrorReader.Scope around) {
        if (drafts.size() == MOST) {
            findings.add(node.place(), "camel.limit", "a unit has at most " + MOST + " routes");
            return;
        }
        Place place = Places.of(node);
        ErrorReader.Scope scope = errors.scope(node, around);
        Optional<Address> from = node.child("from").flatMap(f -> steps.address(f, "uri"));
        Optional<Address> checked = from.filter(a -> isPlain(a, node));
        Route route = new Route(
                node.attribute("id").orElse("route"),
                checked.orElse(new Address.Direct("refused")),
                ErrorReader.errors(scope),
                steps.steps(node),
                place);
        checked.ifPresent(a -> drafts.add(new Draft(node.attribute("id"), a, route)));
    }

    private boolean isPlain(Address from, Node node) {
        if (from instanceof Address.Jbi jbi
                && (jbi.operation().isPresent() || jbi.pattern().isPresent())) {
            findings.add(
                    node.child("from").orElse(node).placeOf("uri"),
                    "camel.option",
                    "a route takes every operation and pattern, so from has no options");
            return false;
        }
        return true;
    }

    /** The routes in the order of reading, without those whose address was refused. */
    List<Draft> drafts() {
        return drafts;
    }
}
