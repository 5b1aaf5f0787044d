package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial.Owner;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.tenancy.api.TenantId;

/**
 * The place of a sealed value. A value that is copied to another tenant, key or purpose does not open there.
 *
 * @param purpose of a key; {@code SECRET} for a secret
 * @param name the identifier of a key, the name of a secret
 */
public record SealedPlace(TenantId tenant, String purpose, String name) {
    private static final String FORM = "org.esbmt sealed value 1";
    private static final String SECRET = "SECRET";

    public SealedPlace {
        requireNonNull(tenant, "tenant");
        requireNonNull(purpose, "purpose");
        requireNonNull(name, "name");
    }

    public static SealedPlace of(Owner owner) {
        return new SealedPlace(
                owner.tenant(), owner.purpose().name(), owner.key().toString());
    }

    public static SealedPlace of(TenantKey key) {
        return of(new Owner(key.tenant(), key.id(), key.purpose()));
    }

    public static SealedPlace of(TenantId tenant, KeyName secret) {
        return new SealedPlace(tenant, SECRET, secret.value());
    }

    public static SealedPlace of(TenantSecret secret) {
        return of(secret.tenant(), secret.name());
    }

    /** The additional data of the cipher. The length of each part precedes it, so two places never have the same data. */
    byte[] data(UUID registry, int generation) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (String part :
                new String[] {FORM, registry.toString(), Integer.toString(generation), tenant.toString(), purpose, name
                }) {
            byte[] bytes = part.getBytes(UTF_8);
            data.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            data.writeBytes(bytes);
        }
        return data.toByteArray();
    }
}
