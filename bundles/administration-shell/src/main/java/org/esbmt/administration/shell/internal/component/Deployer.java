package org.esbmt.administration.shell.internal.component;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/**
 * Services that are there while the deployer of this node runs. Their references are optional: Karaf has no command of a bundle
 * while a reference of any command of the bundle is missing.
 */
final class Deployer {
    private Deployer() {}

    /** @param service null while the deployer does not run */
    static <T> T running(T service) throws AdministrationException {
        if (service == null) {
            throw new AdministrationException(Reason.UNAVAILABLE, "the deployer of this node does not run (yet)");
        }
        return service;
    }
}
