package org.esbmt.tenant.keys.internal.seal;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealingLedger;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.tenant.keys.internal.seal.SealingKeyFile.SealingKeyProblem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the file of the sealing keys, and seals values anew after a change to another key. While the file is wrong, the
 * keys that were read before stay in use. All methods except {@link #sealer} and {@link #problem} are for one thread.
 */
public final class SealingKeyWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SealingKeyWatch.class);

    private final SealingKeyFile file;
    private final SealingLedger ledger;
    private final TenantKeyStore store;
    private final CredentialReader tenants;
    private Optional<SealingKeys> keys = Optional.empty();
    private boolean resealed;
    private volatile Optional<Sealer> sealer = Optional.empty();
    private volatile Optional<SessionSealer> sessions = Optional.empty();
    private volatile Optional<String> problem = Optional.empty();

    public SealingKeyWatch(Path file, SealingLedger ledger, TenantKeyStore store, CredentialReader tenants) {
        this.file = new SealingKeyFile(file, ledger);
        this.ledger = requireNonNull(ledger, "ledger");
        this.store = requireNonNull(store, "store");
        this.tenants = requireNonNull(tenants, "tenants");
    }

    /** Seals and opens with the keys of the file; empty before they were read. Any thread. */
    public Optional<Sealer> sealer() {
        return sealer;
    }

    /** Seals sessions with the same keys. Any thread. */
    Optional<SessionSealer> sessions() {
        return sessions;
    }

    /** The problem of the file, a sentence about the necessary action. Any thread. */
    public Optional<String> problem() {
        return problem;
    }

    /**
     * Reads the file.
     *
     * @return true if it has other keys than before
     */
    public boolean read() throws RegistryException {
        try {
            SealingKeys read = file.load(keys);
            problem = Optional.empty();
            if (keys.filter(read::hasSame).isPresent()) {
                return false;
            }
            UUID registry = ledger.registry();
            keys = Optional.of(read);
            sessions = Optional.of(new SessionSealer(registry, read));
            sealer = Optional.of(new Sealer(registry, read));
            resealed = read.generations().size() == 1;
            LOG.info("Keys of tenants are sealed with sealing key {} of {}.", read.first(), file);
            return true;
        } catch (SealingKeyProblem e) {
            if (!problem.equals(Optional.of(e.getMessage()))) {
                LOG.error("{} No key of a tenant can be used until then.", e.getMessage());
            }
            problem = Optional.of(e.getMessage());
            return false;
        }
    }

    /** Seals values under earlier keys anew, if the file has several keys. */
    public void reseal() throws RegistryException {
        if (keys.isEmpty() || keys.get().generations().size() == 1) {
            return;
        }
        Resealing.Outcome outcome = new Resealing(store, tenants, sealer.orElseThrow()).run();
        if (outcome.done() > 0) {
            LOG.info(
                    "{} keys and secrets are sealed anew with sealing key {}.",
                    outcome.done(),
                    keys.get().first());
        }
        if (!resealed && outcome.done() == 0 && outcome.left() == 0) {
            LOG.info(
                    "No key or secret is sealed with a key before {} any more.",
                    keys.get().first());
            resealed = true;
        }
    }
}
