package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.security.PrivateKey;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.tenancy.api.KeyPurpose;

/**
 * The keys and secrets of one tenant at one moment, without revoked ones. Each result leaves out keys that are past their
 * date by then. Any thread. {@link #toString} shows numbers alone.
 */
public final class KeySet implements DecryptionKeys {
    private static final Comparator<OwnKey> BY_BEGINNING =
            Comparator.comparing(key -> key.certificate().getNotBefore());

    private final List<OwnKey> keys;
    private final Map<KeyReference, OwnKey> forDecryption = new HashMap<>();
    private final Map<String, byte[]> secrets = new HashMap<>();
    private final InstantSource clock;

    /**
     * Copies the secrets.
     *
     * @param secrets the values by name
     */
    public KeySet(List<OwnKey> keys, Map<String, byte[]> secrets, InstantSource clock) {
        this.keys = List.copyOf(keys);
        this.clock = requireNonNull(clock, "clock");
        secrets.forEach((name, value) -> this.secrets.put(name, value.clone()));
        for (OwnKey key : keys) {
            if (key.purpose() == KeyPurpose.DECRYPT) {
                KeyReference.allOf(key.certificate()).forEach(reference -> forDecryption.put(reference, key));
            }
        }
    }

    /** The private key for DECRYPT whose certificate the reference names. The same object for the same key. */
    @Override
    public Optional<PrivateKey> find(KeyReference reference) {
        OwnKey found = forDecryption.get(requireNonNull(reference, "reference"));
        return found != null && found.isUsable(clock.instant()) ? Optional.of(found.key()) : Optional.empty();
    }

    /** The usable keys, CURRENT and FORMER. */
    public List<OwnKey> keys() {
        return keys.stream().filter(key -> key.isUsable(clock.instant())).toList();
    }

    /** The usable key of that name. */
    public Optional<OwnKey> key(String name) {
        return keys().stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** The CURRENT key for something new; of several ones that whose certificate began last. */
    public Optional<OwnKey> current(KeyPurpose purpose) {
        return keys().stream()
                .filter(key -> key.purpose() == purpose && key.isCurrent())
                .max(BY_BEGINNING);
    }

    /** A copy of the secret of that name. */
    public Optional<byte[]> secret(String name) {
        return Optional.ofNullable(secrets.get(name)).map(byte[]::clone);
    }

    @Override
    public String toString() {
        return keys.size() + " keys, " + secrets.size() + " secrets";
    }
}
