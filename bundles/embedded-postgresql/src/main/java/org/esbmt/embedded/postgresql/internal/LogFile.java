package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Bounds the server's log: at most {@code limit} bytes and one older file of about as many. The server keeps its
 * standard error open for appending. The file is therefore copied and truncated, not renamed; lines written between the
 * two steps are lost.
 */
final class LogFile {

    private final Path file;
    private final long limit;

    LogFile(Path file, long limit) {
        this.file = file;
        this.limit = limit;
    }

    void bound() throws IOException {
        if (!Files.exists(file) || Files.size(file) <= limit) {
            return;
        }
        Path older = file.resolveSibling(file.getFileName() + ".1");
        Files.copy(file, older, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }
}
