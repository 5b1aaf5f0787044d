package org.esbmt.administration.console.internal.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Reads the texts of an assembly's archive, and of the units in it, up to bounds. */
final class ArchiveFiles {
    private static final int MOST_FILES = 200;
    private static final int MOST_BYTES = 8 << 20;

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private int bytes;

    private ArchiveFiles() {}

    /** The XML and YAML files outside of META-INF, by {@code <unit>!/<file>}. */
    static Map<String, byte[]> of(byte[] archive) throws IOException {
        ArchiveFiles reading = new ArchiveFiles();
        reading.read(archive, "", true);
        return reading.files;
    }

    private void read(byte[] archive, String below, boolean outer) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = entry.getName();
                String lower = name.toLowerCase(Locale.ROOT);
                if (outer && (lower.endsWith(".zip") || lower.endsWith(".jar"))) {
                    read(content(zip), name + "!/", false);
                } else if (!outer && !name.startsWith("META-INF/") && isText(lower) && files.size() < MOST_FILES) {
                    files.put(below + name, content(zip));
                }
            }
        }
    }

    private static boolean isText(String name) {
        return name.endsWith(".xml") || name.endsWith(".yaml") || name.endsWith(".yml");
    }

    private byte[] content(ZipInputStream zip) throws IOException {
        byte[] content = zip.readNBytes(MOST_BYTES - bytes + 1);
        bytes += content.length;
        if (bytes > MOST_BYTES) {
            throw new IOException("the files have more than " + MOST_BYTES + " bytes");
        }
        return content;
    }
}
