package org.esbmt.administration.rest.internal.route;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;

/**
 * The address of an operation.
 *
 * @param method of HTTP
 * @param resource the object of the operation; its entity tag is compared with If-Match
 * @param path the resource, and the deed below it if the method alone does not tell it
 * @param comparable false if the path does not identify the object whose revision the operation compares
 */
public record Route(String method, Template resource, Template path, Part part, String operation, boolean comparable) {
    public Route {
        requireNonNull(method, "method");
        requireNonNull(resource, "resource");
        requireNonNull(path, "path");
        requireNonNull(part, "part");
        requireNonNull(operation, "operation");
    }

    Route(String method, String resource, String deed, Part part, String operation) {
        this(method, Template.of(resource), Template.of(resource).with(deed), part, operation, true);
    }

    /** The same route for an operation that compares the revision of an object that the path does not identify. */
    Route uncompared() {
        return new Route(method, resource, path, part, operation, false);
    }

    /** Tells whether the path is that of the resource itself. */
    public boolean isOfResource() {
        return path.path().equals(resource.path());
    }

    /** Tells whether a request has its arguments in the address alone. */
    public boolean isWithoutBody() {
        return method.equals("GET") || method.equals("DELETE");
    }

    /** The entry of the operation. */
    public Entry<?> entry() {
        return Catalogue.entries(part).stream()
                .filter(entry -> entry.name().equals(operation))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the catalogue has no " + part + " " + operation));
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
