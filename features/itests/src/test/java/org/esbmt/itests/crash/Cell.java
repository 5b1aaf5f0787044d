package org.esbmt.itests.crash;

import java.util.Locale;

/** One case of the matrix. Its text is its key in the results. */
record Cell(Operation operation, Point point, Part victim, Fault fault) {
    static Cell parse(String text) {
        String[] parts = text.strip().split(" +", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException(text + " is no <operation> <point> <victim> <fault>");
        }
        return new Cell(
                Operation.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                Point.parse(parts[1]),
                Part.valueOf(parts[2].toUpperCase(Locale.ROOT)),
                Fault.valueOf(parts[3].toUpperCase(Locale.ROOT)));
    }

    @Override
    public String toString() {
        return operation + " " + point + " " + victim + " " + fault;
    }
}
