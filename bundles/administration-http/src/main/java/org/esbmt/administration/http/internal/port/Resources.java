package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.internal.settings.ServedPath;

/** The registered resources. Usable on any thread. */
final class Resources {
    /** The paths of the API and of SOAP. The console must not serve them while their bundles are not there. */
    private static final List<String> AWAITED = List.of("/api", "/soap");

    private final List<HttpResource> all = new CopyOnWriteArrayList<>();

    /** A resource, and the part of the path that is left for it. */
    record Found(HttpResource resource, String pathBelow) {
        Found {
            requireNonNull(resource, "resource");
            requireNonNull(pathBelow, "pathBelow");
        }
    }

    void add(HttpResource resource) {
        all.add(requireNonNull(resource, "resource"));
    }

    void remove(HttpResource resource) {
        all.remove(resource);
    }

    /** Returns true if a path is that of a resource which is not registered now. */
    boolean isAwaited(String path) {
        return AWAITED.stream().filter(awaited -> isWithin(awaited, path)).anyMatch(awaited -> all.stream()
                .noneMatch(resource -> isWithin(awaited, resource.path())));
    }

    private static boolean isWithin(String base, String path) {
        return ServedPath.below(base, path).isPresent();
    }

    /**
     * Finds the resource with the longest path. The resource of all other paths does not serve those of the API and of
     * SOAP.
     *
     * @param path below the public address, empty or beginning with a slash
     */
    Optional<Found> find(String path) {
        Optional<Found> longest = Optional.empty();
        boolean elsewhere = AWAITED.stream().anyMatch(awaited -> isWithin(awaited, path));
        for (HttpResource resource : all) {
            if (elsewhere && resource.path().isEmpty()) {
                continue;
            }
            Optional<String> below = ServedPath.below(resource.path(), path);
            if (below.isPresent()
                    && longest.filter(other ->
                                    other.pathBelow().length() <= below.get().length())
                            .isEmpty()) {
                longest = Optional.of(new Found(resource, below.get()));
            }
        }
        return longest;
    }
}
