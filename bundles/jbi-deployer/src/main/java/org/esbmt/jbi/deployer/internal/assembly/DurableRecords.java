package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.files.api.DurableFiles;

/**
 * Writes records that name content. After a write without a clear outcome, it knows the content that a record may name.
 * Threads: any; one at a time for one record.
 */
public final class DurableRecords {
    private final Map<Path, Set<String>> inDoubt = new ConcurrentHashMap<>();

    /**
     * Returns after the record is durable.
     *
     * @param contents the content that the record names
     * @throws IOException otherwise. Then the former record is still there, or {@link #mayName} is true for the
     * contents
     */
    public void put(Path file, byte[] record, Collection<String> contents) throws IOException {
        try {
            DurableFiles.replace(file, record);
        } catch (DurableFiles.InDoubtException e) {
            inDoubt.put(file, Set.copyOf(contents));
            throw e;
        }
        inDoubt.remove(file);
    }

    /**
     * Returns after the record is permanently deleted.
     *
     * @throws IOException if it is not deleted, or may not be
     */
    public void remove(Path file) throws IOException {
        DurableFiles.delete(file);
        inDoubt.remove(file);
    }

    /** True if the next start may find a record that names the content, although its write failed. */
    public boolean mayName(String content) {
        return inDoubt.values().stream().anyMatch(contents -> contents.contains(content));
    }
}
