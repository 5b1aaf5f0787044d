package org.esbmt.administration.shell.internal.component;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/**
 * Services that exist while the deployer of this node runs. The references to them are optional. Otherwise Karaf would have no
 * command of the bundle while the deployer does not run.
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
