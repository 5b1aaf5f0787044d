package org.esbmt.tenancy.authentication.internal;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Credentials that were refused, by the source that they came from: a client that goes on with an old password repeats
 * itself, and guesses nothing. Kept with what they were refused by, so that a repetition of it needs no hash. Any thread;
 * memory is bounded, the least recently seen are forgotten.
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

    /** The digest of what the credential was refused by, if it was refused to this source lately. */
    synchronized Optional<byte[]> refusedBy(Source source, ByteBuffer credential) {
        return Optional.ofNullable(refused.get(new Key(source, credential)));
    }
}
