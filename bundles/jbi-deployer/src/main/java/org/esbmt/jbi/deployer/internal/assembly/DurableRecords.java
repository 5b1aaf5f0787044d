package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.files.api.DurableFiles;

/**
 * Writes records, which name content that they need, and knows what content a record may name whose writing came to no
 * clear end. Threads: any; one at a time for one record.
 */
public final class DurableRecords {
    private final Map<Path, Set<String>> inDoubt = new ConcurrentHashMap<>();

    /**
     * The record is durable when this returns.
     *
     * @param contents what it names
     * @throws IOException if it is not; then what was there is there, or {@link #mayName} knows of the contents
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
     * The record is gone for good when this returns.
     *
     * @throws IOException if it is not, or may not be
     */
    public void remove(Path file) throws IOException {
        DurableFiles.delete(file);
        inDoubt.remove(file);
    }

    /** Whether the next start may find a record that names the content, although its writing failed. */
    public boolean mayName(String content) {
        return inDoubt.values().stream().anyMatch(contents -> contents.contains(content));
    }
}
