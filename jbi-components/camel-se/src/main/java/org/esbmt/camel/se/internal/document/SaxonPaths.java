package org.esbmt.camel.se.internal.document;

import org.esbmt.jbi.container.api.unit.UnitPaths;

/** Paths of files in a service unit, for references between stylesheets and schemas, and for Saxon and Xerces. */
public final class SaxonPaths {
    /** Start of the URI of a unit's file in Saxon. */
    public static final String SCHEME = "unit:/";

    private SaxonPaths() {}

    /**
     * The path in the unit.
     *
     * @param from the path of the referring file
     * @param href a relative path
     * @return null if it is no path, or leads out of the unit
     */
    public static String resolve(String from, String href) {
        return href.chars().allMatch(SaxonPaths::isPlain)
                ? UnitPaths.resolved(from, href).orElse(null)
                : null;
    }

    /** Returns true for characters with the same meaning in a path and in a URI. */
    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "/._-~".indexOf(c) >= 0;
    }

    /** A path from a foreign file, for a sentence. */
    public static String printable(String path) {
        String start = path.length() > 100 ? path.substring(0, 100) + "..." : path;
        return start.replaceAll("[^\\x20-\\x7E]", "?");
    }
}
