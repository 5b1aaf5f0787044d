package org.esbmt.tenancy.authentication.internal;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;

/**
 * The queue of waiting attempts that is served in turn.
 *
 * @param tenant empty for all unknown tenants together, so that invented tenants get no lanes of their own
 * @param proof the kind of proof, so that a flood of one kind takes no places of the other
 * @param proven true if the user has given this proof before; guesses take no place in this lane
 */
record Lane(Optional<TenantId> tenant, Proof proof, boolean proven) {

    enum Proof {
        PASSWORD,
        CERTIFICATE,
        TOKEN
    }

    /** Offers work to the queue; returns false, without effect, if the lane or its part of the queue is full. */
    boolean offer(FairQueue<Lane> queue, Runnable work) {
        return proven ? queue.offerReserved(this, work) : queue.offer(this, work);
    }
}
