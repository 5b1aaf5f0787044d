package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.internal.settings.ServedPath;

/** The registered resources. Usable on any thread. */
final class Resources {
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

    /**
     * Finds the resource with the longest path.
     *
     * @param path below the public address, empty or beginning with a slash
     */
    Optional<Found> find(String path) {
        Optional<Found> longest = Optional.empty();
        for (HttpResource resource : all) {
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
