package org.esbmt.message.security.internal.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Well-formed documents with everything that canonical form treats in a special way, and one element {@code e} of urn:apex. */
final class RandomDocument {
    private static final String[] PREFIXES = {"", "a", "b", "c", "d", "apex"};
    private static final String[] URIS = {"urn:1", "urn:2", "urn:3", "urn:apex", "http://example.org/?x='y'"};
    private static final String[] TEXTS = {
        "text",
        "&amp;",
        "&lt;",
        "&gt;",
        ">",
        "\r\n",
        "\r",
        "\n",
        "\t",
        "&#13;",
        "&#xA;",
        "&#9;",
        "&#x20AC;",
        "\u00e9",
        "\ud83d\ude00",
        "\"",
        "'",
        "&quot;",
        "&apos;",
        "  ",
        "]",
        "&#65;",
        "&#x0041;"
    };

    private static final String[] TIDY_TEXTS = {
        "text", "&amp;", "&lt;", "&gt;", "\n", "\u00e9", "'", "  ", "a longer text of some words"
    };

    private final Random random;
    /** True if most tokens are written as canonical form writes them. */
    private final boolean tidy;

    private final StringBuilder out = new StringBuilder();

    RandomDocument(Random random) {
        this(random, false);
    }

    RandomDocument(Random random, boolean tidy) {
        this.random = random;
        this.tidy = tidy;
    }

    private boolean isTidy() {
        return tidy && random.nextInt(12) > 0;
    }

    String document() {
        out.append(random.nextInt(8) == 0 ? "<?xml version='1.0' encoding=\"UTF-8\"?>\n" : "");
        Map<String, String> scope = new HashMap<>();
        scope.put("", "");
        element(scope, 0, random.nextInt(4));
        return out.toString();
    }

    /** A document whose canonical form exceeds a buffer. */
    String large() {
        String small = document();
        int end = small.lastIndexOf("</");
        return end < 0 ? small : small.substring(0, end) + "x".repeat(random.nextInt(20_000)) + small.substring(end);
    }

    private void element(Map<String, String> outer, int depth, int apexDepth) {
        boolean apex = depth == apexDepth;
        Map<String, String> scope = new HashMap<>(outer);
        List<String> tag = new ArrayList<>();
        if (apex || !tidy || random.nextInt(4) == 0) {
            declare(scope, tag, apex);
        }
        String prefix = apex ? "apex" : anyPrefix(scope, true);
        String name = (prefix.isEmpty() ? "" : prefix + ":") + (apex ? "e" : "n" + random.nextInt(3));
        attributes(scope, tag);
        if (isTidy()) {
            tag.sort(null);
        } else {
            java.util.Collections.shuffle(tag, random);
        }
        out.append('<').append(name);
        tag.forEach(t -> out.append(space()).append(t));
        out.append(!isTidy() && random.nextInt(3) == 0 ? space() : "");
        boolean needsChild = depth < apexDepth;
        if (!needsChild && random.nextInt(tidy ? 15 : 5) == 0) {
            out.append("/>");
            return;
        }
        out.append('>');
        content();
        if (needsChild) {
            element(scope, depth + 1, apexDepth);
            content();
        }
        for (int i = depth >= apexDepth && depth < apexDepth + 4 ? random.nextInt(4) : 0; i > 0; i--) {
            element(scope, Math.max(depth, apexDepth) + 1, -1);
            content();
        }
        out.append("</")
                .append(name)
                .append(!isTidy() && random.nextInt(5) == 0 ? space() : "")
                .append('>');
    }

    private void declare(Map<String, String> scope, List<String> tag, boolean apex) {
        for (String prefix : PREFIXES) {
            boolean must = apex && prefix.equals("apex") && !"urn:apex".equals(scope.get("apex"));
            if (must || random.nextInt(5) == 0) {
                String uri = prefix.equals("apex") ? "urn:apex" : URIS[random.nextInt(URIS.length)];
                if (prefix.isEmpty() && random.nextInt(3) == 0) {
                    uri = "";
                }
                if (!apex && uri.equals("urn:apex") && prefix.isEmpty()) {
                    uri = "urn:1";
                }
                scope.put(prefix, uri);
                char quote = uri.contains("'") || random.nextBoolean() ? '"' : '\'';
                tag.add("xmlns" + (prefix.isEmpty() ? "" : ":" + prefix) + "=" + quote + uri + quote);
            }
        }
    }

    private String anyPrefix(Map<String, String> scope, boolean element) {
        List<String> prefixes = new ArrayList<>(scope.keySet());
        prefixes.removeIf(p -> !element && p.isEmpty());
        java.util.Collections.sort(prefixes);
        return prefixes.isEmpty() ? "" : prefixes.get(random.nextInt(prefixes.size()));
    }

    private void attributes(Map<String, String> scope, List<String> tag) {
        List<String> expanded = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            String prefix = isTidy() || random.nextInt(2) == 0 ? "" : anyPrefix(scope, false);
            String local = "k" + random.nextInt(4);
            String name = scope.getOrDefault(prefix, "") + "}" + local;
            if (prefix.isEmpty()) {
                name = "}" + local;
            }
            if (!expanded.contains(name)) {
                expanded.add(name);
                tag.add((prefix.isEmpty() ? "" : prefix + ":") + local + space0() + "=" + space0() + value());
            }
        }
        if (random.nextInt(6) == 0) {
            tag.add("xml:lang=\"en\"");
        }
    }

    private String value() {
        char quote = isTidy() || random.nextBoolean() ? '"' : '\'';
        StringBuilder value = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            value.append(isTidy() ? "value" : TEXTS[random.nextInt(TEXTS.length)].replace(quote, '.'));
        }
        return quote + value.toString() + quote;
    }

    private void content() {
        for (int i = random.nextInt(4); i > 0; i--) {
            switch (isTidy() ? 9 : random.nextInt(10)) {
                case 0 -> out.append("<!-- a <comment> & ' -->");
                case 1 -> out.append("<![CDATA[1 < 2 && ]] > \r\n \r \"]]>");
                case 2 -> out.append("<?pi   some \r\n data ?>");
                case 3 -> out.append("<?empty?>");
                default -> {
                    String[] texts = isTidy() ? TIDY_TEXTS : TEXTS;
                    String text = texts[random.nextInt(texts.length)];
                    boolean close = text.startsWith(">") && out.toString().endsWith("]]");
                    out.append(close ? " " : "").append(text);
                }
            }
        }
    }

    private String space() {
        return isTidy() ? " " : List.of(" ", "  ", "\n", "\t", "\r\n").get(random.nextInt(5));
    }

    private String space0() {
        return !isTidy() && random.nextInt(4) == 0 ? space() : "";
    }
}
