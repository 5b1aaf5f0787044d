package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.util.function.UnaryOperator;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.registry.api.RegistryException;

/**
 * Executes a command by itself, or prepares it as a step of a batch. The phase <b>check</b> refuses early, for reasons that the unit of
 * work would find only after slow work. The phase <b>prepare</b> does the slow work, such as a password's hash. The
 * {@link PreparedChange} is applied in the unit of work, or replayed for a repetition. The phase <b>conclude</b> waits for this node if
 * nodes have a part, and compensates its failure.
 *
 * @param <C> the commands
 * @param <D> the decision of the unit of work
 * @param <R> the result
 */
public final class StepHandler<C extends BatchableCommand<R>, D, R> implements CommandHandler<C, R> {
    private final AccessLayer access;
    private final Operation operation;
    private final Targets<C> targets;
    private final Check<C> check;
    private final Preparation<C, D> preparation;
    private final UnaryOperator<Administrator> identification;
    private final Conclusion<C, D, R> conclusion;

    private StepHandler(
            AccessLayer access,
            Operation operation,
            Targets<C> targets,
            Check<C> check,
            Preparation<C, D> preparation,
            UnaryOperator<Administrator> identification,
            Conclusion<C, D, R> conclusion) {
        this.access = requireNonNull(access, "access");
        this.operation = requireNonNull(operation, "operation");
        this.targets = requireNonNull(targets, "targets");
        this.check = requireNonNull(check, "check");
        this.preparation = requireNonNull(preparation, "preparation");
        this.identification = requireNonNull(identification, "identification");
        this.conclusion = requireNonNull(conclusion, "conclusion");
    }

    /** A handler whose decision is the result. */
    public static <C extends BatchableCommand<R>, R> StepHandler<C, R, R> of(
            AccessLayer access, Operation operation, Targets<C> targets, Preparation<C, R> preparation) {
        return new StepHandler<>(
                access,
                operation,
                targets,
                (by, command) -> {},
                preparation,
                UnaryOperator.identity(),
                (by, command, decided) -> decided);
    }

    /** A handler that makes its result from the decision. */
    public static <C extends BatchableCommand<R>, D, R> StepHandler<C, D, R> of(
            AccessLayer access,
            Operation operation,
            Targets<C> targets,
            Preparation<C, D> preparation,
            Conclusion<C, D, R> conclusion) {
        return new StepHandler<>(
                access, operation, targets, (by, command) -> {}, preparation, UnaryOperator.identity(), conclusion);
    }

    public StepHandler<C, D, R> checkedBy(Check<C> by) {
        return new StepHandler<>(access, operation, targets, by, preparation, identification, conclusion);
    }

    /** Gives each request an identifier, for a conclusion that asks for the answers of the nodes. */
    public StepHandler<C, D, R> identifiedBy(UnaryOperator<Administrator> by) {
        return new StepHandler<>(access, operation, targets, check, preparation, by, conclusion);
    }

    /** Returns the object of a command, as far as the command names it. */
    @FunctionalInterface
    public interface Targets<C> {
        public OperationTarget of(C command, References references) throws AdministrationException;
    }

    /** Refuses early. In a batch the entry may not exist before its step, so a step has no early check. */
    @FunctionalInterface
    public interface Check<C> {
        public void of(Administrator by, C command) throws AdministrationException, RegistryException;
    }

    /** Does the work that takes long or needs no shared data. Any thread. */
    @FunctionalInterface
    public interface Preparation<C, D> {
        public PreparedChange<D> of(C command, References references)
                throws AdministrationException, RegistryException, DeploymentException;
    }

    /** Makes the result after the commit. */
    @FunctionalInterface
    public interface Conclusion<C, D, R> {
        public R of(Administrator by, C command, D decided) throws AdministrationException;
    }

    @Override
    public R execute(Administrator by, C command) throws AdministrationException {
        Administrator asking = identification.apply(by);
        OperationTarget target = target(command);
        D decided = access.change(asking, operation, target, caller -> {
            check.of(by, command);
            return preparation.of(command, References.OF_ONE_COMMAND);
        });
        return conclusion.of(asking, command, decided);
    }

    private OperationTarget target(C command) throws AdministrationException {
        try {
            return targets.of(command, References.OF_ONE_COMMAND);
        } catch (IllegalArgumentException e) {
            throw RefusalAdvice.told(new AdministrationException(INVALID, e.getMessage(), e));
        }
    }

    public Operation operation() {
        return operation;
    }

    public OperationTarget target(C command, References references) throws AdministrationException {
        return targets.of(command, references);
    }

    public PreparedChange<D> prepare(C command, References references)
            throws AdministrationException, RegistryException, DeploymentException {
        return preparation.of(command, references);
    }
}
