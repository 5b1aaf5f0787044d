package org.esbmt.camel.se.internal.xslt;

import java.util.regex.Pattern;

/** Tells patterns of templates apart that can match elements and documents alone. */
final class ElementPatterns {
    private static final String NAME = "[\\p{L}_][\\p{L}\\p{N}_.\\-]*+";
    private static final Pattern STEP =
            Pattern.compile("\\*|\\*:" + NAME + "|" + NAME + ":\\*|" + NAME + "(?::" + NAME + ")?+");
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    private ElementPatterns() {}

    /**
     * Returns true if each alternative is {@code /}, or a path of plain names. Predicates narrow a step and never change the
     * kind of its nodes. So they have no effect here. For any other form the answer is false.
     */
    static boolean isForElements(String pattern) {
        String paths = pattern.contains("(:") ? null : withoutPredicates(pattern); // a comment may have half a pair
        if (paths == null) {
            return false;
        }
        for (String path : WHITE_SPACE.matcher(paths).replaceAll("").split("\\|", -1)) {
            if (!isPath(path)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPath(String path) {
        if (path.equals("/")) {
            return true;
        }
        String[] steps = path.split("/", -1);
        for (int i = 0; i < steps.length; i++) {
            boolean slashes = steps[i].isEmpty() && i < steps.length - 1; // at the begin, or between two
            if (!slashes && !STEP.matcher(steps[i]).matches()) {
                return false;
            }
        }
        return true;
    }

    /** Null if the brackets have no pairs. */
    private static String withoutPredicates(String pattern) {
        StringBuilder outside = new StringBuilder();
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (depth > 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == '[') {
                depth++;
            } else if (c == ']') {
                depth--;
            } else if (depth == 0) {
                outside.append(c);
            }
            if (depth < 0) {
                return null;
            }
        }
        return depth == 0 ? outside.toString() : null;
    }
}
