package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.files.api.OwnerOnly;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive.Trust;
import org.esbmt.jbi.deployer.internal.archive.AssemblyDescriptor;
import org.esbmt.management.api.DeploymentException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of this node's assemblies: {@code records/} lists the deployed ones, {@code content/} has their bundles and
 * unpacked units. A deployment exists as soon as its record exists. Content without a record is left from a crash and
 * is removed at the next start. Only the user of the bus has access to the files ({@link OwnerOnly}). Threads: any. One
 * thread at a time changes the content of an assembly; any thread changes its record.
 */
final class AssemblyStore {
    private static final Logger LOG = LoggerFactory.getLogger(AssemblyStore.class);
    private static final String RECORD = ".properties";
    private static final String BUNDLE = "assembly.jar";
    private static final String UNITS = "units";
    private static final String ORIGINAL = "original.zip";

    private final Path records;
    private final Path contents;
    private final DurableRecords writer = new DurableRecords();
    private final KeyLocks locks = new KeyLocks();

    AssemblyStore(Path folder) throws IOException {
        Path root = DurableFiles.folder(folder.toAbsolutePath().normalize());
        // Builds before this rule left files that every user may read.
        OwnerOnly.closeTree(root.toRealPath());
        this.records = DurableFiles.folder(root.resolve("records"));
        this.contents = DurableFiles.folder(root.resolve("content"));
    }

    /** The records found at a start. */
    record Found(List<AssemblyRecord> records, boolean complete) {}

    /**
     * Reads the records and removes content without a record.
     *
     * @return not complete if a record cannot be read: then the absence of a record proves nothing
     */
    Found recover() throws IOException {
        List<AssemblyRecord> found = new ArrayList<>();
        boolean complete = true;
        for (Path file : list(records)) {
            if (!file.getFileName().toString().endsWith(RECORD)) {
                Files.deleteIfExists(file);
                continue;
            }
            try {
                found.add(AssemblyRecord.of(Files.readAllBytes(file)));
            } catch (IOException e) {
                complete = false;
                LOG.error(
                        "The record {} of a deployed assembly cannot be read, so the assembly is not deployed: restore the"
                                + " file from a backup, or delete it and deploy the assembly again.",
                        file,
                        e);
            }
        }
        if (complete) {
            Set<String> named = new HashSet<>();
            found.forEach(record -> named.addAll(record.contents()));
            for (Path folder : list(contents)) {
                if (!named.contains(folder.getFileName().toString())) {
                    LOG.info("Removing {}, left by an incomplete deployment.", folder);
                    DurableFiles.deleteTree(folder);
                }
            }
        }
        return new Found(found, complete);
    }

    /**
     * Unpacks an archive into a new folder. The folder stays only if a record names it later.
     *
     * @param owner the owner of the units
     */
    String addContent(AssemblyKey key, Owner owner, AssemblyArchive archive) throws IOException, DeploymentException {
        String content = UUID.randomUUID().toString();
        Path folder = DurableFiles.folder(contents.resolve(content));
        try {
            DurableFiles.write(folder.resolve(ORIGINAL), out -> out.write(archive.original()));
            DurableFiles.write(folder.resolve(BUNDLE), out -> AssemblyBundle.write(key, archive, out));
            // The units are written again at each start, so only these two files must be durable.
            unpack(owner, archive, folder.resolve(UNITS));
            return content;
        } catch (IOException | DeploymentException | RuntimeException e) {
            removeContent(content);
            throw e;
        }
    }

    /** Writes the units' folders again: a power failure may have left files without their content. */
    void rebuildUnits(Owner owner, String content, AssemblyArchive archive) throws IOException, DeploymentException {
        Path units = contents.resolve(content).resolve(UNITS);
        DurableFiles.deleteTree(units);
        unpack(owner, archive, units);
    }

    private static void unpack(Owner owner, AssemblyArchive archive, Path units)
            throws IOException, DeploymentException {
        OwnerOnly.folder(units);
        for (AssemblyDescriptor.Unit unit : archive.descriptor().units()) {
            Path folder = units.resolve(unit.name());
            archive.unpack(unit, folder);
            if (owner.tenant().isPresent()) {
                ServiceUnitOwner.write(folder, owner);
            }
        }
        OwnerOnly.closeTree(units);
    }

    /** Reads the archive from the bundle made from it. */
    AssemblyArchive archive(String content, Trust trust) throws IOException, DeploymentException {
        try (InputStream in = Files.newInputStream(bundle(content))) {
            return AssemblyArchive.read(in, trust, ArchiveLimits.OWN);
        }
    }

    /** The original archive; earlier builds did not keep it. */
    Optional<byte[]> original(String content) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(contents.resolve(content).resolve(ORIGINAL)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    Path bundle(String content) {
        return contents.resolve(content).resolve(BUNDLE);
    }

    Path unit(String content, String unit) {
        return contents.resolve(content).resolve(UNITS).resolve(unit);
    }

    /** Returns after the deployment, or its change, is durable. */
    void put(AssemblyRecord record) throws IOException {
        locks.exclusively(record.key(), () -> {
            writer.put(file(record.key()), record.toBytes(), record.contents());
            return null;
        });
    }

    /**
     * Records a desired state, unless the assembly was removed or changed to another version meanwhile. That change has
     * recorded its own desired state.
     *
     * @param record of the version that the desired state is for
     */
    void want(AssemblyRecord record) throws IOException {
        locks.exclusively(record.key(), () -> {
            Path file = file(record.key());
            if (Files.exists(file)) {
                AssemblyRecord there = AssemblyRecord.of(Files.readAllBytes(file));
                if (there.content().equals(record.content())) {
                    put(there.wanting(record.desired()));
                }
            }
            return null;
        });
    }

    void remove(AssemblyKey key) throws IOException {
        locks.exclusively(key, () -> {
            writer.remove(file(key));
            return null;
        });
    }

    /** Removes content. Content that cannot be removed now, or that a record may name, is removed at the next start. */
    void removeContent(String content) {
        if (writer.mayName(content)) {
            return;
        }
        try {
            DurableFiles.deleteTree(contents.resolve(content));
        } catch (IOException e) {
            LOG.warn("The folder {} cannot be removed; the next start tries again.", contents.resolve(content), e);
        }
    }

    private Path file(AssemblyKey key) {
        return records.resolve(key.fileName() + RECORD);
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
