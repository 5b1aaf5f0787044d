package org.esbmt.camel.se.internal.document;

import java.util.ArrayDeque;
import java.util.Deque;

/** Paths of files in a service unit, as its files name one another. */
public final class UnitPaths {
    /** What Saxon is told that the unit's files are called. */
    public static final String SCHEME = "unit:/";

    private UnitPaths() {}

    /**
     * The path in the unit.
     *
     * @param from the path of the file that names it
     * @param href a relative path
     * @return null if it is none, or leads out of the unit
     */
    public static String resolve(String from, String href) {
        if (href.isEmpty() || !href.chars().allMatch(UnitPaths::isPlain) || href.startsWith("/")) {
            return null;
        }
        int folder = from.lastIndexOf('/');
        Deque<String> parts = new ArrayDeque<>();
        for (String part : ((folder < 0 ? "" : from.substring(0, folder + 1)) + href).split("/", -1)) {
            if (part.equals("..")) {
                if (parts.pollLast() == null) {
                    return null;
                }
            } else if (part.isEmpty()) {
                return null;
            } else if (!part.equals(".")) {
                parts.addLast(part);
            }
        }
        return parts.isEmpty() ? null : String.join("/", parts);
    }

    /** Letters that mean the same in a path and in a URI. */
    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "/._-~".indexOf(c) >= 0;
    }

    /** A path out of a stranger's file, for a sentence. */
    public static String printable(String path) {
        String start = path.length() > 100 ? path.substring(0, 100) + "..." : path;
        return start.replaceAll("[^\\x20-\\x7E]", "?");
    }
}
