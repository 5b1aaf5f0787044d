package org.esbmt.itests.crash;

import static java.util.Objects.requireNonNull;

import java.util.Locale;

/**
 * A point of a change in a proxy's view. {@code services/3/before} is before the third statement in the service registry's
 * branch of the transaction. {@code broker/prepare/after} is between the broker's prepare and the node's answer about it.
 *
 * @param part the participant of the step
 * @param step the number of a statement, or the name of another request
 */
record Point(Part part, String step, Side side) {
    /** The answer has left the node, and no node has a message about the change yet. */
    static final Point REPLIED = new Point(Part.NODE, "reply", Side.AFTER);

    /** The side of a step. */
    enum Side {
        /** The node has sent the request, and the participant has not received it. */
        BEFORE,
        /** The participant has done the step, and the node has no answer. */
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
