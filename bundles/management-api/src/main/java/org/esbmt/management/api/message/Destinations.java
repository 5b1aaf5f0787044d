package org.esbmt.management.api.message;

import java.util.UUID;

/**
 * The destinations of administration and nodes on the message broker, and the properties that carry a {@link Seal}
 * beside a text.
 */
public final class Destinations {
    /** The message property with the id of the key. */
    public static final String SEAL_KEY = "EsbmtSealKey";

    /** The message property with the code. */
    public static final String SEAL_CODE = "EsbmtSealCode";

    /** The prefix of the names of all destinations of the bus. */
    private static final String PREFIX = "esbmt.";

    /** A queue for administrators, who examine its messages. */
    public static final String UNPROCESSABLE = PREFIX + "management.unprocessable";

    private Destinations() {}

    /** The topic of a cluster's requests. */
    public static String requests(UUID cluster) {
        return PREFIX + "management." + cluster;
    }

    /** The queue of a cluster's answers. */
    public static String replies(UUID cluster) {
        return PREFIX + "management.reply." + cluster;
    }
}
