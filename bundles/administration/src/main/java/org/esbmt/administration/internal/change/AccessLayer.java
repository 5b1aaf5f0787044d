package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.IN_DOUBT;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.internal.policy.AccessPolicy;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.administration.internal.policy.NotPermitted;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.policy.RememberedLogins;
import org.esbmt.administration.internal.policy.SystemAdministrators;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only entry to the operations: asks {@link AccessPolicy} whether the caller may, carries the operation out, writes
 * the audit and words the failures. An operation that only reads, or concerns this node alone, goes through
 * {@link #perform}. A lasting change goes through {@link #change}.
 */
@Component(service = AccessLayer.class)
public final class AccessLayer {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLayer.class);

    /** Changes take less than a second each, so that many wait their turn in this time. */
    private static final long SLOT_MILLIS = 30_000;

    private final SystemAdministrators administrators;
    private final RememberedLogins remembered;
    private final Changes changes;
    private final AuditChains chains;
    private final DeferredAuditEntries owed;
    private final ChangeSlots slots = new ChangeSlots(SLOT_MILLIS);

    @Activate
    public AccessLayer(
            @Reference SystemAdministrators administrators,
            @Reference RememberedLogins remembered,
            @Reference Changes changes,
            @Reference AuditChains chains,
            @Reference DeferredAuditEntries owed) {
        this.administrators = requireNonNull(administrators, "administrators");
        this.remembered = requireNonNull(remembered, "remembered");
        this.changes = requireNonNull(changes, "changes");
        this.chains = requireNonNull(chains, "chains");
        this.owed = requireNonNull(owed, "owed");
    }

    /** The operation itself, for a permitted caller. */
    @FunctionalInterface
    public interface Work<T> {
        T doneBy(Caller caller) throws AdministrationException, RegistryException, DeploymentException;
    }

    public <T> T perform(Administrator by, Operation operation, OperationTarget target, Work<T> work)
            throws AdministrationException {
        return perform(by, operation, target, result -> target.name(), work);
    }

    /**
     * Performs an operation whose object has a name only afterwards.
     *
     * @param done derives the object's name from the result
     */
    public <T> T perform(
            Administrator by, Operation operation, OperationTarget target, Function<T, String> done, Work<T> work)
            throws AdministrationException {
        return performUnder(caller -> {}, by, operation, target, done, work);
    }

    /** A rule beside the table of {@link AccessPolicy}. */
    @FunctionalInterface
    public interface Rule {
        /** Returns if the caller keeps the rule, and throws FORBIDDEN otherwise. */
        void check(Caller caller) throws AdministrationException, RegistryException;
    }

    /** Performs an operation whose caller keeps a further rule; a refusal by that rule is in the audit. */
    public <T> T performUnder(Rule rule, Administrator by, Operation operation, OperationTarget target, Work<T> work)
            throws AdministrationException {
        return performUnder(rule, by, operation, target, result -> target.name(), work);
    }

    private <T> T performUnder(
            Rule rule,
            Administrator by,
            Operation operation,
            OperationTarget target,
            Function<T, String> done,
            Work<T> work)
            throws AdministrationException {
        requireNonNull(by, "by");
        return told(by, operation, target, done, () -> {
            Caller caller = permit(by, operation, target);
            try {
                rule.check(caller);
            } catch (AdministrationException e) {
                if (e.reason() == FORBIDDEN) {
                    chains.refused(caller, operation, target);
                }
                throw e;
            }
            if (operation.trace() == Operation.Trace.BEFORE) {
                chains.handedOut(caller, operation, target);
            }
            return operation.trace() == Operation.Trace.OWED
                    ? owing(caller, operation, target, work)
                    : work.doneBy(caller);
        });
    }

    /**
     * Performs an operation with a deferred audit entry. The entry is on the disk before the operation, and stays there
     * until the registry has it.
     */
    private <T> T owing(Caller caller, Operation operation, OperationTarget target, Work<T> work)
            throws AdministrationException, RegistryException, DeploymentException {
        DeferredAuditEntries.Owed entry = owed.begin(caller, operation, target);
        T result;
        try {
            result = work.doneBy(caller);
        } catch (AdministrationException | RegistryException | DeploymentException | RuntimeException e) {
            if (isRefusal(e)) {
                owed.never(entry);
            } else {
                owed.failed(entry);
            }
            throw e;
        }
        owed.done(entry);
        return result;
    }

    /** Tells whether certainly nothing was done. Any other exception may have come after the operation was done. */
    private static boolean isRefusal(Exception e) {
        return e instanceof IllegalArgumentException
                || (e instanceof AdministrationException refused && refused.reason() != IN_DOUBT);
    }

    /**
     * Makes a change, or returns its outcome if it was requested before.
     *
     * @param preparation the work that takes long, or needs no shared data, done before others have to wait
     */
    public <T> T change(Administrator by, Operation operation, OperationTarget target, Preparation<T> preparation)
            throws AdministrationException {
        requireNonNull(by, "by");
        return told(by, operation, target, Made::name, () -> {
                    Caller caller = permit(by, operation, target);
                    ChangeSlots.Slot slot = slots.take(caller);
                    try {
                        PreparedChange<T> ask = preparation.of(caller);
                        return new Made<>(
                                made(caller, by, operation, ask), ask.target().name());
                    } finally {
                        slot.giveBack();
                    }
                })
                .result();
    }

    /** Makes the change. A refusal at this point, by the state of that moment, is audited like a refusal at once. */
    private <T> T made(Caller caller, Administrator by, Operation operation, PreparedChange<T> ask)
            throws AdministrationException, RegistryException, DeploymentException {
        try {
            return changes.make(caller, by, operation, ask);
        } catch (AdministrationException e) {
            if (e.reason() == FORBIDDEN) {
                chains.refused(caller, operation, ask.target());
            }
            throw e;
        }
    }

    /** Finds out a fact about the caller, before the change takes a slot. */
    @FunctionalInterface
    public interface Proof<P> {
        P of(Caller caller) throws AdministrationException, RegistryException;
    }

    /** Prepares the change from the fact. */
    @FunctionalInterface
    public interface Proven<P, T> {
        PreparedChange<T> of(P proof) throws AdministrationException, RegistryException, DeploymentException;
    }

    /**
     * Makes a change as the other method does, for a change that needs a proof of the caller's identity.
     *
     * @param proof may wait; no other caller waits meanwhile
     */
    public <P, T> T change(
            Administrator by, Operation operation, OperationTarget target, Proof<P> proof, Proven<P, T> preparation)
            throws AdministrationException {
        requireNonNull(by, "by");
        return told(by, operation, target, done -> target.name(), () -> {
            Caller caller = permit(by, operation, target);
            P proven = proof.of(caller);
            ChangeSlots.Slot slot = slots.take(caller);
            try {
                return made(caller, by, operation, preparation.of(proven));
            } finally {
                slot.giveBack();
            }
        });
    }

    /** As {@link Changes#wasMade}. */
    public boolean wasMade(Caller caller, Administrator by, Operation operation, Sha256 request)
            throws RegistryException {
        return changes.wasMade(caller, by, operation, request);
    }

    /** As {@link Changes#wasMadeMeanwhile}. */
    public boolean wasMadeMeanwhile(Caller caller, Administrator by, Operation operation, Sha256 request)
            throws AdministrationException, RegistryException {
        return changes.wasMadeMeanwhile(caller, by, operation, request);
    }

    /**
     * Tells whether a change was made under the identifier of a request. The repeated request gets the outcome of that change, so the
     * present state is no reason to refuse it.
     */
    public boolean isMade(Administrator by) throws RegistryException {
        return changes.isMade(by);
    }

    /**
     * Tries a change and rolls it back.
     *
     * @param tried the change
     */
    public <T> T dryRun(
            Administrator by, Operation operation, Operation tried, OperationTarget target, Preparation<T> preparation)
            throws AdministrationException {
        requireNonNull(by, "by");
        return told(by, operation, target, done -> target.name(), () -> {
            Caller caller = permit(by, operation, target);
            ChangeSlots.Slot slot = slots.take(caller);
            try {
                return tried(caller, by, tried, preparation.of(caller));
            } finally {
                slot.giveBack();
            }
        });
    }

    private <T> T tried(Caller caller, Administrator by, Operation operation, PreparedChange<T> ask)
            throws AdministrationException, RegistryException, DeploymentException {
        try {
            return changes.tried(caller, by, operation, ask);
        } catch (AdministrationException e) {
            if (e.reason() == FORBIDDEN) {
                chains.refused(caller, operation, ask.target());
            }
            throw e;
        }
    }

    /** Refuses a step of a batch that the batch's caller may not perform. A refusal is in the audit. */
    public void permitStep(Caller caller, Administrator by, Operation operation, OperationTarget target)
            throws AdministrationException {
        if (!AccessPolicy.permits(caller, operation, target.tenant())) {
            chains.refused(caller, operation, target);
            throw refused(caller, by, operation, target);
        }
    }

    private static AdministrationException refused(
            Caller caller, Administrator by, Operation operation, OperationTarget target) {
        if (!AccessPolicy.isInScope(caller, operation)) {
            return new RefusalAdvice.Told(
                    FORBIDDEN,
                    "the token or certificate of '" + by.login() + "' is not for " + operation,
                    "you to use one with that scope, or to log in with the password");
        }
        return new NotPermitted(
                operation, "'" + by.login() + "' may not " + operation + " on " + Audit.shown(target.name()));
    }

    /** The result of a change, and the name of its target. */
    private record Made<T>(T result, String name) {}

    /** Prepares the change that a permitted caller requests. */
    @FunctionalInterface
    public interface Preparation<T> {
        PreparedChange<T> of(Caller caller) throws AdministrationException, RegistryException, DeploymentException;
    }

    /** Returns the caller's tenant; empty for a user of the installation and for an unknown caller. */
    public Optional<TenantId> own(Administrator by) throws AdministrationException {
        try {
            return caller(by).filter(caller -> !caller.ofSystem()).map(Caller::tenant);
        } catch (RegistryException e) {
            throw RefusalAdvice.told(Failures.of(e));
        }
    }

    /** The work that is done for a permitted caller. */
    @FunctionalInterface
    private interface Permitted<T> {
        T done() throws AdministrationException, RegistryException, DeploymentException;
    }

    private <T> T told(
            Administrator by, Operation operation, OperationTarget target, Function<T, String> done, Permitted<T> work)
            throws AdministrationException {
        try {
            T result = attempt(operation, work);
            AuditLog.done(by, operation, done.apply(result));
            return result;
        } catch (AdministrationException e) {
            AuditLog.refused(by, operation, target.name(), e);
            throw RefusalAdvice.told(e);
        }
    }

    private static <T> T attempt(Operation operation, Permitted<T> work) throws AdministrationException {
        try {
            return work.done();
        } catch (RegistryException e) {
            if (e instanceof RegistryException.Failed) {
                LOG.error("A registry failed during {}.", operation, e);
            }
            throw Failures.of(e);
        } catch (DeploymentException e) {
            if (e.reason() == DeploymentException.Reason.INTERNAL) {
                LOG.error("The deployer failed during {}.", operation, e);
            }
            throw Failures.of(e);
        } catch (IllegalArgumentException e) {
            throw new AdministrationException(INVALID, e.getMessage(), e);
        } catch (RuntimeException e) {
            LOG.error("The bus failed during {}.", operation, e);
            throw new AdministrationException(INTERNAL, "the bus failed; its log tells why", e);
        }
    }

    private Caller permit(Administrator by, Operation operation, OperationTarget target)
            throws AdministrationException, RegistryException {
        Caller caller = caller(by)
                .orElseThrow(() -> new RefusalAdvice.Told(
                        FORBIDDEN,
                        "'" + by.login() + "' is not an active administrator of this bus, "
                                + (by.credential().isPresent() ? "or has another password by now, " : "")
                                + (by.accessCredential().isPresent() ? "or the token or certificate has ended, " : "")
                                + "so may not " + operation,
                        RefusalAdvice.letsIn(by)));
        permitStep(caller, by, operation, target);
        return caller;
    }

    private static boolean administersAll(Optional<Caller> caller) {
        return caller.isPresent() && caller.get().roles().contains(Role.SYSTEM_ADMIN);
    }

    /**
     * Reads the registry each time, so that a locked administrator is out at once. While it is out of reach, an
     * administrator who logged in a short time ago may go on, with operations that need no registry.
     */
    private Optional<Caller> caller(Administrator by) throws RegistryException {
        try {
            Optional<Caller> caller = administrators.findCaller(by);
            if (by.tenant().isEmpty() && by.accessCredential().isEmpty() && !administersAll(caller)) {
                // An outage of the registry must not restore a lost role.
                remembered.forget(by.login(), by.credential());
            }
            return caller;
        } catch (RegistryException.Unavailable e) {
            if (by.accessCredential().isPresent()) {
                throw e; // only the registry knows that it was not revoked
            }
            return Optional.of(remembered
                    .recently(by.login(), by.credential())
                    .map(user -> new Caller(TenantRegistry.SYSTEM, user, Set.of(Role.SYSTEM_ADMIN)))
                    .orElseThrow(() -> e));
        }
    }
}
