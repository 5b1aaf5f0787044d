package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.tenancy.api.Audit;

/**
 * Commands that are executed together, in one distributed transaction: all of them or none. The nodes follow after the decision. The
 * report has the identifier of the batch, under which its progress can be read. Tenants and users of a batch get identifiers that
 * are derived from the batch's own. So a dry run, the run and a repetition have the same report.
 *
 * @param steps 1 to {@value #MAX_STEPS}, in the order of their execution; names are defined once and before their use, and no
 *     password is set twice
 */
public record Batch(List<Step> steps) implements Command<BatchReport> {
    /** The largest number of steps. */
    public static final int MAX_STEPS = 5_000;

    public Batch {
        steps = List.copyOf(steps);
        if (steps.isEmpty() || steps.size() > MAX_STEPS) {
            throw new IllegalArgumentException("a batch has 1 to " + MAX_STEPS + " steps, not " + steps.size());
        }
        Set<TenantRef> created = new HashSet<>();
        Set<Owner> withPassword = new HashSet<>();
        Set<CreateLink> links = new HashSet<>();
        for (int i = 0; i < steps.size(); i++) {
            BatchableCommand<?> command = steps.get(i).command();
            String number = "step " + (i + 1);
            checkTenant(command, created, number);
            Owner owner = owner(command);
            if (owner != null && !withPassword.add(owner)) {
                throw new IllegalArgumentException(number + " sets the password of '" + Audit.shown(owner.user())
                        + "', which a step before it has set already");
            }
            if (command instanceof LinkCommand<?> link && !links.add(sameLink(link))) {
                throw new IllegalArgumentException(number + " is about the same link as a step before it");
            }
        }
    }

    /**
     * One command of a batch.
     *
     * @param expectedRevision the revision of the entry that the command changes, after the steps before it; another revision is
     *     STALE. From 1
     */
    public record Step(BatchableCommand<?> command, OptionalLong expectedRevision) {
        public Step {
            requireNonNull(command, "command");
            requireNonNull(expectedRevision, "expectedRevision");
            if (expectedRevision.isPresent() && expectedRevision.getAsLong() < 1) {
                throw new IllegalArgumentException("a revision is 1 or more, not " + expectedRevision.getAsLong());
            }
            if (expectedRevision.isPresent() && !command.hasRevision()) {
                throw new IllegalArgumentException(
                        command.getClass().getSimpleName() + " changes no entry that has a revision");
            }
        }

        /** At any revision. */
        public Step(BatchableCommand<?> command) {
            this(command, OptionalLong.empty());
        }
    }

    private static void checkTenant(BatchableCommand<?> command, Set<TenantRef> created, String number) {
        TenantRef tenant = command.tenant();
        if (command instanceof CreateTenant create) {
            if (create.as().isPresent() && !created.add(tenant)) {
                throw new IllegalArgumentException(
                        number + " makes '" + create.as().get().name() + "', as a step before it does");
            }
        } else if (tenant instanceof TenantRef.CreatedBefore before && !created.contains(before)) {
            throw new IllegalArgumentException(
                    number + " is for '" + before.name() + "', which no step before it makes");
        }
    }

    /** The owner of a password that a step sets. */
    private record Owner(TenantRef tenant, String user) {}

    private static Owner owner(BatchableCommand<?> command) {
        if (command instanceof CreateTenant create) {
            return create.as().isPresent() ? new Owner(create.tenant(), create.administratorLogin()) : null;
        }
        if (command instanceof AddUser add) {
            return new Owner(add.tenant(), add.login());
        }
        if (command instanceof SetPassword set) {
            return new Owner(set.tenant(), set.user().toString());
        }
        return command instanceof ResetDefaultAdmin reset
                ? reset.login().map(login -> new Owner(reset.tenant(), login)).orElse(null)
                : null;
    }

    /** Returns the same value for both commands about one link. */
    private static CreateLink sameLink(LinkCommand<?> command) {
        return command instanceof RemoveLink remove
                ? new CreateLink(remove.tenant(), remove.component(), remove.service(), remove.endpoint())
                : (CreateLink) command;
    }
}
