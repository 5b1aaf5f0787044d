package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalBudget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the audit trail in the registry. A change of a tenant is in the tenant's chain, written in the same unit of
 * work. A refusal is in the chain of the caller, so that no caller can extend another's chain.
 */
@Component(service = AuditChains.class)
public final class AuditChains {
    private static final Logger LOG = LoggerFactory.getLogger(AuditChains.class);
    private static final int OBJECT = 1_024;

    private final DynamicServices services;
    private final RefusalBudget refusals;

    @Activate
    public AuditChains(@Reference DynamicServices services) {
        this(services, new RefusalBudget(System::nanoTime));
    }

    public AuditChains(DynamicServices services, RefusalBudget refusals) {
        this.services = requireNonNull(services, "services");
        this.refusals = requireNonNull(refusals, "refusals");
    }

    /** Enters a change, as part of its unit of work. */
    public void done(Change change, Operation operation, OperationTarget target) throws RegistryException {
        services.resources()
                .audit()
                .append(new NewAuditEntry(
                        target.chain(),
                        change.caller().tenant(),
                        change.caller().user(),
                        operation.toString(),
                        object(target),
                        change.before(),
                        change.after(),
                        Optional.of(new OperationId(change.id()))));
    }

    /** Enters the hand-over of data that may be secret. The data is handed out only if this entry succeeds. */
    void handedOut(Caller caller, Operation operation, OperationTarget target) throws RegistryException {
        services.resources()
                .audit()
                .append(entry(target.chain(), caller, operation.toString(), target, Optional.empty()));
    }

    /**
     * Enters a refusal, outside of any unit of work. If the entry fails, or there are too many, the refusal stands and
     * only the log has it.
     */
    void refused(Caller caller, Operation operation, OperationTarget target) {
        OptionalLong leftOut = refusals.take(caller);
        if (leftOut.isEmpty()) {
            return;
        }
        Optional<String> note = leftOut.getAsLong() == 0
                ? Optional.empty()
                : Optional.of(leftOut.getAsLong() + " refusals before this one are in the audit log alone");
        try {
            services.resources()
                    .audit()
                    .append(entry(caller.tenant(), caller, operation + " refused: FORBIDDEN", target, note));
        } catch (RegistryException | RuntimeException e) {
            LOG.warn("The refusal of {} is only in the audit log: {}", operation, e.getMessage());
        }
    }

    private static NewAuditEntry entry(
            TenantId chain, Caller caller, String action, OperationTarget target, Optional<String> note) {
        return new NewAuditEntry(
                chain,
                caller.tenant(),
                caller.user(),
                action,
                object(target),
                Optional.empty(),
                note,
                Optional.empty());
    }

    /**
     * The target's name in the form that the registry keeps: bounded, and with '?' for a character that it cannot
     * store.
     */
    static String object(OperationTarget target) {
        StringBuilder kept = new StringBuilder();
        target.name()
                .codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? '?' : c)
                .takeWhile(c -> kept.length() < OBJECT - 1)
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
