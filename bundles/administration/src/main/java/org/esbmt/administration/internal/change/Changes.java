package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.BUSY;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.FORBIDDEN;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.IN_DOUBT;
import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.policy.SystemAdministrators;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.cluster.ChangeRepeatedException;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.RecordedOperation;
import org.esbmt.transaction.api.InDoubtException;
import org.esbmt.transaction.api.RolledBackException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes changes. The unit of work of a change includes its entry in the audit trail, its identifier and the commands to
 * the nodes. All of it is committed, or nothing. Locks are taken in this order: the tenants' quotas, the changed entries,
 * the audit chain, the identifier, the cluster's revision.
 */
@Component(service = Changes.class)
public final class Changes {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);
    private static final int TRIES = 3;

    /** Reasons that a retry cannot change. */
    private static final Set<Reason> DEFINITE =
            EnumSet.of(INVALID, Reason.NOT_FOUND, CONFLICT, Reason.STALE, FORBIDDEN, Reason.EXCEEDED);

    private final DynamicServices services;
    private final SystemAdministrators administrators;
    private final AuditChains chains;

    @Activate
    public Changes(
            @Reference DynamicServices services,
            @Reference SystemAdministrators administrators,
            @Reference AuditChains chains) {
        this.services = requireNonNull(services, "services");
        this.administrators = requireNonNull(administrators, "administrators");
        this.chains = requireNonNull(chains, "chains");
    }

    /** Makes the change, unless it was made before under this identifier. */
    <T> T make(Caller caller, Administrator by, Operation operation, PreparedChange<T> ask)
            throws AdministrationException, RegistryException, DeploymentException {
        UUID id = by.operation().orElseGet(UUID::randomUUID);
        if (by.operation().isPresent()) {
            Optional<T> before = before(caller, id, operation, ask);
            if (before.isPresent()) {
                return before.get();
            }
        }
        for (int i = 1; ; i++) {
            try {
                return make(new Change(caller, id, by.expectedRevision()), by, operation, ask);
            } catch (AdministrationException | RegistryException | DeploymentException e) {
                if (!overtaken(by, e) || i == TRIES) {
                    Optional<T> meanwhile = meanwhile(caller, by, operation, ask, e);
                    if (meanwhile.isPresent()) {
                        return meanwhile.get();
                    }
                    throw e;
                }
            }
        }
    }

    /**
     * Tells whether a concurrent change came first and the caller accepts that. Without an expected revision,
     * concurrent changes are accepted.
     */
    private static boolean overtaken(Administrator by, Exception e) {
        return e instanceof ConcurrentChange
                || (e instanceof RegistryException.Stale
                        && by.expectedRevision().isEmpty());
    }

    /**
     * Returns the outcome of the same request, if it was under way twice and the other one was committed. If the other
     * one has not ended yet, this one failed because of it. Then the outcome is reported as unknown.
     */
    private <T> Optional<T> meanwhile(
            Caller caller, Administrator by, Operation operation, PreparedChange<T> ask, Exception failure)
            throws AdministrationException {
        if (by.operation().isEmpty()) {
            return Optional.empty();
        }
        UUID id = by.operation().get();
        boolean ended;
        try {
            Optional<T> before = before(caller, id, operation, ask);
            if (before.isPresent() || !DEFINITE.contains(Failures.reason(failure))) {
                return before;
            }
            ended = hasEnded(caller, id, operation, ask.request());
            if (ended) {
                return before(caller, id, operation, ask);
            }
        } catch (AdministrationException | RegistryException e) {
            // The first failure is reported, above all an unknown outcome.
            failure.addSuppressed(e);
            return Optional.empty();
        }
        throw unfinished(id, failure);
    }

    /**
     * Tells whether a change has ended. The record of an unfinished change is visible to nobody, and a second writer of
     * the record waits for it.
     */
    private boolean hasEnded(Caller caller, UUID id, Operation operation, Sha256 request) throws RegistryException {
        ChangeResources resources = services.resources();
        DoneOperation same = done(caller, id, operation, request, "");
        return !InDoubtProbe.keeps(resources.units(), () -> resources.journal().record(same));
    }

    private static AdministrationException unfinished(UUID id, Exception cause) {
        return new AdministrationException(
                IN_DOUBT,
                "a change under the identifier " + id + " has begun and has not ended, so its outcome is not known yet",
                cause);
    }

    private <T> T make(Change change, Administrator by, Operation operation, PreparedChange<T> ask)
            throws AdministrationException, RegistryException, DeploymentException {
        ChangeResources resources = services.resources();
        try {
            T made = resources.units().<T, Exception>run(transaction -> {
                checkStillTheSame(change.caller(), by);
                T result = made(change, ask);
                chains.done(change, operation, ask.target());
                resources.journal().record(done(change, operation, ask));
                if (!change.forNodes().isEmpty()) {
                    resources.nodes().publish(forNodes(change, by, operation, ask));
                }
                return result;
            });
            change.warnings().forEach(LOG::warn);
            return made;
        } catch (RegistryException.Busy e) {
            throw busy(change, e);
        } catch (AdministrationException | RegistryException | DeploymentException | RuntimeException e) {
            throw e;
        } catch (RolledBackException e) {
            Optional<RegistryException.Busy> busy = Failures.busy(e);
            throw busy.isPresent()
                    ? busy(change, busy.get())
                    : new AdministrationException(UNAVAILABLE, "nothing was changed: " + e.getMessage(), e);
        } catch (InDoubtException e) {
            LOG.warn("{} under the identifier {}: {}", operation, change.id(), e.getMessage());
            throw new AdministrationException(
                    IN_DOUBT,
                    e.getMessage() + "; ask again under the identifier " + change.id() + " to learn the outcome",
                    e);
        } catch (ClusterUnavailableException e) {
            throw new AdministrationException(
                    UNAVAILABLE, "nothing was changed, since the nodes cannot be told: " + e.getMessage(), e);
        } catch (ChangeRepeatedException e) {
            throw new AdministrationException(CONFLICT, e.getMessage(), e);
        } catch (Exception e) {
            LOG.error("The bus failed during {}.", operation, e);
            throw new AdministrationException(INTERNAL, "the bus failed; its log tells why", e);
        }
    }

    /** Refuses a change with an expected revision that compares none: the caller relies on the comparison. */
    private static <T> T made(Change change, PreparedChange<T> ask)
            throws AdministrationException, RegistryException, DeploymentException {
        T result = ask.apply().in(change);
        if (change.hasComparedNothing()) {
            throw new AdministrationException(
                    INVALID, "this changes no entry with a revision: ask without one; nothing was done");
        }
        return result;
    }

    /** Refuses a caller who lost a role, or was removed, while the change was prepared or had to wait. */
    private void checkStillTheSame(Caller caller, Administrator by) throws AdministrationException, RegistryException {
        if (!administrators.findCaller(by).equals(Optional.of(caller))) {
            throw new RefusalAdvice.Told(
                    FORBIDDEN,
                    "the roles of '" + by.login() + "' were changed while this waited, so nothing was done",
                    "you to ask again");
        }
    }

    private static AdministrationException busy(Change change, RegistryException.Busy e) {
        return new AdministrationException(
                BUSY,
                "nothing was done, since others were changing the same for too long; try again under the same identifier, "
                        + change.id() + " (" + e.getMessage() + ")",
                e);
    }

    /**
     * Makes the change with every check of a real one, rolls it back, and sends the nodes nothing. If a change was made under
     * the identifier before, its outcome is returned, as {@link #make} does.
     */
    <T> T tried(Caller caller, Administrator by, Operation operation, PreparedChange<T> ask)
            throws AdministrationException, RegistryException, DeploymentException {
        UUID id = by.operation().orElseGet(UUID::randomUUID);
        if (by.operation().isPresent()) {
            Optional<T> before = before(caller, id, operation, ask);
            if (before.isPresent()) {
                return before.get();
            }
        }
        for (int i = 1; ; i++) {
            try {
                return tried(new Change(caller, id, by.expectedRevision()), by, ask);
            } catch (AdministrationException | RegistryException e) {
                if (!overtaken(by, e) || i == TRIES) {
                    throw e;
                }
            }
        }
    }

    private <T> T tried(Change change, Administrator by, PreparedChange<T> ask)
            throws AdministrationException, RegistryException, DeploymentException {
        try {
            services.resources().units().<T, Exception>run(transaction -> {
                checkStillTheSame(change.caller(), by);
                T found = made(change, ask);
                services.tenants().checkRules();
                throw new TakenBack(found);
            });
            throw new IllegalStateException("a trial was committed");
        } catch (TakenBack e) {
            @SuppressWarnings("unchecked") // it is what the step has just returned
            T found = (T) e.found;
            return found;
        } catch (AdministrationException | RegistryException | DeploymentException | RuntimeException e) {
            throw e;
        } catch (RolledBackException e) {
            throw new AdministrationException(UNAVAILABLE, "it could not be tried: " + e.getMessage(), e);
        } catch (Exception e) {
            LOG.error("The bus failed during a dry run.", e);
            throw new AdministrationException(INTERNAL, "the bus failed; its log tells why", e);
        }
    }

    /** Ends a unit of work that was a trial. */
    private static final class TakenBack extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Object found;

        TakenBack(Object found) {
            super("a trial", null, false, false);
            this.found = found;
        }
    }

    /** Returns the outcome of an earlier request under the identifier. */
    private <T> Optional<T> before(Caller caller, UUID id, Operation operation, PreparedChange<T> ask)
            throws AdministrationException, RegistryException {
        Optional<DoneOperation> done = find(id);
        if (done.isEmpty()) {
            return Optional.empty();
        }
        if (!same(done.get(), caller, operation, ask.request())) {
            throw new AdministrationException(CONFLICT, "the identifier " + id + " is another request's");
        }
        return Optional.of(ask.replay().of(JournaledResult.of(done.get().result())));
    }

    /**
     * Tells whether the caller made this very request before. Its proof of identity may have ended with that change.
     */
    boolean wasMade(Caller caller, Administrator by, Operation operation, Sha256 request) throws RegistryException {
        return by.operation().isPresent()
                && find(by.operation().get())
                        .filter(done -> same(done, caller, operation, request))
                        .isPresent();
    }

    /** Tells whether something was made under the identifier of a request, by any caller. */
    boolean isMade(Administrator by) throws RegistryException {
        return by.operation().isPresent() && find(by.operation().get()).isPresent();
    }

    /**
     * As {@link #wasMade}, for a caller who would otherwise be refused. Waits for the end of a change that has begun.
     *
     * @throws AdministrationException IN_DOUBT if the change does not end
     */
    boolean wasMadeMeanwhile(Caller caller, Administrator by, Operation operation, Sha256 request)
            throws AdministrationException, RegistryException {
        if (by.operation().isEmpty()) {
            return false;
        }
        if (wasMade(caller, by, operation, request)) {
            return true;
        }
        UUID id = by.operation().get();
        if (!hasEnded(caller, id, operation, request)) {
            throw unfinished(id, null);
        }
        return wasMade(caller, by, operation, request);
    }

    private Optional<DoneOperation> find(UUID id) throws RegistryException {
        return services.resources().journal().find(new OperationId(id)).map(RecordedOperation::operation);
    }

    private static boolean same(DoneOperation first, Caller caller, Operation operation, Sha256 request) {
        return first.actorTenant().equals(caller.tenant())
                && first.actor().equals(caller.user())
                && first.kind().equals(operation.name())
                && first.request().hex().equals(request.hex());
    }

    private static DoneOperation done(Change change, Operation operation, PreparedChange<?> ask) {
        return done(
                change.caller(),
                change.id(),
                operation,
                ask.request(),
                JournaledResult.of(change).text());
    }

    private static DoneOperation done(Caller caller, UUID id, Operation operation, Sha256 request, String result) {
        return new DoneOperation(
                new OperationId(id),
                caller.tenant(),
                caller.user(),
                operation.name(),
                new org.esbmt.registry.api.configuration.Sha256(request.hex()),
                result);
    }

    private static NewChange forNodes(Change change, Administrator by, Operation operation, PreparedChange<?> ask) {
        return new NewChange(
                change.id(),
                change.by(),
                new Actor(by.tenant().map(name -> change.caller().tenant()), by.login()),
                ask.target().tenant(),
                operation.name(),
                ask.request(),
                Optional.empty(),
                change.forNodes());
    }
}
