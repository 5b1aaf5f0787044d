package org.esbmt.jbi.deployer.internal.assembly;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Properties;
import org.esbmt.jbi.deployer.internal.archive.AssemblyArchive;

/**
 * The digests that distinguish the versions of an assembly, in hexadecimal digits.
 *
 * @param original SHA-256 of the archive as it arrived
 * @param rewritten SHA-256 of the archive as rewritten for its tenant; empty for a plain assembly, and for a record of
 *     an earlier build without this digest
 */
record Digests(String original, Optional<String> rewritten) {
    private static final String ORIGINAL = "digest";
    private static final String REWRITTEN = "digest.rewritten";

    Digests {
        requireNonNull(original, "original");
        requireNonNull(rewritten, "rewritten");
    }

    static Digests of(AssemblyArchive archive) {
        return new Digests(archive.digest(), archive.rewrittenDigest());
    }

    /** Reads the result of {@link #put}. */
    static Digests of(Properties record, String prefix) {
        return new Digests(
                AssemblyRecord.value(record, prefix + ORIGINAL),
                Optional.ofNullable(record.getProperty(prefix + REWRITTEN)));
    }

    void put(Properties record, String prefix) {
        record.setProperty(prefix + ORIGINAL, original);
        rewritten.ifPresent(digest -> record.setProperty(prefix + REWRITTEN, digest));
    }
}
