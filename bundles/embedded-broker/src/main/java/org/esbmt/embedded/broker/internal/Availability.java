package org.esbmt.embedded.broker.internal;

import java.time.Instant;
import org.esbmt.messaging.api.BrokerState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The known state of a broker. A change is logged for the operator, each reason once. One thread writes. */
final class Availability {
    private static final Logger LOG = LoggerFactory.getLogger(Availability.class);

    private volatile BrokerState state = BrokerState.down(Instant.now(), "The broker starts.");
    private String said = "";

    BrokerState state() {
        return state;
    }

    void up(String sentence) {
        state = BrokerState.up(Instant.now());
        said = "";
        LOG.info("{}", sentence);
    }

    void down(String problem) {
        BrokerState before = state;
        state = BrokerState.down(before.isUp() ? Instant.now() : before.since(), problem);
        if (!problem.equals(said)) {
            LOG.warn("{} Trying on.", problem);
            said = problem;
        }
    }

    void stopped() {
        state = BrokerState.down(Instant.now(), "The broker was stopped.");
    }
}
