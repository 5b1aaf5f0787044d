package org.esbmt.camel.se.internal.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Message;

/** Converts between the headers of messages in routes and those of protocols. */
final class Headers {
    /** The largest number of characters in one header that a step sets; below, that in all headers of the message. */
    private static final int MOST_OF_ONE = 64 << 10;

    private static final int MOST_OF_ALL = 256 << 10;

    /** The headers are counted each time that a step sets one. */
    private static final int MOST = 1_000;

    private Headers() {}

    /** @throws RouteFailure.Invalid if the header or all of them are too long, or they are too many */
    static void set(Message message, String name, String value) throws RouteFailure.Invalid {
        if (value.length() > MOST_OF_ONE) {
            throw new RouteFailure.Invalid("a header would become longer than " + MOST_OF_ONE + " characters");
        }
        long all = (long) name.length() + value.length();
        for (Map.Entry<String, Object> header : message.getHeaders().entrySet()) {
            if (header.getValue() instanceof String text && !header.getKey().equalsIgnoreCase(name)) {
                all += header.getKey().length() + text.length();
            }
        }
        if (all > MOST_OF_ALL) {
            throw new RouteFailure.Invalid("the headers would become longer than " + MOST_OF_ALL + " characters");
        }
        if (message.getHeaders().size() >= MOST && message.getHeader(name) == null) {
            throw new RouteFailure.Invalid("the message would have more than " + MOST + " headers");
        }
        message.setHeader(name, value);
    }

    /**
     * The headers for the bus: the received ones, if no step has changed them; else texts only. Those of Camel's own never
     * leave, since they would change the work of Camel's components on the other side.
     */
    static Map<?, ?> outgoing(Message message) {
        if (message instanceof RouteMessage ours && !ours.hasOwnHeaders()) {
            return withoutCamels(ours.protocolHeaders());
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, Object> header : message.getHeaders().entrySet()) {
            if (header.getValue() instanceof String value && !isCamels(header.getKey())) {
                headers.put(header.getKey(), value);
            }
        }
        return headers;
    }

    private static Map<?, ?> withoutCamels(Map<?, ?> received) {
        Map<Object, Object> copy = null;
        for (Object key : received.keySet()) {
            if (key instanceof String name && isCamels(name)) {
                if (copy == null) {
                    copy = new LinkedHashMap<>(received);
                }
                copy.remove(name);
            }
        }
        return copy == null ? received : copy;
    }

    static boolean isCamels(String name) {
        return name.regionMatches(true, 0, "Camel", 0, 5);
    }

    /**
     * Keeps headers that steps have set when a reply takes the place of a message. The message's original headers are
     * dropped.
     */
    static void keepOwn(Message before, RouteMessage reply) {
        if (before instanceof RouteMessage ours) {
            if (!ours.hasOwnHeaders()) {
                return;
            }
            for (Map.Entry<String, Object> header : ours.getHeaders().entrySet()) {
                if (!header.getValue().equals(ours.protocolHeaders().get(header.getKey()))) {
                    keep(header, reply);
                }
            }
        } else {
            before.getHeaders().entrySet().forEach(header -> keep(header, reply));
        }
    }

    private static void keep(Map.Entry<String, Object> header, RouteMessage reply) {
        if (reply.getHeader(header.getKey()) == null && !isCamels(header.getKey())) {
            reply.setHeader(header.getKey(), header.getValue());
        }
    }
}
