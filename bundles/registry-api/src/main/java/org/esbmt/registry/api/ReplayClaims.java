package org.esbmt.registry.api;

import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Lets each signed message on once in the cluster. The message path claims a message after its signature has been
 * verified, and before anything is done with it.
 *
 * <p><b>Guarantee.</b> At most one call of all nodes is answered with {@link ClaimOutcome#FIRST} for the same 128 bits,
 * for ever, across restarts and crashes of nodes and of the database, as long as the database keeps what it has
 * committed. No clock is part of it. The guarantee needs one condition: <em>the instant of expiry is a function of what
 * is claimed</em>, so the same claim comes with the same instant every time. It is computed from the signed Timestamp and from
 * constants alone: no setting of an endpoint or a node takes part in it, and the present neither.
 *
 * <p><b>What clocks decide</b> is which claims can still be made. A claim is decided from eight minutes before to seven
 * minutes after its expiry, by the clock of the database. Earlier it is UNAVAILABLE. Later it may be REPEATED, although it
 * is the first. The instant is 300 s and the skew of 60 s after the signed creation at the latest. Clocks of senders and nodes differ
 * by 60 s at most from a node and from the database. So a message that a node accepts expires eight minutes from now at the
 * latest, and one minute ago at the earliest.
 *
 * <p>A node that crashes between a claim and its use has lost the message: it is not let on again. The sender repeats it with
 * a new signature.
 */
@ProviderType
public interface ReplayClaims {
    /** The length of a claim. */
    int CLAIM_BYTES = 32;

    /**
     * Claims a message. Any thread; never blocks. The stage completes within two seconds, in a thread of the registry or
     * in the calling one: work that takes longer than some microseconds must go on elsewhere. It never completes with an
     * exception.
     *
     * @param tenant the sender's; it pays for the claim, and does not distinguish claims: the same claim by two tenants is
     * one
     * @param claim SHA-256 of what was signed and of the signer; its first 128 bits count
     * @param expires the last moment at which any receiver accepts the message, skew included; the same for every repetition
     * @throws IllegalArgumentException if the claim has another length than {@value #CLAIM_BYTES} bytes
     */
    CompletionStage<ClaimOutcome> claim(TenantId tenant, byte[] claim, Instant expires);
}
