package org.esbmt.management.cluster.internal;

import java.time.Duration;
import org.esbmt.messaging.api.MessageBroker;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Runs the threads for answers and for the audit of forged messages while a broker and a cluster are available. */
@Component(
        immediate = true,
        service = {})
public final class ClusterThreads {
    private static final Duration RETRY = Duration.ofSeconds(2);

    private static final Duration BETWEEN_AUDIT_ENTRIES = Duration.ofMinutes(1);

    private final AnswerCollector collector;
    private final ForgeryAudit audit;

    @Activate
    public ClusterThreads(
            @Reference LocalNode node, @Reference RegistryReferences registries, @Reference MessageBroker broker) {
        collector = new AnswerCollector(node, registries, broker, RETRY);
        audit = new ForgeryAudit(node, registries, BETWEEN_AUDIT_ENTRIES, RETRY);
        collector.start();
        audit.start();
    }

    @Deactivate
    void stop() {
        collector.close();
        audit.close();
    }
}
