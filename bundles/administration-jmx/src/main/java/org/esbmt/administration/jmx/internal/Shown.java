package org.esbmt.administration.jmx.internal;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.management.ObjectName;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.PartAccess.Part;

/**
 * Which MBeans of administration somebody sees at the door: those of which they may ask for anything. What is in no part is
 * shown to nobody. Threads: any that may block.
 */
final class Shown {
    private static final Map<String, Part> PARTS = Map.ofEntries(
            entry(AdministrationMXBean.OBJECT_NAME, Part.TENANTS),
            entry(UsersMXBean.OBJECT_NAME, Part.USERS),
            entry(SystemUsersMXBean.OBJECT_NAME, Part.SYSTEM_USERS),
            entry(ServicesMXBean.OBJECT_NAME, Part.SERVICES),
            entry(ClusterMXBean.OBJECT_NAME, Part.CLUSTER),
            entry(ComponentsMXBean.OBJECT_NAME, Part.COMPONENTS),
            entry(LinksMXBean.OBJECT_NAME, Part.LINKS),
            entry(TransactionsMXBean.OBJECT_NAME, Part.TRANSACTIONS),
            entry(QuotasMXBean.OBJECT_NAME, Part.QUOTAS),
            entry(AuditMXBean.OBJECT_NAME, Part.AUDIT),
            entry(BatchesMXBean.OBJECT_NAME, Part.BATCHES),
            entry(NotificationsMXBean.OBJECT_NAME, Part.NEWS));

    private final PartAccess access;

    Shown(PartAccess access) {
        this.access = requireNonNull(access, "access");
    }

    /**
     * What they see now.
     *
     * @throws IllegalStateException if nobody can tell
     */
    Predicate<ObjectName> to(Administrator by) {
        Set<Part> parts = access.parts(by)
                .orElseThrow(
                        () -> Refusals.of(Reason.UNAVAILABLE, "what '" + by.login() + "' may see cannot be told now"));
        return name -> Optional.ofNullable(PARTS.get(name.getCanonicalName()))
                .filter(parts::contains)
                .isPresent();
    }
}
