package org.esbmt.jbi.deployer.internal.installer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.files.api.OwnerOnly;
import org.esbmt.jbi.deployer.internal.archive.InstallerArchive;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;
import org.esbmt.jbi.deployer.internal.assembly.DurableRecords;
import org.esbmt.management.api.DeploymentException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of this node's installed components and libraries: {@code records/} lists them, {@code content/} has their
 * unpacked archives. These are the install roots of components. A part is installed from the writing of its record
 * until its deletion. Content without a record is left from an installation, and is removed at the next start. Threads:
 * one at a time.
 */
final class PartStore {
    private static final Logger LOG = LoggerFactory.getLogger(PartStore.class);
    private static final String RECORD = ".properties";

    private final Path records;
    private final Path contents;
    private final DurableRecords writer = new DurableRecords();

    PartStore(Path folder) throws IOException {
        Path root = DurableFiles.folder(folder.toAbsolutePath().normalize());
        OwnerOnly.closeTree(root.toRealPath());
        this.records = DurableFiles.folder(root.resolve("records"));
        this.contents = DurableFiles.folder(root.resolve("content"));
    }

    /** Reads the records and, if all can be read, removes content without a record. */
    List<PartRecord> recover() throws IOException {
        List<PartRecord> found = new ArrayList<>();
        boolean complete = true;
        for (Path file : list(records)) {
            if (!file.getFileName().toString().endsWith(RECORD)) {
                Files.deleteIfExists(file);
                continue;
            }
            try {
                found.add(PartRecord.of(Files.readAllBytes(file)));
            } catch (IOException e) {
                complete = false;
                LOG.error(
                        "The record {} of an installed component or library cannot be read, so it is not installed: restore"
                                + " the file from a backup, or delete it and install again.",
                        file,
                        e);
            }
        }
        if (complete) {
            Set<String> named = new HashSet<>();
            found.forEach(record -> named.add(record.content()));
            for (Path folder : list(contents)) {
                if (!named.contains(folder.getFileName().toString())) {
                    LOG.info("Removing {}, left by an incomplete installation.", folder);
                    DurableFiles.deleteTree(folder);
                }
            }
        }
        return found;
    }

    /** Unpacks an archive durably into a new folder. The folder stays only if a record names it later. */
    String addContent(InstallerArchive archive) throws IOException, DeploymentException {
        String content = UUID.randomUUID().toString();
        Path root = DurableFiles.folder(root(content));
        try {
            for (String entry : archive.entries()) {
                Path file = root.resolve(entry).normalize();
                if (!file.startsWith(root) || file.equals(root)) {
                    throw new IOException("an entry leads outside of its folder");
                }
                DurableFiles.folder(file.getParent());
                byte[] bytes = archive.content(entry);
                DurableFiles.write(file, out -> out.write(bytes));
            }
            OwnerOnly.closeTree(root);
            return content;
        } catch (IOException | DeploymentException | RuntimeException e) {
            removeContent(content);
            throw e;
        }
    }

    /** The descriptor in the unpacked archive. */
    InstallerDescriptor descriptor(String content) throws IOException, DeploymentException {
        return InstallerArchive.descriptor(Files.readAllBytes(root(content).resolve("META-INF/jbi.xml")));
    }

    Path root(String content) {
        return contents.resolve(content);
    }

    /** Returns after the installation, or its change, is durable. */
    void put(PartRecord record) throws IOException {
        writer.put(records.resolve(record.fileName() + RECORD), record.toBytes(), List.of(record.content()));
    }

    void remove(PartRecord.Kind kind, String name) throws IOException {
        writer.remove(records.resolve(PartRecord.fileName(kind, name) + RECORD));
    }

    /** Removes content. Content that cannot be removed now, or that a record may name, is removed at the next start. */
    void removeContent(String content) {
        if (writer.mayName(content)) {
            return;
        }
        try {
            DurableFiles.deleteTree(root(content));
        } catch (IOException e) {
            LOG.warn("The folder {} cannot be removed; the next start tries again.", root(content), e);
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(files::add);
        }
        files.sort(null);
        return files;
    }
}
