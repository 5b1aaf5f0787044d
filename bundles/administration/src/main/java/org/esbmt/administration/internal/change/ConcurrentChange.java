package org.esbmt.administration.internal.change;

import org.esbmt.administration.api.AdministrationException;

/** Somebody else changed what a step of a batch changes, of whatever revision: it is made once more before it is an error. */
public final class ConcurrentChange extends AdministrationException {
    private static final long serialVersionUID = 1L;

    /**
     * Reports a change by somebody else at the same time.
     *
     * @param stale the refusal if the change is not tried again
     */
    public ConcurrentChange(AdministrationException stale) {
        super(stale.reason(), stale.getMessage(), stale);
    }
}
