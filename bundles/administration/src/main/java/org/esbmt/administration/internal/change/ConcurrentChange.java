package org.esbmt.administration.internal.change;

import org.esbmt.administration.api.AdministrationException;

/**
 * A conflict of a batch step that expects no revision with a concurrent change. The batch is tried again before this becomes
 * an error.
 */
public final class ConcurrentChange extends AdministrationException {
    private static final long serialVersionUID = 1L;

    /**
     * Reports a concurrent change.
     *
     * @param stale the refusal if the change is not tried again
     */
    public ConcurrentChange(AdministrationException stale) {
        super(stale.reason(), stale.getMessage(), stale);
    }
}
