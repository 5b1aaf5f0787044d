package org.esbmt.camel.se.internal.engine;

import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.InOptionalOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.RobustInOnly;
import org.apache.camel.ExchangePattern;
import org.esbmt.camel.se.internal.model.Address;

/** The four message exchange patterns (JSR-208, section 5.4.2). */
enum Mep {
    IN_ONLY,
    ROBUST_IN_ONLY,
    IN_OUT,
    IN_OPTIONAL_OUT;

    static Mep of(MessageExchange exchange) {
        if (exchange instanceof InOnly) {
            return IN_ONLY;
        }
        if (exchange instanceof RobustInOnly) {
            return ROBUST_IN_ONLY;
        }
        return exchange instanceof InOptionalOut ? IN_OPTIONAL_OUT : IN_OUT;
    }

    static Mep of(Address.Pattern pattern) {
        return switch (pattern) {
            case IN_ONLY -> IN_ONLY;
            case ROBUST_IN_ONLY -> ROBUST_IN_ONLY;
            case IN_OUT -> IN_OUT;
        };
    }

    /** Camel's pattern for this MEP. */
    ExchangePattern camel() {
        return this == IN_ONLY || this == ROBUST_IN_ONLY ? ExchangePattern.InOnly : ExchangePattern.InOut;
    }
}
