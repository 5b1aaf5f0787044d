package org.esbmt.transaction.atomikos.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;

/**
 * The committed transactions on the disk. Each has a file from the decision until all its resources have finished. A
 * transaction without a file was never committed and is rolled back (presumed abort). Thread-safe.
 */
final class DecisionLog implements AutoCloseable {
    private final Path folder;
    private final Map<TransactionId, Set<ResourceName>> committed = new HashMap<>();
    /** The transactions with a failed write: after a restart the file may exist or not. */
    private final Set<TransactionId> unknown = new HashSet<>();

    private boolean closed;

    /** @throws IOException if a decision cannot be read; without all decisions no branch may be rolled back */
    DecisionLog(Path folder) throws IOException {
        this.folder = folder;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (!file.toString().endsWith(DurableFiles.UNFINISHED)) {
                    read(file);
                }
            }
        }
    }

    private void read(Path file) throws IOException {
        try {
            Set<ResourceName> resources = new TreeSet<>();
            for (String line : Files.readAllLines(file, UTF_8)) {
                resources.add(new ResourceName(line));
            }
            committed.put(new TransactionId(file.getFileName().toString()), resources);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is not a decision that the bus has written", e);
        }
    }

    /** The last check before a decision is written. */
    @FunctionalInterface
    interface LastLook {
        /**
         * Checks.
         *
         * @throws IOException if the transaction must not be committed
         */
        void take() throws IOException;
    }

    /**
     * Commits: from now on nothing rolls the transaction back.
     *
     * @param resources the prepared resources
     * @param look the check at the moment of the write, since earlier writes may have delayed it
     * @throws IOException if it is not committed; {@link #isUnknown} is true if that is not certain
     */
    synchronized void commit(TransactionId id, Set<ResourceName> resources, LastLook look) throws IOException {
        if (closed) {
            throw new IOException("transactions have been stopped");
        }
        look.take();
        String lines = resources.stream().map(name -> name + "\n").collect(Collectors.joining());
        try {
            DurableFiles.replace(file(id), lines.getBytes(UTF_8));
        } catch (DurableFiles.InDoubtException e) {
            unknown.add(id);
            throw e;
        }
        committed.put(id, Set.copyOf(resources));
    }

    synchronized boolean isCommitted(TransactionId id) {
        return committed.containsKey(id);
    }

    /** True if the disk failed in such a way that only a restart, or {@link #settle}, determines the outcome. */
    synchronized boolean isUnknown(TransactionId id) {
        return unknown.contains(id);
    }

    /** The committed transactions that some resource has not finished, with their resources. */
    synchronized Map<TransactionId, Set<ResourceName>> all() {
        return new HashMap<>(committed);
    }

    /**
     * Deletes the decision after all resources have finished.
     *
     * @throws IOException if it could not be deleted; then recovery queries the resources again after the next start
     */
    synchronized void forget(TransactionId id) throws IOException {
        if (closed) {
            return; // the next life finds nothing left to do
        }
        DurableFiles.delete(file(id));
        committed.remove(id);
    }

    /** Deletes the files of unknown outcomes, which makes them not committed. @return the disk's failure to do so */
    synchronized Optional<IOException> settle() {
        for (TransactionId id : Set.copyOf(unknown)) {
            try {
                if (closed) {
                    throw new IOException("transactions have been stopped");
                }
                DurableFiles.delete(file(id));
                unknown.remove(id);
            } catch (IOException e) {
                return Optional.of(e);
            }
        }
        return Optional.empty();
    }

    /** Prevents all later commits. */
    @Override
    public synchronized void close() {
        closed = true;
    }

    private Path file(TransactionId id) {
        return folder.resolve(id.value());
    }
}
