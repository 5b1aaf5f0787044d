package org.esbmt.administration.internal;

import org.esbmt.administration.api.AdministrationException;

/** Somebody else changed what a step of a batch changes, of whatever revision: it is made once more before it is an error. */
final class ConcurrentChange extends AdministrationException {
    private static final long serialVersionUID = 1L;

    /** @param stale what it is if that goes on */
    ConcurrentChange(AdministrationException stale) {
        super(stale.reason(), stale.getMessage(), stale);
    }
}
