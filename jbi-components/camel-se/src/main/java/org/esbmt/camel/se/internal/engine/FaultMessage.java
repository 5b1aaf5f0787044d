package org.esbmt.camel.se.internal.engine;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * A provider's fault.
 *
 * @param body the body of the fault; never null
 * @param status the status of the protocol, such as HTTP's; null if it has none
 * @param headers the headers of the protocol; never null
 */
public record FaultMessage(Body body, Integer status, Map<?, ?> headers) {
    public FaultMessage {
        requireNonNull(body, "body");
        requireNonNull(headers, "headers");
    }
}
