package org.esbmt.tenancy.api;

import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Decides who a message is from. A binding component asks {@link #known} for every message, and {@link #authenticate}
 * only where that has no answer. A component without an authenticator must not accept messages.
 */
@ConsumerType
public interface TenantAuthenticator {

    /**
     * The caller, if this very credential was verified a short time ago and nothing has changed since. Called on event
     * loops, for every message: never blocks, never touches the registry, takes a few microseconds at most. Empty says
     * nothing about the credential.
     */
    Optional<AuthenticatedCaller> known(TenantCredential credential);

    /**
     * Verifies a credential. Never blocks the calling thread; the stage completes on a thread of the authenticator, or
     * at once. It never completes exceptionally: a check that cannot run is {@link AuthenticationOutcome.Reason#OVERLOADED}.
     * The time it takes does not tell an unknown tenant or user from a wrong password.
     *
     * @param source the address of the sender, against which attempts are throttled too
     */
    CompletionStage<AuthenticationOutcome> authenticate(TenantCredential credential, InetAddress source);
}
