package org.esbmt.tenant.keys.internal.material;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.message.security.api.TokenKey;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.TokenKeys;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** JWK sets of issuers: public keys for signatures, and nothing else. */
class JwkSetsTest {
    private static final Set<TokenAlgorithm> ALL = EnumSet.allOf(TokenAlgorithm.class);

    private static KeyPair rsa;
    private static KeyPair p256;
    private static KeyPair ed25519;

    @BeforeAll
    static void generate() throws GeneralSecurityException {
        rsa = rsa(2_048);
        p256 = ec("secp256r1");
        ed25519 = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    private static KeyPair rsa(int bits) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(new RSAKeyGenParameterSpec(bits, RSAKeyGenParameterSpec.F4));
        return generator.generateKeyPair();
    }

    private static KeyPair ec(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    private static String jwk(KeyPair pair, String id) {
        return rsaKey(pair).keyID(id).build().toJSONString();
    }

    private static RSAKey.Builder rsaKey(KeyPair pair) {
        return new RSAKey.Builder((RSAPublicKey) pair.getPublic());
    }

    private static String ecJwk(KeyPair pair, Curve curve, String id) {
        return new ECKey.Builder(curve, (ECPublicKey) pair.getPublic())
                .keyID(id)
                .build()
                .toJSONString();
    }

    private static String edJwk(String id) {
        byte[] encoded = ed25519.getPublic().getEncoded();
        byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
        return new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point))
                .keyID(id)
                .build()
                .toJSONString();
    }

    private static String set(String... keys) {
        return "{\"keys\":[" + String.join(",", keys) + "]}";
    }

    private static void refused(String reason, String text) {
        refused(reason, text, ALL);
    }

    private static void refused(String reason, String text, Set<TokenAlgorithm> algorithms) {
        assertThatIllegalArgumentException()
                .as(text)
                .isThrownBy(() -> JwkSets.checked(text, algorithms))
                .withMessageContaining(reason);
        assertThatIllegalArgumentException().isThrownBy(() -> JwkSets.read(text, algorithms));
    }

    @Test
    void publicKeysOfEachKindAreReadAndVerify() throws Exception {
        String text = set(jwk(rsa, "r"), ecJwk(p256, Curve.P_256, "e"), edJwk("d"));
        TokenKeys checked = JwkSets.checked(text, ALL);
        assertThat(checked.keyIds()).containsExactly("r", "e", "d");

        List<TokenKey> keys = JwkSets.read(checked.jwkSet(), ALL);

        assertThat(keys).extracting(TokenKey::id).containsExactly("r", "e", "d");
        assertThat(keys.get(0).key()).isEqualTo(rsa.getPublic());
        assertThat(keys.get(1).key()).isEqualTo(p256.getPublic());
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(ed25519.getPrivate());
        signer.update((byte) 1);
        byte[] signed = signer.sign();
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(keys.get(2).key());
        verifier.update((byte) 1);
        assertThat(verifier.verify(signed)).isTrue();
    }

    @Test
    void aPrivateOrSymmetricKeyIsRefused() throws JOSEException {
        String privateRsa = new RSAKey.Builder((RSAPublicKey) rsa.getPublic())
                .privateKey((RSAPrivateKey) rsa.getPrivate())
                .keyID("r")
                .build()
                .toJSONString();
        String reason = "no private and no symmetric keys";
        refused(reason, set(privateRsa));
        refused(reason, set(jwk(rsa, "r").replace("{", "{\"p\":\"AQAB\",")));
        refused(reason, set(edJwk("d").replace("{", "{\"d\":\"AQAB\",")));
        refused(
                reason,
                set(jwk(rsa, "r"), "{\"kty\":\"oct\",\"kid\":\"s\",\"k\":\"AyM1SysPpbyDfgZld3umj1qzKObwVMko\"}"));
        refused(reason, set("{\"kty\":\"oct\",\"kid\":\"s\"}"));
    }

    @Test
    void weakAndForeignKeysAreRefused() throws Exception {
        refused("an RSA key has 2048 to 4096 bits", set(jwk(rsa(1_024), "r")));
        refused("RSA or EC on P-256 or P-384", set(ecJwk(ec("secp521r1"), Curve.P_521, "e")));
        refused("Ed25519", set(edJwk("d").replace("Ed25519", "Ed448")));
        refused("no JWK set", set("{\"kty\":\"EC\",\"crv\":\"P-256\",\"kid\":\"e\",\"x\":\"AQ\",\"y\":\"AQ\"}"));
        refused("no JWK set", set("{\"kty\":\"unknown\",\"kid\":\"u\"}"));
        refused("exponent", set(jwk(rsa, "r").replace("AQAB", "Aw")));
    }

    @Test
    void eachKeyHasAnIdentifierOfItsOwn() {
        refused("the same kid", set(jwk(rsa, "same"), edJwk("same")));
        refused("a kid of 1 to 255", set(rsaKey(rsa).build().toJSONString()));
        refused("a kid of 1 to 255", set(jwk(rsa, "x".repeat(256))));
        refused("a kid of 1 to 255", set(jwk(rsa, "a\nb")));
    }

    @Test
    void aKeyIsForSignaturesByAnAllowedAlgorithm() {
        refused(
                "not for signatures",
                set(rsaKey(rsa).keyID("r").keyUse(KeyUse.ENCRYPTION).build().toJSONString()));
        refused("none of the issuer's algorithms", set(jwk(rsa, "r")), EnumSet.of(TokenAlgorithm.ES256));
        refused(
                "none of the issuer's algorithms",
                set(ecJwk(p256, Curve.P_256, "e")),
                EnumSet.of(TokenAlgorithm.ES384));
        String ps256 =
                rsaKey(rsa).keyID("r").algorithm(JWSAlgorithm.PS256).build().toJSONString();
        refused("none of the issuer's algorithms", set(ps256), EnumSet.of(TokenAlgorithm.RS256));
        assertThat(JwkSets.read(set(ps256), ALL).get(0).algorithm()).isEqualTo(Optional.of(TokenAlgorithm.PS256));
        for (String algorithm : List.of("HS256", "none", "RSA-OAEP", "ES256K")) {
            refused("a token's algorithm is one of", set(ps256.replace("PS256", algorithm)));
        }
        refused("none of the issuer's algorithms", set(ps256.replace("PS256", "ES256")));
    }

    @Test
    void otherTextsAreRefused() {
        for (String text : List.of(
                "garbage",
                "[]",
                "{}",
                "null",
                "{\"keys\":7}",
                "{\"keys\":[7]}",
                "{\"keys\":[null]}",
                "{\"keys\":[{}]}",
                "{\"keys\":[{\"kty\":7}]}",
                jwk(rsa, "r"),
                "[".repeat(20_000),
                "{\"keys\":".repeat(3_000))) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> JwkSets.checked(text, ALL));
        }
        refused("1 to 20 keys", "{\"keys\":[]}");
        String[] keys = new String[TenantKeyMaterial.MOST_TOKEN_KEYS + 1];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = edJwk("d" + i);
        }
        refused("1 to 20 keys", set(keys));
        refused("1 to 32768 characters", "");
        refused("1 to 32768 characters", " ".repeat(TenantIssuer.MOST_JWK_SET + 1));
    }

    @Test
    void membersThatPointElsewhereAreNotKept() {
        String text = set(jwk(rsa, "r")
                .replace("{", "{\"x5u\":\"https://evil.example/chain\",\"jku\":\"https://evil.example/keys\","));
        assertThat(JwkSets.checked(text, ALL).jwkSet()).doesNotContain("evil").contains("\"kid\":\"r\"");
    }
}
