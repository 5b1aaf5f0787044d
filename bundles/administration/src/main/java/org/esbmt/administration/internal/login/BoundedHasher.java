package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Semaphore;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Verifier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Hashes for administration: at most {@value #AT_ONCE} at once, so that logins never take the cores of the message
 * path.
 */
@Component(service = BoundedHasher.class)
public final class BoundedHasher {
    private static final int AT_ONCE = 2;

    private final Semaphore permits = new Semaphore(AT_ONCE, true);
    private final DynamicServices services;

    @Activate
    public BoundedHasher(@Reference DynamicServices services) {
        this.services = requireNonNull(services, "services");
    }

    /** Throws if there is no hasher yet. Called before work that needs one begins. */
    void ready() throws RegistryException {
        services.hasher();
    }

    public Verifier verifier(char[] password) throws RegistryException {
        permits.acquireUninterruptibly();
        try {
            return new Verifier(services.hasher().verifier(password));
        } finally {
            permits.release();
        }
    }

    /** Throws {@link RegistryException.Busy} if the thread is interrupted while it waits for its turn. */
    boolean matches(char[] password, Verifier verifier) throws RegistryException {
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryException.Busy("the client does not wait any more", e);
        }
        try {
            return services.hasher().matches(password, verifier.text());
        } finally {
            permits.release();
        }
    }
}
