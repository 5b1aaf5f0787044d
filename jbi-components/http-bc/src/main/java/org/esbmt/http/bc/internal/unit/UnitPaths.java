package org.esbmt.http.bc.internal.unit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** References of a unit's files to one another. */
final class UnitPaths {
    private UnitPaths() {}

    /**
     * The file that a relative reference means.
     *
     * @param folder of the file that it stands in, ending with '/'; empty for the unit's root
     * @return its path from the unit's root; empty if it is no such reference, or leads out of the unit
     */
    static Optional<String> resolved(String folder, String reference) {
        if (reference.isEmpty() || reference.startsWith("/") || reference.matches("(?s).*[\\\\:?#%\\p{Cntrl}].*")) {
            return Optional.empty();
        }
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (folder + reference).split("/", -1)) {
            switch (part) {
                case "" -> {
                    return Optional.empty();
                }
                case "." -> {}
                case ".." -> {
                    if (parts.pollLast() == null) {
                        return Optional.empty();
                    }
                }
                default -> parts.addLast(part);
            }
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("/", parts));
    }

    static String folder(String file) {
        return file.substring(0, file.lastIndexOf('/') + 1);
    }
}
