package org.esbmt.camel.se.internal.document;

import org.esbmt.jbi.container.api.unit.UnitPaths;

/** Paths of files in a service unit, as stylesheets and schemas name one another and Saxon and Xerces are told. */
public final class SaxonPaths {
    /** Start of the URI under which Saxon knows a file of the unit. */
    public static final String SCHEME = "unit:/";

    private SaxonPaths() {}

    /**
     * The path in the unit.
     *
     * @param from the path of the file that names it
     * @param href a relative path
     * @return null if it is none, or leads out of the unit
     */
    public static String resolve(String from, String href) {
        return href.chars().allMatch(SaxonPaths::isPlain)
                ? UnitPaths.resolved(from, href).orElse(null)
                : null;
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
