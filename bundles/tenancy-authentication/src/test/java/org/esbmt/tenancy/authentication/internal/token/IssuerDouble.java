package org.esbmt.tenancy.authentication.internal.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.message.security.api.TokenKey;
import org.esbmt.tenancy.api.TokenAlgorithm;

/** An issuer with an RSA key and keys on two curves. Its tokens are made by the library of Nimbus. */
public final class IssuerDouble {
    public static final String AUDIENCE = "https://bus.example/acme";

    private final String identifier;
    private final KeyPair rsa;
    private final KeyPair p256;
    private final KeyPair p384;

    public IssuerDouble(String identifier) throws GeneralSecurityException {
        this.identifier = identifier;
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        this.rsa = generator.generateKeyPair();
        this.p256 = curve("secp256r1");
        this.p384 = curve("secp384r1");
    }

    private static KeyPair curve(String name) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(name));
        return generator.generateKeyPair();
    }

    public KeyPair rsa() {
        return rsa;
    }

    KeyPair p256() {
        return p256;
    }

    /** The registration with every algorithm. */
    public TokenIssuer registration() {
        return registration(Set.of(TokenAlgorithm.values()));
    }

    public TokenIssuer registration(Set<TokenAlgorithm> algorithms) {
        return new TokenIssuer(
                "login",
                identifier,
                AUDIENCE,
                algorithms,
                "{}",
                List.of(key("rsa", rsa.getPublic()), key("p256", p256.getPublic()), key("p384", p384.getPublic())));
    }

    private static TokenKey key(String id, PublicKey key) {
        return new TokenKey(id, Optional.empty(), key);
    }

    /** The claims of a good token. */
    public JWTClaimsSet.Builder claims(String subject, Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(identifier)
                .subject(subject)
                .audience(AUDIENCE)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofHours(1))));
    }

    /** A good token, signed with the RSA key. */
    public String token(String subject, Instant now) throws JOSEException {
        return token(claims(subject, now).build());
    }

    public String token(JWTClaimsSet claims) throws JOSEException {
        return token(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("rsa").build(), claims);
    }

    String token(JWSHeader header, JWTClaimsSet claims) throws JOSEException {
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer(header.getAlgorithm()));
        return token.serialize();
    }

    private JWSSigner signer(JWSAlgorithm algorithm) throws JOSEException {
        return Map.<JWSAlgorithm, JWSSigner>of(
                        JWSAlgorithm.ES256, new ECDSASigner((ECPrivateKey) p256.getPrivate()),
                        JWSAlgorithm.ES384, new ECDSASigner((ECPrivateKey) p384.getPrivate()))
                .getOrDefault(algorithm, new RSASSASigner(rsa.getPrivate()));
    }
}
