package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantKeyMaterial.Owner;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.tenant.keys.internal.seal.Sealer.CannotOpenException;
import org.esbmt.tenant.keys.internal.seal.Sealer.MissingSealingKeyException;
import org.junit.jupiter.api.Test;

class SealerTest {
    private static final byte[] VALUE = "the private key".getBytes(UTF_8);
    private static final String LINE = SealingKeys.generatedLine();

    private final UUID registry = UUID.randomUUID();
    private final TenantId acme = new TenantId(UUID.randomUUID());
    private final TenantId globex = new TenantId(UUID.randomUUID());
    private final TenantKeyId key = new TenantKeyId(UUID.randomUUID());
    private final Sealer sealer = new Sealer(registry, SealingKeys.parse(LINE));
    private final SealedPlace place = SealedPlace.of(new Owner(acme, key, KeyPurpose.DECRYPT));

    @Test
    void aSealedValueOpensInItsPlace() throws Exception {
        SealedValue sealed = sealer.seal(place, VALUE);
        assertThat(sealer.open(place, sealed)).isEqualTo(VALUE);
        assertThat(new Sealer(registry, SealingKeys.parse(LINE)).open(place, sealed))
                .as("on another node")
                .isEqualTo(VALUE);
    }

    @Test
    void aSealedValueHasNothingOfTheValueAndIsAnotherEachTime() {
        SealedValue one = sealer.seal(place, VALUE);
        assertThat(new String(one.bytes().bytes(), UTF_8)).doesNotContain("private");
        assertThat(one).isNotEqualTo(sealer.seal(place, VALUE));
    }

    @Test
    void aRowThatIsMovedToAnotherTenantPurposeKeyOrRegistryDoesNotOpen() {
        SealedValue sealed = sealer.seal(place, VALUE);
        for (SealedPlace other : List.of(
                SealedPlace.of(new Owner(globex, key, KeyPurpose.DECRYPT)),
                SealedPlace.of(new Owner(acme, key, KeyPurpose.SIGN)),
                SealedPlace.of(new Owner(acme, key, KeyPurpose.TLS)),
                SealedPlace.of(new Owner(acme, new TenantKeyId(UUID.randomUUID()), KeyPurpose.DECRYPT)),
                SealedPlace.of(acme, new KeyName(key.toString()), Optional.empty()))) {
            assertThatExceptionOfType(CannotOpenException.class)
                    .as(other.toString())
                    .isThrownBy(() -> sealer.open(other, sealed));
        }
        assertThatExceptionOfType(CannotOpenException.class)
                .as("another registry")
                .isThrownBy(() -> new Sealer(UUID.randomUUID(), SealingKeys.parse(LINE)).open(place, sealed));
    }

    @Test
    void aSecretUnderAnotherNameDoesNotOpen() {
        SealedValue sealed = sealer.seal(SealedPlace.of(acme, new KeyName("back-end"), Optional.empty()), VALUE);
        assertThatExceptionOfType(CannotOpenException.class)
                .isThrownBy(() -> sealer.open(SealedPlace.of(acme, new KeyName("other"), Optional.empty()), sealed));
    }

    @Test
    void aSecretOpensForNoOtherDestinationUserOrKind() throws Exception {
        KeyName name = new KeyName("back-end");
        SecretUse use = use(SecretKind.PASSWORD, Optional.of("orders"), "orders.example.com", 443);
        SealedValue sealed = sealer.seal(SealedPlace.of(acme, name, Optional.of(use)), VALUE);
        assertThat(sealer.open(SealedPlace.of(acme, name, Optional.of(use)), sealed))
                .isEqualTo(VALUE);
        for (Optional<SecretUse> other : List.of(
                Optional.<SecretUse>empty(),
                Optional.of(use(SecretKind.PASSWORD, Optional.of("orders"), "evil.example.com", 443)),
                Optional.of(use(SecretKind.PASSWORD, Optional.of("orders"), "orders.example.com", 44)),
                Optional.of(use(SecretKind.PASSWORD, Optional.of("admin"), "orders.example.com", 443)),
                Optional.of(use(SecretKind.PASSWORD, Optional.empty(), "orders.example.com", 443)),
                Optional.of(use(SecretKind.BEARER, Optional.empty(), "orders.example.com", 443)))) {
            assertThatExceptionOfType(CannotOpenException.class)
                    .as("%s", other)
                    .isThrownBy(() -> sealer.open(SealedPlace.of(acme, name, other), sealed));
        }
    }

    private static SecretUse use(SecretKind kind, Optional<String> user, String host, int port) {
        return new SecretUse(kind, user, new Destination(host, port));
    }

    @Test
    void eachChangedByteIsDetected() {
        byte[] bytes = sealer.seal(place, VALUE).bytes().bytes();
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            SealedValue forged = new SealedValue(1, OpaqueBytes.of(changed));
            assertThatExceptionOfType(CannotOpenException.class).isThrownBy(() -> sealer.open(place, forged));
        }
        SealedValue cut = new SealedValue(1, OpaqueBytes.of(new byte[] {1, 2, 3}));
        assertThatExceptionOfType(CannotOpenException.class).isThrownBy(() -> sealer.open(place, cut));
    }

    @Test
    void anotherSealingKeyDoesNotOpen() {
        SealedValue sealed = sealer.seal(place, VALUE);
        Sealer other = new Sealer(registry, SealingKeys.parse(SealingKeys.generatedLine()));
        assertThatExceptionOfType(CannotOpenException.class).isThrownBy(() -> other.open(place, sealed));
    }

    @Test
    void theFirstKeyOfTheFileSealsAndAllOpen() throws Exception {
        SealedValue before = sealer.seal(place, VALUE);
        String next = SealingKeys.generatedLine().replaceFirst("1", "2");
        Sealer both = new Sealer(registry, SealingKeys.parse("# two\n\n" + next + "\n" + LINE + "\n"));

        assertThat(both.open(place, before)).isEqualTo(VALUE);
        SealedValue after = both.seal(place, VALUE);
        assertThat(after.generation()).isEqualTo(2);
        assertThatExceptionOfType(MissingSealingKeyException.class)
                .isThrownBy(() -> sealer.open(place, after))
                .withMessage("the file of the sealing keys of this node lacks key 2: copy the file of another node");
    }

    @Test
    void aValueDoesNotPassForOneOfAnotherGeneration() {
        SealedValue sealed = sealer.seal(place, VALUE);
        String same = LINE.replaceFirst("1", "2");
        Sealer both = new Sealer(registry, SealingKeys.parse(same + "\n" + LINE));
        assertThatExceptionOfType(CannotOpenException.class)
                .isThrownBy(() -> both.open(place, new SealedValue(2, sealed.bytes())));
    }

    @Test
    void aFileOfAnotherFormIsRefusedWithoutAKeyInTheMessage() {
        String key = LINE.substring(2);
        for (String text : List.of(
                "",
                "# nothing",
                "x",
                key,
                "0 " + key,
                "-1 " + key,
                "1 " + key.substring(1),
                "1 " + key + "A",
                LINE + "\n" + LINE,
                LINE + "\nx")) {
            assertThatIllegalArgumentException()
                    .as(text)
                    .isThrownBy(() -> SealingKeys.parse(text))
                    .withMessageNotContaining(key.substring(5));
        }
        assertThat(SealingKeys.parse(LINE).toString()).isEqualTo("sealing keys [1]");
    }
}
