package org.esbmt.jbi.container.api.unit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** References between the files of a service unit. */
public final class UnitPaths {
    private static final int MOST_CHARACTERS = 512;

    private UnitPaths() {}

    /**
     * The target of a relative reference.
     *
     * @param file the path of the referring file, from the unit's root; empty for the root itself
     * @param reference its text, in 512 characters at most
     * @return its path from the unit's root, even if no such file exists; empty if the reference is an address, not
     * relative, or leads out of the unit
     */
    public static Optional<String> resolved(String file, String reference) {
        if (reference.isEmpty()
                || reference.length() > MOST_CHARACTERS
                || reference.startsWith("/")
                || !reference.chars().allMatch(UnitPaths::isPartOfPath)) {
            return Optional.empty();
        }
        String folder = file.substring(0, file.lastIndexOf('/') + 1);
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (folder + reference).split("/", -1)) {
            if (part.isEmpty() || (part.equals("..") && parts.pollLast() == null)) {
                return Optional.empty();
            }
            if (!part.equals("..") && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("/", parts));
    }

    /**
     * False for characters that give a reference a scheme, a query, a fragment or an escape, or that separate folders
     * on other systems.
     */
    private static boolean isPartOfPath(int c) {
        return !Character.isISOControl(c) && "\\:?#%".indexOf(c) < 0;
    }
}
