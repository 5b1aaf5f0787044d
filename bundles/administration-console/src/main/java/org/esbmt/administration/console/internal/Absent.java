package org.esbmt.administration.console.internal;

import java.util.List;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.LinkAdministration;

/** The queries of a node whose deployer does not run. */
final class Absent {
    private Absent() {}

    static ComponentAdministration components() {
        return new ComponentAdministration() {
            @Override
            public List<ComponentView> components(Administrator by) throws AdministrationException {
                throw unavailable();
            }

            @Override
            public List<LibraryView> libraries(Administrator by) throws AdministrationException {
                throw unavailable();
            }
        };
    }

    static ComponentConfiguration settings() {
        return (by, component) -> {
            throw unavailable();
        };
    }

    static LinkAdministration links() {
        return (by, page) -> {
            throw unavailable();
        };
    }

    private static AdministrationException unavailable() {
        return new AdministrationException(
                Reason.UNAVAILABLE,
                AdministrationException.told("The deployer of this node does not run", Reason.UNAVAILABLE.who()));
    }
}
