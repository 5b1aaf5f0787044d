package org.esbmt.management.service.internal;

import java.util.UUID;
import org.esbmt.messaging.api.MessageBroker;

/** Where administration and nodes meet, and how a seal travels beside a text. */
final class Destinations {
    /** Of messages: the two parts of a {@link org.esbmt.management.api.message.Seal}. */
    static final String SEAL_KEY = "EsbmtSealKey";

    static final String SEAL_CODE = "EsbmtSealCode";

    /** A queue, for a person to look at. */
    static final String UNPROCESSABLE = MessageBroker.PREFIX + "management.unprocessable";

    private Destinations() {}

    /** The topic of a cluster's requests. */
    static String requests(UUID cluster) {
        return MessageBroker.PREFIX + "management." + cluster;
    }

    /** The queue of its nodes' answers. */
    static String replies(UUID cluster) {
        return MessageBroker.PREFIX + "management.reply." + cluster;
    }
}
