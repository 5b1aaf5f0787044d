package org.esbmt.tenancy.authentication.internal.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSAEncrypter;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.message.security.api.TokenKey;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Good tokens of Nimbus, and attacks on their readers: each would succeed without its rule. */
class TokenRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
    private static final String ISSUER = "https://login.example";

    private static IssuerDouble login;
    private static TokenIssuer registered;

    @BeforeAll
    static void makeKeys() throws Exception {
        login = new IssuerDouble(ISSUER);
        registered = login.registration();
    }

    private static VerifiedToken verified(String token, TokenIssuer... issuers) throws TokenRefusedException {
        return TokenRules.verify(CompactToken.read(token), List.of(issuers), NOW);
    }

    private static void assertRefused(String token, String reason) {
        assertRefused(token, reason, registered);
    }

    private static void assertRefused(String token, String reason, TokenIssuer... issuers) {
        assertThatThrownBy(() -> verified(token, issuers))
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageContaining(reason);
    }

    private static JWTClaimsSet.Builder claims() {
        return login.claims("alice", NOW);
    }

    private static JWSHeader.Builder rs256() {
        return new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa");
    }

    /** A token whose JSON is written here, signed with the RSA key of the issuer. */
    private static String handmade(String header, String claims) throws Exception {
        String signed = base64(header) + "." + base64(claims);
        Signature rsa = Signature.getInstance("SHA256withRSA");
        rsa.initSign(login.rsa().getPrivate());
        rsa.update(signed.getBytes(US_ASCII));
        return signed + "." + base64(rsa.sign());
    }

    private static String base64(String text) {
        return base64(text.getBytes(UTF_8));
    }

    private static String base64(byte[] bytes) {
        return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String json(String more) {
        return "{\"iss\":\"" + ISSUER + "\",\"sub\":\"alice\",\"aud\":\"" + IssuerDouble.AUDIENCE + "\",\"exp\":"
                + NOW.plusSeconds(60).getEpochSecond() + more + "}";
    }

    private static final String HEADER = "{\"alg\":\"RS256\",\"kid\":\"rsa\"}";

    // ---- accepted

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384"})
    void tokensOfNimbusAreVerified(String algorithm) throws Exception {
        String key = algorithm.equals("ES256") ? "p256" : algorithm.equals("ES384") ? "p384" : "rsa";
        JWSHeader header =
                new JWSHeader.Builder(JWSAlgorithm.parse(algorithm)).keyID(key).build();
        VerifiedToken token = verified(login.token(header, claims().build()), registered);
        assertThat(token.subject()).isEqualTo(new TokenSubject(ISSUER, "alice"));
        assertThat(token.issuer()).isSameAs(registered);
        assertThat(token.notAfter()).isEqualTo(NOW.plus(Duration.ofMinutes(61)));
        assertRefused(
                login.token(header, claims().build()),
                "algorithm is not allowed",
                login.registration(
                        algorithm.equals("RS256") ? Set.of(TokenAlgorithm.PS256) : Set.of(TokenAlgorithm.RS256)));
    }

    @Test
    void ed25519IsVerified() throws Exception {
        KeyPair edwards = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        TokenIssuer issuer = new TokenIssuer(
                "login",
                ISSUER,
                IssuerDouble.AUDIENCE,
                Set.of(TokenAlgorithm.EdDSA),
                "{}",
                List.of(new TokenKey("ed", Optional.of(TokenAlgorithm.EdDSA), edwards.getPublic())));
        String signed = base64("{\"alg\":\"EdDSA\",\"kid\":\"ed\"}") + "." + base64(json(""));
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(edwards.getPrivate());
        signature.update(signed.getBytes(US_ASCII));
        byte[] bytes = signature.sign();
        assertThat(verified(signed + "." + base64(bytes), issuer).subject().subject())
                .isEqualTo("alice");
        bytes[3] ^= 1;
        assertRefused(signed + "." + base64(bytes), "signature is wrong", issuer);
    }

    @Test
    void theAudienceMayBeOneOfAList() throws Exception {
        verified(
                login.token(claims().audience(List.of("other", IssuerDouble.AUDIENCE))
                        .build()),
                registered);
    }

    @Test
    void typesOfTokensAreChecked() throws Exception {
        for (String type : List.of("JWT", "at+jwt", "application/at+jwt")) {
            verified(login.token(rs256().type(new JOSEObjectType(type)).build(), claims().build()), registered);
        }
        for (String type : List.of("dpop+jwt", "logout+jwt", "secevent+jwt", "JWE", "")) {
            assertRefused(
                    login.token(rs256().type(new JOSEObjectType(type)).build(), claims().build()), "another type");
        }
    }

    // ---- algorithms and keys

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "NONE", "nOnE", ""})
    void noAlgorithmIsNoSignature(String none) throws Exception {
        String header = base64("{\"alg\":\"" + none + "\",\"kid\":\"rsa\"}");
        assertRefused(header + "." + base64(json("")) + ".", "no signature");
        assertRefused(header + "." + base64(json("")) + ".AAAA", "algorithm");
        assertRefused(base64("{\"kid\":\"rsa\"}") + "." + base64(json("")) + ".AAAA", "algorithm");
    }

    @Test
    void aPublicKeyIsNoSecretOfHmac() throws Exception {
        byte[] secret = login.rsa().getPublic().getEncoded();
        String pem = "-----BEGIN PUBLIC KEY-----\n"
                + java.util.Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(secret)
                + "\n-----END PUBLIC KEY-----\n";
        for (byte[] key : List.of(secret, pem.getBytes(US_ASCII))) {
            SignedJWT forged = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("rsa").build(), claims().build());
            forged.sign(new MACSigner(key));
            assertRefused(forged.serialize(), "algorithm");
        }
    }

    @Test
    void aKeyServesItsOwnKindOfAlgorithmAlone() throws Exception {
        String rsa = login.token(claims().build());
        TokenIssuer bound = new TokenIssuer(
                "login",
                ISSUER,
                IssuerDouble.AUDIENCE,
                Set.of(TokenAlgorithm.values()),
                "{}",
                List.of(new TokenKey(
                        "rsa", Optional.of(TokenAlgorithm.PS256), login.rsa().getPublic())));
        assertRefused(rsa, "names no key", bound);
        String[] parts = rsa.split("\\.", -1);
        assertRefused(base64("{\"alg\":\"ES256\",\"kid\":\"rsa\"}") + "." + parts[1] + "." + parts[2], "names no key");
        assertRefused(base64("{\"alg\":\"RS256\",\"kid\":\"p256\"}") + "." + parts[1] + "." + parts[2], "names no key");
    }

    @Test
    void aSignatureOfZerosIsRefused() throws Exception {
        String signed = base64("{\"alg\":\"ES256\",\"kid\":\"p256\"}") + "." + base64(json(""));
        assertRefused(signed + "." + base64(new byte[64]), "signature is wrong");
    }

    @Test
    void aSignatureOfAnotherLengthIsRefused() throws Exception {
        String signed = base64("{\"alg\":\"ES256\",\"kid\":\"p256\"}") + "." + base64(json(""));
        Signature der = Signature.getInstance("SHA256withECDSA");
        der.initSign(login.p256().getPrivate());
        der.update(signed.getBytes(US_ASCII));
        assertRefused(signed + "." + base64(der.sign()), "signature is wrong");
    }

    @Test
    void aKeyIsNeverTakenFromTheToken() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair forger = generator.generateKeyPair();
        JWK jwk = new RSAKey.Builder((RSAPublicKey) forger.getPublic()).build();
        assertRefused(login.token(rs256().jwk(jwk).build(), claims().build()), "parameter jwk");
        assertRefused(
                login.token(
                        rs256().jwkURL(URI.create("http://127.0.0.1:1/keys")).build(), claims().build()),
                "parameter jku");
        assertRefused(
                login.token(
                        rs256().x509CertURL(URI.create("http://127.0.0.1:1/chain"))
                                .build(),
                        claims().build()),
                "parameter x5u");
        assertRefused(
                login.token(
                        rs256().x509CertChain(List.of(Base64.encode(new byte[] {1})))
                                .build(),
                        claims().build()),
                "parameter x5c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../../dev/null",
                "/dev/null",
                "rsa' OR '1'='1",
                "RSA",
                "rsa\\u0000",
                " rsa",
                "http://127.0.0.1:1/rsa",
                "|sleep 5",
                ""
            })
    void aKeyIdentifierIsAValueAmongTheKeysOfTheIssuer(String id) throws Exception {
        assertRefused(handmade("{\"alg\":\"RS256\",\"kid\":\"" + id + "\"}", json("")), "names no key");
    }

    @Test
    void aKeyIdentifierIsText() throws Exception {
        assertRefused(handmade("{\"alg\":\"RS256\",\"kid\":[\"rsa\"]}", json("")), "not text");
        assertRefused(handmade("{\"alg\":\"RS256\",\"kid\":null}", json("")), "not text");
    }

    @Test
    void aTokenWithoutKeyIdentifierNeedsTheOnlyKeyOfItsKind() throws Exception {
        String anonymous = handmade("{\"alg\":\"RS256\"}", json(""));
        verified(anonymous, registered);
        List<TokenKey> two = List.of(
                registered.keys().get(0),
                new TokenKey(
                        "next", Optional.empty(), new IssuerDouble("x").rsa().getPublic()));
        assertRefused(
                anonymous,
                "names no key",
                new TokenIssuer("login", ISSUER, IssuerDouble.AUDIENCE, registered.algorithms(), "{}", two));
    }

    @Test
    void parametersThatMustBeUnderstoodAreRefused() throws Exception {
        assertRefused(handmade("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"crit\":[\"exp\"],\"exp\":1}", json("")), "crit");
        assertRefused(
                handmade("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"b64\":false,\"crit\":[\"b64\"]}", json("")), "b64");
        assertRefused(handmade("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"zip\":\"DEF\"}", json("")), "zip");
        assertRefused(handmade("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"cty\":\"JWT\"}", json("")), "cty");
    }

    // ---- form

    @Test
    void anEncryptedTokenIsRefused() throws Exception {
        JWEObject encrypted = new JWEObject(
                new JWEHeader.Builder(JWEAlgorithm.RSA_OAEP_256, EncryptionMethod.A128GCM).build(),
                new Payload(login.token(claims().build())));
        encrypted.encrypt(new RSAEncrypter((RSAPublicKey) login.rsa().getPublic()));
        assertRefused(encrypted.serialize(), "not a signed token");
    }

    @Test
    void aTooLongTokenIsRefused() throws Exception {
        assertRefused(login.token(claims().claim("x", "y".repeat(8192)).build()), "too long");
    }

    @Test
    void aDoubledNameIsRefusedAtAnyDepth() throws Exception {
        verified(handmade(HEADER, json("")), registered);
        assertRefused(handmade(HEADER, json(",\"sub\":\"bob\"")), "twice");
        assertRefused(handmade(HEADER, json(",\"s\\u0075b\":\"bob\"")), "twice");
        assertRefused(handmade(HEADER, json(",\"exp\":1")), "twice");
        assertRefused(handmade(HEADER, json(",\"x\":{\"a\":1,\"a\":2}")), "twice");
        assertRefused(handmade(HEADER, json(",\"x\":[{\"a\":null,\"a\":null}]")), "twice");
        assertRefused(handmade("{\"alg\":\"RS256\",\"alg\":\"none\",\"kid\":\"rsa\"}", json("")), "twice");
        assertRefused(handmade("{\"alg\":\"RS256\",\"kid\":\"rsa\",\"kid\":\"p256\"}", json("")), "twice");
    }

    @Test
    void textThatReadersUnderstandDifferentlyIsRefused() throws Exception {
        String good = json("");
        for (String bad : List.of(
                good + "{}",
                good + "x",
                good.replace("{", "{/* */"),
                good.replace("\"sub\"", "sub"),
                good.replace("\"", "'"),
                good.substring(0, good.length() - 1) + ",}",
                good.replace("\"alice\"", "\"ali\nce\""),
                good.replace("\"alice\"", "\"ali\\xce\""),
                json(",\"x\":01"),
                json(",\"x\":NaN"),
                json(",\"x\":+1"),
                json(",\"x\":" + "[".repeat(20) + "]".repeat(20)),
                "\uFEFF" + good,
                "[" + good + "]",
                "")) {
            assertRefused(handmade(HEADER, bad), "not well-formed");
        }
        byte[] latin = good.replace("alice", "alic\u00e9").getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertRefused(base64(HEADER) + "." + base64(latin) + ".AAAA", "not well-formed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a.b", "a.b.c.d", "a.b.c.d.e", "=.=.=", "YQ==.YQ==.YQ=="})
    void otherFormsAreRefused(String form) {
        assertThatThrownBy(() -> CompactToken.read(form)).isInstanceOf(TokenRefusedException.class);
    }

    @Test
    void changedBytesAreRefused() throws Exception {
        String token = login.token(claims().build());
        int first = token.indexOf('.');
        String forged = token.substring(0, first + 1)
                + base64(json("").replace("alice", "bob"))
                + token.substring(token.lastIndexOf('.'));
        assertRefused(forged, "signature is wrong");
        assertRefused(token.substring(0, token.lastIndexOf('.') + 1), "no signature");
    }

    // ---- claims

    @Test
    void anotherIssuerIsRefused() throws Exception {
        IssuerDouble other = new IssuerDouble("https://other.example");
        assertRefused(other.token("alice", NOW), "not registered its issuer");
        assertRefused(other.token(claims().build()), "signature is wrong");
        assertRefused(login.token(claims().issuer(ISSUER + "/").build()), "issuer");
        assertRefused(login.token(claims().issuer(null).build()), "issuer");
        assertRefused(login.token("alice", NOW), "issuer", other.registration());
    }

    @Test
    void anotherAudienceIsRefused() throws Exception {
        for (String other : List.of("https://bus.example/globex", IssuerDouble.AUDIENCE + "/", "*", "")) {
            assertRefused(login.token(claims().audience(other).build()), "another audience");
        }
        assertRefused(login.token(claims().audience((String) null).build()), "another audience");
        assertRefused(handmade(HEADER, json("").replace("\"" + IssuerDouble.AUDIENCE + "\"", "{\"a\":1}")), "audience");
    }

    @Test
    void timesAreKeptWithAMinuteOfSkew() throws Exception {
        verified(login.token(claims().expirationTime(at(-60)).build()), registered);
        assertRefused(login.token(claims().expirationTime(at(-61)).build()), "expired");
        verified(login.token(claims().notBeforeTime(at(60)).build()), registered);
        assertRefused(login.token(claims().notBeforeTime(at(61)).build()), "not begun");
        verified(login.token(claims().issueTime(at(60)).build()), registered);
        assertRefused(login.token(claims().issueTime(at(61)).build()), "not begun");
        assertRefused(login.token(claims().expirationTime(null).build()), "no end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2000000000\"", "1e999999999", "-1", "null", "true", "99999999999999999999", "1e10"})
    void aTimeIsANumberOfSeconds(String time) throws Exception {
        String claims = json("").replaceAll("\"exp\":[0-9]+", "\"exp\":" + time);
        assertRefused(handmade(HEADER, claims), "no time");
    }

    @Test
    void aTokenNeedsASubject() throws Exception {
        assertRefused(login.token(claims().subject(null).build()), "subject");
        assertRefused(login.token(claims().subject("").build()), "subject");
        assertRefused(login.token(claims().subject("x".repeat(256)).build()), "subject");
        assertRefused(handmade(HEADER, json("").replace("\"alice\"", "[\"alice\"]")), "subject");
    }

    @ParameterizedTest
    @EnumSource(TokenAlgorithm.class)
    void aTokenWithoutIssuerCostsASignatureToo(TokenAlgorithm algorithm) {
        TokenSignature.verifyInVain(algorithm, new byte[100]);
    }

    private static Date at(int seconds) {
        return Date.from(NOW.plusSeconds(seconds));
    }
}
