package org.esbmt.http.api;

import org.osgi.annotation.versioning.ConsumerType;

/** Decides from a request's head how the request is handled. */
@ConsumerType
@FunctionalInterface
public interface Router {
    /**
     * Called on an event loop for each request whose head is valid and whose Host is served, before its body is read.
     * The method must not block: it selects a handler by method and path, and checks no credential. An exception is
     * answered with 500 and logged.
     */
    Handling route(RequestHead head);
}
