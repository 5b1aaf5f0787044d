package org.esbmt.administration.internal.change;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.STALE;
import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.cluster.ChangeOutcome;
import org.esbmt.management.api.cluster.ChangeOutcome.Answer;
import org.esbmt.management.api.cluster.ChangeOutcome.Result;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.message.Failure;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.RecordedOperation;
import org.esbmt.registry.api.service.Deployment;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outcome of a decision on this node. The caller waits until this node has carried out the decision. If the node
 * fails, a further decision compensates the first one. An example is an archive with a fault that only a component can
 * detect.
 */
@Component(service = NodeOutcome.class)
public final class NodeOutcome {
    private static final Logger LOG = LoggerFactory.getLogger(NodeOutcome.class);
    /** Longer than a deployment takes. The decision stands, whether or not a caller waits for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final DynamicServices services;

    @Activate
    public NodeOutcome(@Reference DynamicServices services) {
        this.services = requireNonNull(services, "services");
    }

    /** Takes a decision back, unless somebody has decided something else since. */
    @FunctionalInterface
    public interface TakingBack {
        /**
         * Takes the decision back.
         *
         * @param back the caller, with an identifier for the compensation
         */
        public void of(Administrator back, Decided failed) throws AdministrationException;
    }

    /** Returns the caller with an identifier; the nodes answer under it. */
    public Administrator identified(Administrator by) {
        return by.operation().isPresent() ? by : by.asking(UUID.randomUUID());
    }

    /**
     * Returns the assembly's state once this node has carried out the decision, or after a time limit. A repeated
     * request, on any node, learns that the decision was taken back.
     */
    public AssemblyView of(Administrator asking, Decided decided, TakingBack takingBack)
            throws AdministrationException {
        Optional<Answer> failure = failure(asking.operation().orElseThrow());
        if (failure.isPresent()) {
            AdministrationException refusal = refusal(failure.get().reason().orElseThrow());
            Optional<AdministrationException> notTakenBack = notTakenBack(asking, decided, takingBack);
            throw notTakenBack.isEmpty() ? refusal : stillDecided(refusal, notTakenBack.get(), asking);
        }
        refuseTakenBack(asking);
        return view(decided);
    }

    /**
     * Waits as the other method does, for a decision without compensation. If it fails here, this node differs from the
     * decision until the next command.
     */
    public AssemblyView of(Administrator asking, Decided decided) throws AdministrationException {
        await(asking);
        return view(decided);
    }

    private AssemblyView view(Decided decided) {
        try {
            return viewOf(decided);
        } catch (RegistryException e) {
            LOG.info(
                    "The decision about the assembly {} of {} cannot be read now.",
                    decided.assembly(),
                    decided.tenant(),
                    e);
            return Views.decided(decided);
        }
    }

    private static AdministrationException stillDecided(
            AdministrationException refusal, AdministrationException notTakenBack, Administrator asking) {
        AdministrationException told = new AdministrationException(
                refusal.reason(),
                refusal.getMessage() + "; the decision under the identifier "
                        + asking.operation().orElseThrow() + " stands, since it could not be taken back: "
                        + notTakenBack.getMessage(),
                refusal);
        told.addSuppressed(notTakenBack);
        return told;
    }

    /** Takes a decision about another object back, unless a later decision replaced it. */
    @FunctionalInterface
    public interface Undoing {
        /**
         * Takes the decision back.
         *
         * @param back the caller, with an identifier for the compensation
         */
        void done(Administrator back) throws AdministrationException;
    }

    /** Waits for the outcome of a decision that concerns no assembly. */
    public void await(Administrator asking, Undoing undoing) throws AdministrationException {
        Optional<Answer> failure = failure(asking.operation().orElseThrow());
        if (failure.isEmpty()) {
            refuseTakenBack(asking);
            return;
        }
        AdministrationException refusal = refusal(failure.get().reason().orElseThrow());
        try {
            undoing.done(back(asking));
        } catch (AdministrationException e) {
            if (e.reason() == STALE) {
                throw refusal;
            }
            LOG.warn("The decision that this node could not follow stands: {}", e.getMessage());
            throw stillDecided(refusal, e, asking);
        }
        throw refusal;
    }

