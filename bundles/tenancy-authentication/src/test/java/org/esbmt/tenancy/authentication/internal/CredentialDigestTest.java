package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class CredentialDigestTest {
    private static final UUID ONE = new UUID(1, 2);
    private static final UUID OTHER = new UUID(2, 1);

    private final CredentialDigest digest = new CredentialDigest();

    @Test
    void everyPartCountsAndNoPartFlowsIntoTheNext() {
        Set<ByteBuffer> digests = new HashSet<>();
        int made = 0;
        for (UUID tenant : List.of(ONE, OTHER)) {
            for (UUID user : List.of(ONE, OTHER)) {
                for (long version : new long[] {0, 1, 256, -1}) {
                    for (String password : List.of("", "\0", "\0\0", "a", "ab", "b", "a\0")) {
                        digests.add(ByteBuffer.wrap(digest.of(credential(tenant, user, password), version)));
                        made++;
                    }
                }
            }
        }
        assertThat(digests).hasSize(made);
    }

    @Test
    void equalCredentialsHaveEqualDigests() {
        assertThat(CredentialDigest.same(
                        digest.of(credential(ONE, OTHER, "password"), 3),
                        digest.of(credential(ONE, OTHER, "password"), 3)))
                .isTrue();
    }

    @Test
    void anotherProcessMakesOtherDigests() {
        assertThat(CredentialDigest.same(
                        digest.of(credential(ONE, OTHER, "password"), 3),
                        new CredentialDigest().of(credential(ONE, OTHER, "password"), 3)))
                .isFalse();
    }

    private static TenantCredential credential(UUID tenant, UUID user, String password) {
        return new TenantCredential(new TenantId(tenant), new UserId(user), password.getBytes(UTF_8));
    }
}
