package org.esbmt.camel.se.internal.xslt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.esbmt.camel.se.internal.document.SaxonPaths;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.xml.api.XmlLimits;

/**
 * Reads a stylesheet and all its includes and imports, before Saxon reads any of them. It refuses each element of XSLT,
 * and each function, that is not on a list.
 */
final class StylesheetCheck {
    /** The largest number of files of a stylesheet, included ones too. */
    private static final int MOST_FILES = 50;

    private final UnitFiles unit;
    private final XmlLimits limits;
    private final Map<String, byte[]> read = new LinkedHashMap<>();
    private final Map<String, List<Finding>> findings = new TreeMap<>();

    StylesheetCheck(UnitFiles unit, XmlLimits limits) {
        this.unit = unit;
        this.limits = limits;
    }

    /** Checks a file and the files that it names. */
    void file(String path, String from, int line) {
        if (read.containsKey(path)) {
            return;
        }
        byte[] content = unit.content(path).orElse(null);
        if (content == null || read.size() == MOST_FILES) {
            String sentence = content == null
                    ? "There is no file " + SaxonPaths.printable(path) + " in the unit."
                    : "A stylesheet consists of at most " + MOST_FILES + " files.";
            found(from, line, content == null ? "xslt.file" : "xslt.limit", sentence);
            return;
        }
        read.put(path, content);
        new StylesheetGrammar(this, path, content, limits).read();
    }

    /** Checks a file that {@code href}, in one of the files, names. */
    void include(String href, String from, int line) {
        String path = SaxonPaths.resolve(from, href);
        if (path == null) {
            found(from, line, "xslt.import", "A stylesheet is in the unit, named by a relative path.");
        } else {
            file(path, from, line);
        }
    }

    void found(String file, int line, String rule, String sentence) {
        findings.computeIfAbsent(file, f -> new ArrayList<>()).add(new Finding(file, line, rule, sentence));
    }

    /** The findings by file, and in each file in the order of lines. */
    List<Finding> findings() {
        List<Finding> all = new ArrayList<>();
        findings.values().forEach(all::addAll);
        return all;
    }

    /** The files that belong to the stylesheet, by their paths. */
    Map<String, byte[]> files() {
        return read;
    }

    static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
