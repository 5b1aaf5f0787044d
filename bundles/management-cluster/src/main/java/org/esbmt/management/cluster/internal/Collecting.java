package org.esbmt.management.cluster.internal;

import java.time.Duration;
import org.esbmt.messaging.api.MessageBroker;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Collects answers as long as there is a broker and a cluster. */
@Component(
        immediate = true,
        service = {})
public final class Collecting {
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final AnswerCollector collector;

    @Activate
    public Collecting(@Reference LocalNode node, @Reference Registries registries, @Reference MessageBroker broker) {
        collector = new AnswerCollector(node, registries, broker, RETRY);
        collector.start();
    }

    @Deactivate
    void stop() {
        collector.close();
    }
}
