package org.esbmt.management.api.message;

import java.util.UUID;

/** Where administration and nodes meet on the message broker, and how a {@link Seal} travels beside a text. */
public final class Destinations {
    /** Of messages: the id of the key. */
    public static final String SEAL_KEY = "EsbmtSealKey";

    /** Of messages: the code. */
    public static final String SEAL_CODE = "EsbmtSealCode";

    /** What the names of all destinations of the bus begin with. */
    private static final String PREFIX = "esbmt.";

    /** A queue, for a person to look at. */
    public static final String UNPROCESSABLE = PREFIX + "management.unprocessable";

    private Destinations() {}

    /** The topic of a cluster's requests. */
    public static String requests(UUID cluster) {
        return PREFIX + "management." + cluster;
    }

    /** The queue of its nodes' answers. */
    public static String replies(UUID cluster) {
        return PREFIX + "management.reply." + cluster;
    }
}
