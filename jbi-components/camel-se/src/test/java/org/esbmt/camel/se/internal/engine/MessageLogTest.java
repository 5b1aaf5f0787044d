package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.esbmt.jbi.container.api.Owner;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MessageLogTest {
    private final Map<String, String> context = new HashMap<>(Map.of("other", "stays"));
    private final MessageLog log = new MessageLog(
            LoggerFactory.getLogger(MessageLogTest.class), Owner.of(TestBus.ACME), context::put, context::remove);

    @Test
    void contextHasTenantAndExchangeWhileTheLineIsWritten() {
        Map<String, String> seen = new HashMap<>();

        log.write("exchange-1", logger -> seen.putAll(context));

        assertThat(seen)
                .containsOnly(
                        Map.entry("tenant", TestBus.ACME.toString()),
                        Map.entry("exchange", "exchange-1"),
                        Map.entry("other", "stays"));
        assertThat(context).containsOnly(Map.entry("other", "stays"));
    }

    @Test
    void aFailedLineRestoresTheContext() {
        assertThatThrownBy(() -> log.write("exchange-1", logger -> {
                    throw new IllegalStateException("of a test");
                }))
                .hasMessage("of a test");

        assertThat(context).containsOnly(Map.entry("other", "stays"));
    }
}
