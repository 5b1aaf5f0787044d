package org.esbmt.testing.saml;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;

/** An issuer of assertions with one key. */
public final class SamlIssuer {
    /** The audience of its assertions. */
    public static final String AUDIENCE = "https://bus.example/acme";

    private final String identifier;
    private final KeyPair key;

    public SamlIssuer(String identifier, KeyPair key) {
        this.identifier = identifier;
        this.key = key;
    }

    /** An issuer with an RSA key of 2,048 bits. */
    public SamlIssuer(String identifier) throws GeneralSecurityException {
        this(identifier, rsa());
    }

    /** An RSA key of 2,048 bits. */
    public static KeyPair rsa() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    /** A key on a curve, such as {@code secp256r1}. */
    public static KeyPair ec(String curve) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(curve));
        return generator.generateKeyPair();
    }

    public String identifier() {
        return identifier;
    }

    public KeyPair key() {
        return key;
    }

    /** A good assertion for its bearer; an hour long from now. */
    public SamlDraft draft(String subject) {
        return new SamlDraft(identifier, subject, key.getPrivate());
    }
}
