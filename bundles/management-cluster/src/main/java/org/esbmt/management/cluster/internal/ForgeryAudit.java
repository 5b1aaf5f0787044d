package org.esbmt.management.cluster.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.cluster.internal.Forgeries.Forged;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.UserId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that enters forged messages into the installation's audit chain. Entries are never removed, so a flood of
 * forgeries gets one entry an interval, with their number. An entry that the registry refuses for now is tried again.
 */
final class ForgeryAudit extends Worker {
    private static final String OPERATION = "managementMessage";

    private static final Logger LOG = LoggerFactory.getLogger(ForgeryAudit.class);
    private static final Duration LOOK = Duration.ofMinutes(1);
    /** The nil UUID (RFC 9562): the sender of a forged message is unknown. */
    private static final UserId NOBODY = new UserId(new UUID(0, 0));

    private static final int LONGEST_MESSAGE_ID = 200;

    private final LocalNode node;
    private final RegistryReferences registries;
    private final Duration interval;
    private final Duration retry;
    private final ProblemLog problemLog = new ProblemLog(LOG);

    /**
     * An audit that has not started.
     *
     * @param interval the time between two entries
     * @param retry the time after which a failed entry is tried again
     */
    ForgeryAudit(LocalNode node, RegistryReferences registries, Duration interval, Duration retry) {
        super("esbmt-cluster-forgeries");
        this.node = node;
        this.registries = registries;
        this.interval = interval;
        this.retry = retry;
    }

    @Override
    void work() {
        while (!isStopping()) {
            long known = node.updates();
            Optional<Forged> forged = node.forgeries().take();
            if (forged.isPresent()) {
                pause(enter(forged.get()) ? interval : retry);
            } else {
                awaitNews(known);
            }
        }
        Optional<Forged> last = node.forgeries().take();
        if (last.isPresent() && !enter(last.get())) {
            LOG.warn(
                    "This node stops: {} forged messages are in the log, but not in the audit.",
                    last.get().count());
        }
    }

    private void awaitNews(long known) {
        try {
            node.awaitNews(known, LOOK);
        } catch (InterruptedException e) {
            // No code interrupts this thread on purpose; a stray interrupt must not end it.
            LOG.debug("The thread ignores an interrupt.", e);
        }
    }

    @Override
    void woken() {
        node.nudge();
    }

    private boolean enter(Forged forged) {
        try {
            NewAuditEntry entry = entry(forged);
            registries.audit().append(entry);
            Audit.refused(OPERATION, "nobody", entry.object(), "SIGNATURE", "of " + forged.count() + " the last");
            problemLog.mended("audit", "Forged messages are entered into the audit again.");
            return true;
        } catch (ClusterUnavailableException | RegistryException | RuntimeException e) {
            node.forgeries().giveBack(forged);
            problemLog.problem("audit", "Forged messages are entered into the audit later: " + e.getMessage());
            LOG.debug("Cause:", e);
            return false;
        }
    }

    private NewAuditEntry entry(Forged forged) {
        return new NewAuditEntry(
                TenantRegistry.SYSTEM,
                TenantRegistry.SYSTEM,
                NOBODY,
                OPERATION + " refused: SIGNATURE",
                "message " + shown(forged.message()) + " on " + forged.destination() + ", received by node "
                        + node.instance(),
                Optional.empty(),
                forged.count() == 1
                        ? Optional.empty()
                        : Optional.of(forged.count() + " such messages since " + forged.since() + "; this is the last"),
                Optional.empty());
    }

    /** Masks unsafe characters, because the sender chooses the id. */
    private static String shown(String message) {
        return message.codePoints()
                .limit(LONGEST_MESSAGE_ID)
                .map(c -> c > ' ' && c < 0x7f ? c : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
