package org.esbmt.registry.api.configuration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

/**
 * An entry of a chain. {@link #expectedHash} checks all entries of a chain together, without the registry.
 *
 * @param sequence from 1, without gaps
 * @param occurredAt to the microsecond
 * @param formerHash the hash of the entry before; empty in the first entry
 */
public record AuditEntry(
        NewAuditEntry content, long sequence, Instant occurredAt, Optional<Sha256> formerHash, Sha256 hash) {
    public AuditEntry {
        requireNonNull(content, "content");
        requireNonNull(occurredAt, "occurredAt");
        requireNonNull(formerHash, "formerHash");
        requireNonNull(hash, "hash");
    }

    /** The hash that this entry must have. Another hash means that the entry was changed. */
    public Sha256 expectedHash() {
        return hash(content, sequence, occurredAt, formerHash);
    }

    /**
     * SHA-256 over former hash, chain, sequence (8 bytes), time (microseconds since 1970, 8 bytes), the actor's tenant
     * and user, action, object, before, after (UTF-8) and operation, in this order. A length of 4 bytes precedes each
     * field, most significant byte first. An absent field is only the length -1.
     */
    public static Sha256 hash(NewAuditEntry content, long sequence, Instant occurredAt, Optional<Sha256> formerHash) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        field(fields, formerHash.map(Sha256::bytes));
        field(fields, content.chain().value());
        field(fields, sequence);
        field(fields, ChronoUnit.MICROS.between(Instant.EPOCH, occurredAt));
        field(fields, content.actorTenant().value());
        field(fields, content.actor().value());
        field(fields, Optional.of(content.action().getBytes(UTF_8)));
        field(fields, Optional.of(content.object().getBytes(UTF_8)));
        field(fields, content.before().map(text -> text.getBytes(UTF_8)));
        field(fields, content.after().map(text -> text.getBytes(UTF_8)));
        field(fields, content.operation().map(id -> bytes(id.value())));
        return Sha256.of(fields.toByteArray());
    }

    private static void field(ByteArrayOutputStream fields, long value) {
        field(fields, Optional.of(ByteBuffer.allocate(8).putLong(value).array()));
    }

    private static void field(ByteArrayOutputStream fields, UUID value) {
        field(fields, Optional.of(bytes(value)));
    }

    private static void field(ByteArrayOutputStream fields, Optional<byte[]> value) {
        byte[] bytes = value.orElse(new byte[0]);
        int length = value.isPresent() ? bytes.length : -1;
        fields.writeBytes(ByteBuffer.allocate(4).putInt(length).array());
        fields.writeBytes(bytes);
    }

    private static byte[] bytes(UUID value) {
        return ByteBuffer.allocate(16)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits())
                .array();
    }
}
