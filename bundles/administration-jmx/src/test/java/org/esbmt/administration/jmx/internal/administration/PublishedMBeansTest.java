package org.esbmt.administration.jmx.internal.administration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.notification.StateNotifications;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.golden.GoldenFile;
import org.esbmt.testing.golden.MBeanText;
import org.junit.jupiter.api.Test;

/** Every MBean of administration is as published, at both MBean servers. */
class PublishedMBeansTest {
    private final MBeanServer platform = MBeanServerFactory.newMBeanServer();
    private final BusMBeans beans = new BusMBeans(platform);

    @Test
    void nothingPublishedHasChanged() throws Exception {
        try (AllMBeans all = new AllMBeans(beans, AllMBeans::nothing)) {
            assertThat(all).isNotNull();
            GoldenFile.of("mbeans.txt").check(text(platform));
            GoldenFile.of("mbeans.txt").check(text(beans.own()));
        }
    }

    @Test
    void nothingInNotificationsHasChanged() throws Exception {
        StringBuilder text = new StringBuilder();
        for (StateChange.Kind kind : StateChange.Kind.values()) {
            StateChange change = new StateChange(
                    kind,
                    "name",
                    Optional.of(TenantId.of("5f0c2b8e-3a64-4c7c-9a55-0d6a3c1f2b11")),
                    Optional.of("BEFORE"),
                    "AFTER",
                    Optional.of("cause"),
                    Optional.of(new UUID(1, 1)),
                    Optional.of(new UUID(2, 2)),
                    Instant.EPOCH);
            text.append(MBeanText.of(StateNotifications.of(change, 7)));
        }
        GoldenFile.of("notifications.txt").check(text.toString());
    }

    private static String text(MBeanServer server) throws Exception {
        return MBeanText.of(server, new ObjectName("org.esbmt*:*"));
    }
}
