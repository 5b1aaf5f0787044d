package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.management.api.message.ManagementCommand;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.UserId;

/** A change while it is made, in one unit of work: who makes it, and what there is to tell when it is done. For one thread. */
final class Change {
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
     * One step of this change: what it leaves to the nodes and the operator, and its passwords, are this one's, the rest its own.
     *
     * @param expected the revision of what it changes
     */
    Change step(OptionalLong expected) {
        return new Change(caller, id, expected, forNodes, passwords, warnings);
    }

    /** Whether a revision was asked for, so that what is changed has to be there. */
    boolean ofRevision() {
        return expectedRevision.isPresent();
    }

    Caller caller() {
        return caller;
    }

    /** The user who makes it. */
    UserId by() {
        return caller.user();
    }

    UUID id() {
        return id;
    }

    /** The revision that is to be changed: the one that was asked for, or whatever there is. */
    long revision(long found) {
        compared = true;
        return expectedRevision.orElse(found);
    }

    /**
     * To be called before it is looked at whether the change fits what there is: who has seen something else is told that, as who came at
     * the same moment is, and not what follows from it.
     *
     * @param what there is, at the beginning of a sentence
     * @throws RegistryException.Stale if another revision was asked for than there is
     */
    void checkSeen(String what, long found) throws RegistryException.Stale {
        if (expectedRevision.isPresent() && expectedRevision.getAsLong() != found) {
            throw new RegistryException.Stale(
                    what + " is at revision " + found + " by now, not at " + expectedRevision.getAsLong() + ".");
        }
    }

    /** Whether a revision was asked for, and there was nothing to compare it with. */
    boolean hasComparedNothing() {
        return expectedRevision.isPresent() && !compared;
    }

    /** What is left to the nodes, in this order, once the change is committed. */
    void tell(ManagementCommand command) {
        UUID operation = forNodes.isEmpty() ? id : UUID.randomUUID();
        forNodes.add(new ManagementOperation(operation, command));
    }

    /** What it was done to, in a form that the manager reads back; for who asks again. */
    void did(String done) {
        what = requireNonNull(done, "done");
    }

    /** A password that it sets; who asks again has to say the same. */
    void set(Verifier password) {
        passwords.add(requireNonNull(password, "password"));
    }

    /** What the operator should know, if it comes to last. */
    void warn(String sentence) {
        warnings.add(requireNonNull(sentence, "sentence"));
    }

    /** How it was, and how it is, for the audit trail; without secrets. */
    void from(String was) {
        before = Optional.of(was);
    }

    /** As {@link #from}. */
    void to(String is) {
        after = Optional.of(is);
    }

    List<ManagementOperation> forNodes() {
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
