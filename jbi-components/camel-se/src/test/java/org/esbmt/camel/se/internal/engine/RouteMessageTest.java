package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RouteMessageTest {
    private final UnitContexts contexts = new UnitContexts();
    private final CamelContext camel = contexts.create("unit", null);

    RouteMessageTest() {
        camel.start();
    }

    @AfterEach
    void close() throws IOException {
        contexts.close();
    }

    /** Headers that count the times that all of them are read. */
    private static final class Counted extends AbstractMap<String, String> {
        private final Map<String, String> headers = new HashMap<>();
        private int reads;

        Counted(int size) {
            for (int i = 0; i < size; i++) {
                headers.put("X-" + i, "v" + i);
            }
        }

        @Override
        public int size() {
            return headers.size();
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            reads++;
            return headers.entrySet();
        }
    }

    /** A route can set 1,000 headers, and the next one read headers some ten thousand times, on an event loop. */
    @Test
    void manyHeadersAreLookedThroughOnce() {
        Counted headers = new Counted(1_000);
        RouteMessage message = new RouteMessage(camel, headers, null);

        for (int i = 0; i < 100; i++) {
            assertThat(message.getHeader("x-" + i)).isEqualTo("v" + i);
            assertThat(message.getHeader("y-" + i)).isNull();
        }

        assertThat(headers.reads).isEqualTo(1);
    }

    @Test
    void aReadOfFewHeadersLeavesThemAsTheyAre() {
        Counted headers = new Counted(10);
        RouteMessage message = new RouteMessage(camel, headers, null);

        assertThat(message.getHeader("x-3")).isEqualTo("v3");
        assertThat(message.hasOwnHeaders()).isFalse();
        assertThat(Headers.outgoing(message)).isSameAs(headers);
    }

    /** Camel's components on the other side would obey them. */
    @Test
    void headersOfCamelDoNotLeave() {
        Map<String, String> received = Map.of("CamelHttpUri", "http://elsewhere", "camelFileName", "../x", "X-1", "v1");
        RouteMessage unread = new RouteMessage(camel, received, null);
        RouteMessage read = new RouteMessage(camel, received, null);
        assertThat(read.getHeader("x-1")).isEqualTo("v1");
        RouteMessage changed = new RouteMessage(camel, received, null);
        changed.setHeader("X-2", "v2");

        assertThat(Headers.outgoing(unread)).isEqualTo(Map.of("X-1", "v1"));
        assertThat(Headers.outgoing(read)).isEqualTo(Map.of("X-1", "v1"));
        assertThat(Headers.outgoing(changed)).isEqualTo(Map.of("X-1", "v1", "X-2", "v2"));
    }
}
