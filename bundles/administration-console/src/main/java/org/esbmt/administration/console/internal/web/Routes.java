package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;

/** The pages by their paths. A segment {@code {name}} of a route stands for any one segment. */
public final class Routes {
    private final List<Route> routes = new ArrayList<>();

    /** Answers a request. */
    @FunctionalInterface
    public interface Handler {
        Answer answer(Call call) throws AdministrationException;
    }

    /**
     * The way to a page.
     *
     * @param page the page of a form, which shows the refusal of its change; that of a page is itself
     */
    record Route(boolean changes, List<String> pattern, boolean upload, Handler handler, Handler page) {
        /** The same after the administrator's password was given again. */
        Route confirmed() {
            return new Route(
                    changes,
                    pattern,
                    upload,
                    call -> {
                        call.confirm();
                        return handler.answer(call);
                    },
                    page);
        }

        Optional<Map<String, String>> match(List<String> path) {
            if (path.size() != pattern.size()) {
                return Optional.empty();
            }
            Map<String, String> variables = new HashMap<>();
            for (int i = 0; i < path.size(); i++) {
                String part = pattern.get(i);
                if (part.startsWith("{")) {
                    variables.put(part.substring(1, part.length() - 1), path.get(i));
                } else if (!part.equals(path.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(variables);
        }
    }

    /** A route and the values of its variables. */
    record Match(Route route, Map<String, String> variables) {}

    /** Adds a page. */
    public void page(String pattern, Handler handler) {
        routes.add(new Route(false, segments(pattern), false, handler, handler));
    }

    /**
     * Adds a change.
     *
     * @param page the page of the form
     */
    public void change(String pattern, Handler page, Handler handler) {
        routes.add(new Route(true, segments(pattern), false, handler, page));
    }

    /** Adds a change that is final: its form asks for the administrator's password again. */
    public void confirmed(String pattern, Handler page, Handler handler) {
        routes.add(new Route(true, segments(pattern), false, handler, page).confirmed());
    }

    /** Adds a change whose form has files. */
    public void upload(String pattern, Handler page, Handler handler) {
        routes.add(new Route(true, segments(pattern), true, handler, page));
    }

    Optional<Match> find(boolean changes, List<String> path) {
        for (Route route : routes) {
            Optional<Map<String, String>> variables = route.changes() == changes ? route.match(path) : Optional.empty();
            if (variables.isPresent()) {
                return Optional.of(new Match(route, variables.get()));
            }
        }
        return Optional.empty();
    }

    /** The patterns of all pages. */
    public List<String> pages() {
        return routes.stream()
                .filter(route -> !route.changes())
                .map(route -> String.join("/", route.pattern()))
                .toList();
    }

    /** The patterns of all changes. */
    public List<String> changes() {
        return routes.stream()
                .filter(Route::changes)
                .map(route -> String.join("/", route.pattern()))
                .toList();
    }

    private static List<String> segments(String pattern) {
        requireNonNull(pattern, "pattern");
        return pattern.isEmpty() ? List.of() : List.of(pattern.split("/", -1));
    }
}
