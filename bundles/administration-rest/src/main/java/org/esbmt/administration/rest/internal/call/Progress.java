package org.esbmt.administration.rest.internal.call;

import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperationAdministration.OnNodes;
import org.esbmt.administration.api.OperationAdministration.State;
import org.esbmt.administration.catalogue.Services;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells whether nodes still work at a change that is decided. */
final class Progress {
    private static final Logger LOG = LoggerFactory.getLogger(Progress.class);

    private Progress() {}

    static boolean isPending(Services services, Administrator by, UUID operation) {
        if (!services.types().contains(OperationAdministration.class)) {
            return false;
        }
        try {
            return services.get(OperationAdministration.class)
                    .find(by, operation)
                    .flatMap(view -> view.onNodes().map(OnNodes::state))
                    .filter(state -> state == State.PENDING)
                    .isPresent();
        } catch (AdministrationException | RuntimeException e) {
            // The change is committed, whoever may see its progress.
            LOG.debug("The progress of operation {} cannot be told.", operation, e);
            return false;
        }
    }
}
