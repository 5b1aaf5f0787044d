package org.esbmt.tenancy.authentication.internal;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Refused credentials, by source. A client that continues with an old password repeats itself, and guesses nothing.
 * Each entry has the digest of the refusing data, so that a repetition needs no hash. Any thread; memory is bounded,
 * the least recently used entries are removed.
 */
final class RefusedCredentials {
    private static final int KEPT = 20_000;

    private final Map<Key, byte[]> refused = new Recent<>(KEPT);

    /** @param credential its digest */
    private record Key(Source source, ByteBuffer credential) {}

    /** Remembers a refusal. */
    synchronized void add(Source source, ByteBuffer credential, byte[] refusedBy) {
        refused.put(new Key(source, credential), refusedBy);
    }

    /** The digest of the data that refused the credential, if it was refused for this source lately. */
    synchronized Optional<byte[]> refusedBy(Source source, ByteBuffer credential) {
        return Optional.ofNullable(refused.get(new Key(source, credential)));
    }
}
