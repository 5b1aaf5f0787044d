package org.esbmt.administration.jmx.internal.notification;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;

/**
 * Sends an alarm once for each branch that is in doubt for too long. It also reports the beginning and the end as state changes. So
 * users with access to transactions are notified without a listener at this emitter. One thread checks; any thread listens.
 */
public final class InDoubtAlarm {
    /** The type of notifications about a branch that is in doubt for too long. */
    public static final String ALARM = "org.esbmt.transaction.inDoubt";

    private final Supplier<Optional<List<InDoubtBranch>>> branches;
    private final BiConsumer<String, String> states;
    private final NotificationBroadcasterSupport listeners =
            new NotificationBroadcasterSupport(new MBeanNotificationInfo(
                    new String[] {ALARM},
                    Notification.class.getName(),
                    "A branch is in doubt for longer than it should be."));
    private Set<Key> rung = Set.of();
    private long sequence;

    /**
     * Makes an alarm without any earlier branch.
     *
     * @param branches empty while the branches are not known
     * @param states receives the name of a branch and its new state
     */
    public InDoubtAlarm(Supplier<Optional<List<InDoubtBranch>>> branches, BiConsumer<String, String> states) {
        this.branches = requireNonNull(branches, "branches");
        this.states = requireNonNull(states, "states");
    }

    private record Key(TransactionId transaction, ResourceName resource) {
        String name() {
            return transaction + " at " + resource;
        }
    }

    public NotificationBroadcasterSupport listeners() {
        return listeners;
    }

    public void look() {
        Optional<List<InDoubtBranch>> known = branches.get();
        if (known.isEmpty()) {
            return;
        }
        List<InDoubtBranch> late =
                known.get().stream().filter(InDoubtBranch::alarm).toList();
        Set<Key> before = rung;
        rung = late.stream().map(InDoubtAlarm::key).collect(Collectors.toCollection(HashSet::new));
        for (InDoubtBranch branch : late) {
            if (!before.contains(key(branch))) {
                send(branch);
                states.accept(key(branch).name(), StateChange.IN_DOUBT);
            }
        }
        before.stream().filter(key -> !rung.contains(key)).forEach(key -> states.accept(key.name(), StateChange.ENDED));
    }

    private static Key key(InDoubtBranch branch) {
        return new Key(branch.transaction(), branch.resource());
    }

    private void send(InDoubtBranch branch) {
        sequence++;
        listeners.sendNotification(new Notification(
                ALARM,
                PublishedMBean.TRANSACTIONS.objectName(),
                sequence,
                System.currentTimeMillis(),
                "Transaction " + branch.transaction() + " is in doubt at " + branch.resource() + " since "
                        + branch.since() + ": "
                        + branch.problem().orElse("nobody has tried to finish it yet")));
    }
}
