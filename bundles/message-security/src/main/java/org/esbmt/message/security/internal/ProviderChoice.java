package org.esbmt.message.security.internal;

import java.util.Optional;
import org.esbmt.message.security.internal.crypto.CryptoProvider;
import org.esbmt.message.security.internal.crypto.NativeProvider.UnusableException;
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes to the native provider, if it is wanted and works. A thread of its own loads it, so that no start waits for it.
 * Messages are never refused for want of it.
 */
final class ProviderChoice {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderChoice.class);
    private static final long STOP_MILLIS = 10_000;

    /** Loads the native provider. */
    interface Loading {
        CryptoProvider load() throws UnusableException;
    }

    private final ProviderSettings settings;
    private final OperationsPool pool;
    private final Loading loading;
    private final Thread thread = new Thread(this::load, "esbmt-crypto-provider");
    private volatile Optional<String> note = Optional.empty();

    ProviderChoice(ProviderSettings settings, OperationsPool pool, Loading loading) {
        this.settings = settings;
        this.pool = pool;
        this.loading = loading;
    }

    void start() {
        if (settings == ProviderSettings.NATIVE) {
            thread.start();
        } else {
            log();
        }
    }

    void stop() throws InterruptedException {
        thread.join(STOP_MILLIS);
    }

    private void load() {
        try {
            pool.use(loading.load());
        } catch (UnusableException e) {
            note = Optional.of(
                    "RSA and EC keys of messages are used by the Java platform, at a third of the speed or less. The"
                            + " AmazonCorrettoCryptoProvider cannot be used: " + e.getMessage()
                            + ". Put its jar for this machine into lib/boot and start the bus again, or set crypto.provider = jdk in etc/"
                            + ProviderSettings.PID + ".cfg.");
        }
        log();
    }

    private void log() {
        LOG.info("RSA and EC keys of messages are used by {}.", pool.provider().name());
    }

    /** A sentence for the operator if the native provider is wanted and cannot be used. */
    Optional<String> note() {
        return note;
    }
}
