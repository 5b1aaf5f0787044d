package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code data/health} for {@code bin/start} and {@code bin/status}. Its first line names the process and the
 * state; each other line is a finding. Confined to one thread.
 */
final class HealthFile {
    private static final Logger LOG = LoggerFactory.getLogger(HealthFile.class);

    private final Path file;
    private String written = "";

    HealthFile(Path file) {
        this.file = requireNonNull(file, "file");
    }

    /** Replaces the file atomically if its text has changed: a reader never sees half of it. */
    void write(NodeState state, Collection<Finding> findings) {
        StringBuilder text = new StringBuilder()
                .append(ProcessHandle.current().pid())
                .append(' ')
                .append(state)
                .append('\n');
        findings.forEach(finding -> text.append(finding).append('\n'));
        if (written.contentEquals(text)) {
            return;
        }
        Path whole = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(whole, text);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.error("{} cannot be written, so bin/start and bin/status show an old state: {}", file, e.toString());
        }
        written = text.toString();
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be deleted and shows an old state.", file, e);
        }
    }
}
