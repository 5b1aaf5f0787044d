package org.esbmt.jbi.deployer.internal.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.esbmt.files.api.DurableFiles;

/** The records of a node, a file for each component. For one thread at a time. */
final class SettingsRecords {
    private final Path folder;

    SettingsRecords(Path folder) throws IOException {
        this.folder = DurableFiles.folder(folder);
    }

    Optional<SettingsRecord> read(String component) throws IOException {
        Path file = folder.resolve(component);
        return Files.exists(file) ? Optional.of(SettingsRecord.of(Files.readAllBytes(file))) : Optional.empty();
    }

    /** Returns after the record is durable; an empty record deletes the file. */
    void write(String component, Optional<SettingsRecord> record) throws IOException {
        Path file = folder.resolve(component);
        if (record.isPresent()) {
            DurableFiles.replace(file, record.get().toBytes());
        } else {
            DurableFiles.delete(file);
        }
    }
}
