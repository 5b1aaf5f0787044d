package org.esbmt.administration.catalogue;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.Command;

/**
 * One operation as clients see it. Its part and its name identify it.
 *
 * @param <R> the result of the call
 */
public final class Entry<R> {
    private final Draft draft;
    private final Result<R> result;
    private final Class<?> service;
    private final Optional<Class<? extends Command<?>>> command;
    private final Call<Services, R> call;
    private final Optional<Function<Arguments, BatchableCommand<?>>> planned;

    /** Calls a service of administration. */
    @FunctionalInterface
    interface Call<S, R> {
        R of(S service, Administrator by, Arguments with) throws AdministrationException;
    }

    private Entry(
            Draft draft,
            Result<R> result,
            Class<?> service,
            Optional<Class<? extends Command<?>>> command,
            Call<Services, R> call,
            Optional<Function<Arguments, BatchableCommand<?>>> planned) {
        this.draft = requireNonNull(draft, "draft");
        this.result = requireNonNull(result, "result");
        this.service = requireNonNull(service, "service");
        this.command = requireNonNull(command, "command");
        this.call = requireNonNull(call, "call");
        this.planned = requireNonNull(planned, "planned");
    }

    static Draft reads(Part part, String name, String sentence, Word<?>... words) {
        return new Draft(part, name, Effect.READS, sentence, List.of(words), List.of());
    }

    static Draft makes(Part part, String name, String sentence, Word<?>... words) {
        return new Draft(part, name, Effect.MAKES, sentence, List.of(words), List.of());
    }

    static Draft changes(Part part, String name, String sentence, Word<?>... words) {
        return new Draft(part, name, Effect.CHANGES, sentence, List.of(words), List.of());
    }

    static Draft acts(Part part, String name, String sentence, Word<?>... words) {
        return new Draft(part, name, Effect.ACTS, sentence, List.of(words), List.of());
    }

    /** An entry without its call. The words of the effect follow the others, unless one of these is among them. */
    record Draft(Part part, String name, Effect effect, String sentence, List<Word<?>> words, List<Word<?>> guards) {
        Draft {
            List<Word<?>> all = new ArrayList<>(words);
            boolean changes = effect == Effect.CHANGES;
            if ((changes || effect == Effect.MAKES) && !all.contains(Words.OPERATION)) {
                all.add(Words.OPERATION);
            }
            if (changes && !all.contains(Words.REVISION)) {
                all.add(Words.REVISION);
            }
            words = List.copyOf(all);
            guards = List.copyOf(guards);
        }

        /** The same entry with a word that adapters with addresses have, and that a content has to agree with. */
        Draft guardedBy(Word<? extends Optional<?>> word) {
            return new Draft(part, name, effect, sentence, words, List.of(word));
        }

        /** A query of a typed interface. */
        <S, R> Entry<R> asks(Result<R> result, Class<S> service, Call<S, R> query) {
            return new Entry<>(
                    this,
                    result,
                    service,
                    Optional.empty(),
                    (services, by, with) -> query.of(services.get(service), by, with),
                    Optional.empty());
        }

        /** The execution of a command. */
        <R, C extends Command<R>> Entry<R> executes(Result<R> result, Class<C> type, Function<Arguments, C> command) {
            Optional<Function<Arguments, BatchableCommand<?>>> planned = BatchableCommand.class.isAssignableFrom(type)
                    ? Optional.of(with -> (BatchableCommand<?>) command.apply(with))
                    : Optional.empty();
            return calls(
                    result,
                    type,
                    (administration, by, with) -> administration.execute(by, command.apply(with)),
                    planned);
        }

        /** The execution or the dry run of a command. */
        <R> Entry<R> submits(Result<R> result, Class<? extends Command<R>> type, Call<Administration, R> call) {
            return calls(result, type, call, Optional.empty());
        }

        private <R> Entry<R> calls(
                Result<R> result,
                Class<? extends Command<R>> type,
                Call<Administration, R> call,
                Optional<Function<Arguments, BatchableCommand<?>>> planned) {
            return new Entry<>(
                    this,
                    result,
                    Administration.class,
                    Optional.of(type),
                    (services, by, with) -> call.of(services.get(Administration.class), by, with),
                    planned);
        }
    }

    public Part part() {
        return draft.part();
    }

    /** The name, as in the audit trail if the trail has the operation on its own. */
    public String name() {
        return draft.name();
    }

    public Effect effect() {
        return draft.effect();
    }

    public String sentence() {
        return draft.sentence();
    }

    /** All words, including those of the effect. */
    public List<Word<?>> words() {
        return draft.words();
    }

    /**
     * Optional words that are part of the address of the object, for adapters with addresses. The call is refused if the content names
     * another object. Other adapters do not publish them.
     */
    public List<Word<?>> guards() {
        return draft.guards();
    }

    public Result<R> result() {
        return result;
    }

    /** The type of the service that the call asks. */
    public Class<?> service() {
        return service;
    }

    /** The type of the command that a change executes; empty for a query. */
    public Optional<Class<? extends Command<?>>> command() {
        return command;
    }

    /**
     * Calls the operation.
     *
     * @param by the caller, as the adapter knows them
     * @throws IllegalArgumentException if a sent value breaks a rule: INVALID
     */
    public R call(Services services, Administrator by, Sent sent) throws AdministrationException {
        try (Arguments with = new Arguments(this, sent)) {
            return call.of(services, asking(by, with), with);
        }
    }

    /** Tells whether {@link #plan} plans the operation: its command may be a step of a batch. */
    public boolean isPlannable() {
        return planned.isPresent();
    }

    /**
     * The dry run of the operation.
     *
     * @param by as of {@link #call}
     * @return the report of a batch with this one step
     * @throws IllegalArgumentException if a sent value breaks a rule: INVALID
     * @throws IllegalStateException if the operation is not plannable
     */
    public BatchReport plan(Services services, Administrator by, Sent sent) throws AdministrationException {
        Function<Arguments, BatchableCommand<?>> command =
                planned.orElseThrow(() -> new IllegalStateException(this + " has no dry run"));
        try (Arguments with = new Arguments(this, sent)) {
            OptionalLong revision = revision(with);
            Batch.Step step = new Batch.Step(command.apply(with), revision);
            return services.get(Administration.class).dryRun(identified(by, with), new Batch(List.of(step)));
        }
    }

    private Administrator asking(Administrator by, Arguments with) {
        Administrator asking = identified(by, with);
        OptionalLong revision = revision(with);
        return revision.isPresent() ? asking.expecting(revision.getAsLong()) : asking;
    }

    private Administrator identified(Administrator by, Arguments with) {
        return words().contains(Words.OPERATION)
                ? with.get(Words.OPERATION).map(by::asking).orElse(by)
                : by;
    }

    private OptionalLong revision(Arguments with) {
        return words().contains(Words.REVISION) ? QuotaEntries.number(with.get(Words.REVISION)) : OptionalLong.empty();
    }

    /** The refusal of a query whose object does not exist. */
    static AdministrationException notFound(String sentence) {
        return new AdministrationException(
                Reason.NOT_FOUND, AdministrationException.told(sentence, Reason.NOT_FOUND.who()));
    }

    @Override
    public String toString() {
        return part() + " " + name();
    }
}
