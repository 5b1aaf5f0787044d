package org.esbmt.tenancy.api;

import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Authenticates the senders of messages. A binding component calls {@link #known} for every message, and
 * {@link #authenticate} only if the first result is empty. A component without an authenticator must not accept
 * messages.
 */
@ConsumerType
public interface TenantAuthenticator {

    /**
     * The caller, if this very proof was verified a short time ago, has come from this source, and nothing has changed
     * since. Called on event loops, for every message: never blocks, never touches the registry, takes a few
     * microseconds at most. Empty says nothing about the proof.
     *
     * @param source the address of the sender: guesses are not judged here, by however much they are slowed down
     */
    Optional<AuthenticatedCaller> known(SenderProof proof, InetAddress source);

    /**
     * Verifies a password, a token or an assertion, or finds the user of a certificate. Never blocks the calling thread; the stage completes on
     * a thread of the authenticator, or at once. It never completes exceptionally: a check that cannot run has the
     * outcome {@link AuthenticationOutcome.Reason#OVERLOADED}. The duration does not distinguish an unknown tenant or
     * user from a wrong password, or an unknown certificate from one of another tenant.
     *
     * <p>A certificate's user is not proven until the sender's signature is verified with the caller's
     * {@link AuthenticatedCaller#certificate()}. The same holds for an assertion with a holder.
     *
     * @param source the address of the sender; attempts are also throttled by source
     */
    CompletionStage<AuthenticationOutcome> authenticate(SenderProof proof, InetAddress source);
}
