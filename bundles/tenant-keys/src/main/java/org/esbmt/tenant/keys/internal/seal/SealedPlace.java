package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial.Owner;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;

/**
 * The place of a sealed value. A value that is copied to another tenant, key, purpose or destination does not open there.
 *
 * @param purpose of a key; {@code SECRET} for a secret
 * @param name the identifier of a key, the name of a secret
 * @param use the use of a secret, in parts; empty for a key, and for a secret without a destination
 */
public record SealedPlace(TenantId tenant, String purpose, String name, List<String> use) {
    private static final String FORM = "org.esbmt sealed value 1";
    private static final String SECRET = "SECRET";

    public SealedPlace {
        requireNonNull(tenant, "tenant");
        requireNonNull(purpose, "purpose");
        requireNonNull(name, "name");
        use = List.copyOf(use);
    }

    public static SealedPlace of(Owner owner) {
        return new SealedPlace(
                owner.tenant(), owner.purpose().name(), owner.key().toString(), List.of());
    }

    public static SealedPlace of(TenantKey key) {
        return of(new Owner(key.tenant(), key.id(), key.purpose()));
    }

    public static SealedPlace of(TenantId tenant, KeyName secret, Optional<SecretUse> use) {
        return new SealedPlace(
                tenant, SECRET, secret.value(), use.map(SealedPlace::parts).orElse(List.of()));
    }

    public static SealedPlace of(TenantSecret secret) {
        return of(secret.tenant(), secret.name(), secret.use());
    }

    /** The number of parts is the same with and without a user name, which is never empty. */
    private static List<String> parts(SecretUse use) {
        return List.of(
                use.kind().name(),
                use.userName().orElse(""),
                use.destination().host(),
                Integer.toString(use.destination().port()));
    }

    /** The additional data of the cipher. The length of each part precedes it, so two places never have the same data. */
    byte[] data(UUID registry, int generation) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        List<String> parts = new ArrayList<>(
                List.of(FORM, registry.toString(), Integer.toString(generation), tenant.toString(), purpose, name));
        parts.addAll(use);
        for (String part : parts) {
            byte[] bytes = part.getBytes(UTF_8);
            data.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            data.writeBytes(bytes);
        }
        return data.toByteArray();
    }
}
