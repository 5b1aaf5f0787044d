package org.esbmt.itests.crash;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * A place in a change, as a proxy sees it: {@code services/3/before} is before the third statement in the service registry's
 * part of the transaction, {@code broker/prepare/after} after the broker has prepared and before the node knows.
 *
 * @param part where
 * @param step a number for a statement, else what is asked for
 */
record Point(Part part, String step, Side side) {
    /** The answer has left the node, and no node was told of the change yet. */
    static final Point REPLIED = new Point(Part.NODE, "reply", Side.AFTER);

    /** Whether the victim has got the request. */
    enum Side {
        /** The node has sent it, and nobody got it. */
        BEFORE,
        /** It is done, and the node has no answer. */
        AFTER
    }

    Point {
        requireNonNull(part, "part");
        requireNonNull(step, "step");
        requireNonNull(side, "side");
    }

    static Point parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(text + " is no <part>/<step>/<before or after>");
        }
        return new Point(
                Part.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                parts[1],
                Side.valueOf(parts[2].toUpperCase(Locale.ROOT)));
    }

    @Override
    public String toString() {
        return part + "/" + step + "/" + side.name().toLowerCase(Locale.ROOT);
    }
}
