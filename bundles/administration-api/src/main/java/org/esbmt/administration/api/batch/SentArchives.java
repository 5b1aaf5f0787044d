package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.tenancy.api.Audit;

/** The archives that were sent with the text of a batch, by their names. Confined to one thread. */
public final class SentArchives {
    private final Map<String, byte[]> archives = new HashMap<>();

    /**
     * Adds an archive.
     *
     * @throws IllegalArgumentException if there is one with the same name
     */
    public void add(String name, byte[] archive) {
        if (archives.put(requireNonNull(name, "name"), requireNonNull(archive, "archive")) != null) {
            throw new IllegalArgumentException("two archives are called '" + Audit.shown(name) + "'");
        }
    }

    /**
     * Reads the batch with these archives.
     *
     * @throws IllegalArgumentException if the text is no valid batch, or names an archive that was not sent. Also for an
     *     archive that no step names: a step lacks it, or is missing
     */
    public Batch read(String text) {
        Set<String> unnamed = new TreeSet<>(archives.keySet());
        Batch batch;
        try {
            batch = BatchText.read(text, name -> {
                byte[] archive = archives.get(name);
                if (archive == null) {
                    throw new FileNotFoundException("the archive '" + Audit.shown(name) + "' was not given");
                }
                unnamed.remove(name);
                return archive;
            });
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (!unnamed.isEmpty()) {
            throw new IllegalArgumentException("no step names the archive '"
                    + Audit.shown(unnamed.iterator().next()) + "'");
        }
        return batch;
    }
}
