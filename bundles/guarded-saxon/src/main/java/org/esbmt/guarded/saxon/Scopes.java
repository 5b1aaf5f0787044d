package org.esbmt.guarded.saxon;

/** Comparisons of namespaces in force, for Saxon's woven class of them. */
public final class Scopes {
    private Scopes() {}

    /**
     * True if declarations replace all of the outer ones, so that they are in force unchanged. Saxon would make an equal
     * object of both for each element, and compare it with the next one's (StylesheetBenchmark).
     *
     * @param outerPrefixes in ascending order, as Saxon keeps them
     * @param innerPrefixes the same
     */
    public static boolean replaces(Object outer, Object inner, String[] outerPrefixes, String[] innerPrefixes) {
        int more = innerPrefixes.length - outerPrefixes.length;
        if (more < 0 || outer.getClass() != inner.getClass()) {
            return false;
        }
        int i = 0;
        for (String prefix : outerPrefixes) {
            while (i < innerPrefixes.length && !innerPrefixes[i].equals(prefix)) {
                i++;
            }
            if (i == innerPrefixes.length) {
                return false;
            }
        }
        return true;
    }
}
