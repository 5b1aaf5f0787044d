package org.esbmt.administration.console.internal.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Lines of the files of an archive that was refused. Its structure cannot be trusted, so reading ends at a bound or at the
 * first defect.
 */
final class ArchiveLines {
    private static final int MOST_BYTES = 8 << 20;
    private static final int MOST_ENTRIES = 2_000;
    private static final int MOST_SHOWN = 160;

    private final Set<String> wanted;
    private final Map<String, List<String>> files = new HashMap<>();
    private int bytes;
    private int entries;

    private ArchiveLines(Set<String> wanted) {
        this.wanted = wanted;
    }

    /**
     * Reads an archive.
     *
     * @param wanted the files, as findings name them
     */
    static ArchiveLines of(byte[] archive, Set<String> wanted) {
        ArchiveLines reading = new ArchiveLines(wanted);
        try {
            reading.read(archive, "", true);
        } catch (IOException | IllegalArgumentException e) {
            return reading; // the lines before the defect
        }
        return reading;
    }

    /** A line of a file, from 1; empty if it was not read. Long lines are cut. */
    Optional<String> line(String file, int number) {
        List<String> lines = files.getOrDefault(file, List.of());
        if (number < 1 || number > lines.size()) {
            return Optional.empty();
        }
        String line = lines.get(number - 1).strip();
        return Optional.of(line.length() > MOST_SHOWN ? line.substring(0, MOST_SHOWN) + "…" : line);
    }

    private void read(byte[] archive, String below, boolean outer) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (++entries > MOST_ENTRIES) {
                    throw new IOException("too many entries");
                }
                String path = below + entry.getName();
                boolean unit = outer
                        && path.toLowerCase(Locale.ROOT).endsWith(".zip")
                        && wanted.stream().anyMatch(file -> file.startsWith(path + "!/"));
                if (unit) {
                    read(content(zip), path + "!/", false);
                } else if (wanted.contains(path)) {
                    files.putIfAbsent(
                            path, new String(content(zip), UTF_8).lines().toList());
                }
            }
        }
    }

    private byte[] content(ZipInputStream zip) throws IOException {
        byte[] content = zip.readNBytes(MOST_BYTES - bytes + 1);
        bytes += content.length;
        if (bytes > MOST_BYTES) {
            throw new IOException("too many bytes");
        }
        return content;
    }
}
