package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.UserId;

/**
 * A change in progress, in one unit of work: the caller, and the commands, warnings and audit data for its end.
 * Confined to one thread.
 */
public final class Change {
    private final Caller caller;
    private final UUID id;
    private final OptionalLong expectedRevision;
    private final List<ManagementOperation> forNodes;
    private final List<String> warnings;
    private final List<Verifier> passwords;
    private boolean compared;
    private String what = "";
    private Optional<String> before = Optional.empty();
    private Optional<String> after = Optional.empty();

    Change(Caller caller, UUID id, OptionalLong expectedRevision) {
        this(caller, id, expectedRevision, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    private Change(
            Caller caller,
            UUID id,
            OptionalLong expectedRevision,
            List<ManagementOperation> forNodes,
            List<Verifier> passwords,
            List<String> warnings) {
        this.caller = requireNonNull(caller, "caller");
        this.id = requireNonNull(id, "id");
        this.expectedRevision = requireNonNull(expectedRevision, "expectedRevision");
        this.forNodes = forNodes;
        this.passwords = passwords;
        this.warnings = warnings;
    }

    /**
     * Begins one step of this change. The step adds its commands, warnings and passwords to this change. Its revision and audit
     * data are its own.
     *
     * @param expected the revision of the entry that the step changes
     */
    public Change step(OptionalLong expected) {
        return new Change(caller, id, expected, forNodes, passwords, warnings);
    }

    /** Tells whether the request expects a revision. Then the entry to change must exist. */
    public boolean ofRevision() {
        return expectedRevision.isPresent();
    }

    public Caller caller() {
        return caller;
    }

    /** Returns the user who makes the change. */
    public UserId by() {
        return caller.user();
    }

    public UUID id() {
        return id;
    }

    /** The revision to change: the expected one, or else the present one. */
    public long revision(long found) {
        compared = true;
        return expectedRevision.orElse(found);
    }

    /**
     * Compares the expected revision with the present one, before any check of the change itself. A caller with an old
     * revision then learns of the revision, and not of a consequence.
     *
     * @param what the entry, as the beginning of a sentence
     * @throws RegistryException.Stale if the expected revision is not the present one
     */
    public void checkSeen(String what, long found) throws RegistryException.Stale {
        if (expectedRevision.isPresent() && expectedRevision.getAsLong() != found) {
            throw new RegistryException.Stale(
                    what + " is at revision " + found + " by now, not at " + expectedRevision.getAsLong() + ".");
        }
    }

    /** Tells whether a revision was expected, and no entry was compared with it. */
    boolean hasComparedNothing() {
        return expectedRevision.isPresent() && !compared;
    }

    /** Adds a command for the nodes. They get the commands in this order once the change is committed. */
    public void tell(ManagementCommand command) {
        UUID operation = forNodes.isEmpty() ? id : UUID.randomUUID();
        forNodes.add(new ManagementOperation(operation, command));
    }

    /** Sets the target of the change, in a form that the manager reads back when the request is repeated. */
    public void did(String done) {
        what = requireNonNull(done, "done");
    }

    /** Adds a password that the change sets; a repeated request has to give the same one. */
    public void set(Verifier password) {
        passwords.add(requireNonNull(password, "password"));
    }

    /** Adds a warning for the operator, who gets it only if the change is committed. */
    public void warn(String sentence) {
        warnings.add(requireNonNull(sentence, "sentence"));
    }

    /** Sets the state before the change, for the audit trail; without secrets. */
    public void from(String was) {
        before = Optional.of(was);
    }

    /** Sets the state after the change, as {@link #from} does. */
    public void to(String is) {
        after = Optional.of(is);
    }

    public List<ManagementOperation> forNodes() {
        return List.copyOf(forNodes);
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    List<Verifier> passwords() {
        return List.copyOf(passwords);
    }

    String what() {
        return what;
    }

    Optional<String> before() {
        return before;
    }

    Optional<String> after() {
        return after;
    }
}
