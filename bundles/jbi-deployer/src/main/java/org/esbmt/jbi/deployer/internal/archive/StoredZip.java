package org.esbmt.jbi.deployer.internal.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.SortedMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Zip files whose bytes depend on their entries alone. Nothing is compressed, since the output of a compressor may
 * change with an update of Java.
 */
public final class StoredZip {
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 2, 1, 0, 0);

    private StoredZip() {}

    /** The entries by name. */
    public static byte[] of(SortedMap<String, byte[]> entries) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Map.Entry<String, byte[]> file : entries.entrySet()) {
                CRC32 checksum = new CRC32();
                checksum.update(file.getValue());
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(TIME);
                entry.setSize(file.getValue().length);
                entry.setCrc(checksum.getValue());
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
