package org.esbmt.administration.rest.internal.route;

import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;

/** Finds the route of a request. Immutable. */
public final class Router {
    private static final String HEAD = "HEAD";
    private static final String GET = "GET";

    private final List<Signature> signatures;

    /** The route of a request, with the variables of its path. */
    public record Match(Signature signature, Map<String, String> variables) {
        public Match {
            variables = Map.copyOf(variables);
        }
    }

    public Router(List<Route> routes) {
        this.signatures = routes.stream().map(Signature::of).toList();
    }

    /**
     * Finds the route.
     *
     * @param method a HEAD is answered by the route of the GET
     * @throws Refusal NOT_FOUND if no route has the path, METHOD_NOT_ALLOWED if none of them has the method
     */
    public Match find(String method, String rawPath) throws Refusal {
        List<Match> there = there(rawPath);
        if (there.isEmpty()) {
            throw Refusal.of(ProblemType.NOT_FOUND, "the API has no such path");
        }
        String wanted = method.equals(HEAD) ? GET : method;
        Optional<Match> found = there.stream()
                .filter(match -> match.signature().route().method().equals(wanted))
                .min(comparingInt(match -> match.variables().size()));
        if (found.isEmpty()) {
            throw Refusal.of(ProblemType.METHOD_NOT_ALLOWED, "the path has no such method");
        }
        return found.get();
    }

    /** The methods of a path, as of Allow; none if the API has no such path. */
    public List<String> methods(String rawPath) throws Refusal {
        TreeSet<String> methods = new TreeSet<>();
        there(rawPath).forEach(match -> methods.add(match.signature().route().method()));
        if (methods.contains(GET)) {
            methods.add(HEAD);
        }
        return List.copyOf(methods);
    }

    private List<Match> there(String rawPath) throws Refusal {
        List<String> segments = RawPath.segments(rawPath);
        List<Match> there = new ArrayList<>();
        for (Signature signature : signatures) {
            signature.route().path().match(segments).ifPresent(found -> there.add(new Match(signature, found)));
        }
        return there;
    }
}