    /**
     * Waits for a decision without compensation. If it fails here, this node differs from the decision until the next
     * command.
     */
    public void await(Administrator asking) throws AdministrationException {
        Optional<Answer> failure = failure(asking.operation().orElseThrow());
        if (failure.isPresent()) {
            throw refusal(failure.get().reason().orElseThrow());
        }
    }

    /**
     * Returns the caller, with an identifier for the compensation that follows from the change's identifier. So the
     * change is compensated once, whichever nodes get the request again, and each of them can find the compensation.
     */
    private static Administrator back(Administrator asking) {
        return new Administrator(asking.login(), asking.adapter())
                .asking(takingBack(asking.operation().orElseThrow()));
    }

    private static UUID takingBack(UUID change) {
        return UUID.nameUUIDFromBytes(("taken back: " + change).getBytes(UTF_8));
    }

    /**
     * Refuses a repeated request whose decision was taken back. The first node may have stopped after the compensation and
     * before its answer.
     */
    private void refuseTakenBack(Administrator asking) throws AdministrationException {
        UUID change = asking.operation().orElseThrow();
        try {
            if (isTakenBack(change)) {
                throw refusal(services.resources()
                        .nodes()
                        .outcome(change)
                        .flatMap(NodeOutcome::reason)
                        .orElse("the first node could not apply the change, and the decision was withdrawn"));
            }
        } catch (ClusterUnavailableException | RegistryException e) {
            LOG.info("The compensation of {} is not known yet: {}", change, e.getMessage());
        }
    }

    /**
     * Tells whether the caller of the change compensated it. Any caller may use any identifier, so the callers are
     * compared.
     */
    private boolean isTakenBack(UUID change) throws RegistryException {
        Optional<DoneOperation> taken = recorded(takingBack(change));
        return taken.isPresent()
                && recorded(change)
                        .filter(first -> first.actorTenant().equals(taken.get().actorTenant())
                                && first.actor().equals(taken.get().actor()))
                        .isPresent();
    }

    private Optional<DoneOperation> recorded(UUID change) throws RegistryException {
        return services.resources().journal().find(new OperationId(change)).map(RecordedOperation::operation);
    }

    private static Optional<String> reason(ChangeOutcome outcome) {
        return outcome.answers().values().stream()
                .flatMap(answer -> answer.reason().stream())
                .findFirst();
    }

    private static AdministrationException refusal(String reason) {
        return Failure.parse(reason)
                .map(failure -> Failures.of(failure.exception()))
                .orElseGet(() -> new AdministrationException(INTERNAL, reason));
    }

    /** Returns this node's failure; empty if the node has succeeded, or has not answered yet. */
    private Optional<Answer> failure(UUID change) throws AdministrationException {
        try {
            return services.resources().nodes().awaitHere(change, PATIENCE).filter(a -> a.result() == Result.FAILED);
        } catch (ClusterUnavailableException e) {
            LOG.info("The answer of this node to {} is not known yet: {}", change, e.getMessage());
            return Optional.empty();
        } catch (RegistryException e) {
            LOG.info("The answer of this node to {} is not known yet: {}", change, e.getMessage());
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AdministrationException(
                    UNAVAILABLE,
                    "it was decided under the identifier " + change + ", but the outcome on the node was not awaited",
                    e);
        }
    }

    /** Takes the decision back. Empty if that succeeds, or if a later decision replaced it. */
    private static Optional<AdministrationException> notTakenBack(
            Administrator asking, Decided decided, TakingBack takingBack) {
        try {
            takingBack.of(back(asking), decided);
            return Optional.empty();
        } catch (AdministrationException e) {
            LOG.warn(
                    "The decision about the assembly {} of {} stands, though this node could not follow it: {}",
                    decided.assembly(),
                    decided.tenant(),
                    e.getMessage());
            return Optional.of(e);
        }
    }

    private AssemblyView viewOf(Decided decided) throws RegistryException {
        Optional<DeployedAssembly> here = services.findDeployer()
                .flatMap(d -> d.find(decided.tenant(), decided.assembly().value()));
        if (here.isPresent()) {
            return Views.assembly(here.get(), OptionalLong.of(decided.revision()));
        }
        Optional<Versioned<Deployment>> deployment =
                services.resources().services().findDeployment(decided.tenant(), decided.assembly());
        return deployment.map(Views::pending).orElseGet(() -> Views.gone(decided));
    }
}
