package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.MBeanNotificationInfo;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;

/** Rings once for each branch that is in doubt for longer than it should be. One thread looks; any thread listens. */
final class AlarmBell {
    private final Supplier<List<InDoubtBranch>> branches;
    private final NotificationBroadcasterSupport listeners =
            new NotificationBroadcasterSupport(new MBeanNotificationInfo(
                    new String[] {TransactionsMXBean.ALARM},
                    Notification.class.getName(),
                    "A branch is in doubt for longer than it should be."));
    private Set<Key> rung = Set.of();
    private long sequence;

    AlarmBell(Supplier<List<InDoubtBranch>> branches) {
        this.branches = requireNonNull(branches, "branches");
    }

    private record Key(TransactionId transaction, ResourceName resource) {}

    NotificationBroadcasterSupport listeners() {
        return listeners;
    }

    void look() {
        List<InDoubtBranch> late =
                branches.get().stream().filter(InDoubtBranch::alarm).toList();
        Set<Key> before = rung;
        rung = late.stream().map(AlarmBell::key).collect(Collectors.toCollection(HashSet::new));
        for (InDoubtBranch branch : late) {
            if (!before.contains(key(branch))) {
                ring(branch);
            }
        }
    }

    private static Key key(InDoubtBranch branch) {
        return new Key(branch.transaction(), branch.resource());
    }

    private void ring(InDoubtBranch branch) {
        sequence++;
        listeners.sendNotification(new Notification(
                TransactionsMXBean.ALARM,
                TransactionsMXBean.OBJECT_NAME,
                sequence,
                System.currentTimeMillis(),
                "Transaction " + branch.transaction() + " is in doubt at " + branch.resource() + " since "
                        + branch.since() + ": "
                        + branch.problem().orElse("nobody has tried to finish it yet")));
    }
}
