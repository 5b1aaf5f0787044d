package org.esbmt.administration.api.batch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The text of a batch with the files that it names. It holds the passwords of the batch.
 *
 * @param text XML as {@code esbmt-batch.xsd} has it
 * @param files the bytes of archives and documents, by the name in the text; callers do not change them
 */
public record WrittenBatch(String text, Map<String, byte[]> files) {
    public WrittenBatch {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    /** Does not show the passwords. */
    @Override
    public String toString() {
        return "a batch of " + text.length() + " characters with the files " + files.keySet();
    }
}
