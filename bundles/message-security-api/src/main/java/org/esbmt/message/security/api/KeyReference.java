package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * A message's reference to the certificate of a key (WSS X.509 Certificate Token Profile 1.1.1, section 3.2). Equal
 * references are equal objects, so they serve as keys of a map.
 */
public sealed interface KeyReference {

    /**
     * The SHA-1 of the certificate in DER. It only names the certificate.
     *
     * @param sha1 40 hexadecimal digits, lower case
     */
    record Thumbprint(String sha1) implements KeyReference {
        private static final int BYTES = 20;

        public Thumbprint {
            requireNonNull(sha1, "sha1");
            if (sha1.length() != 2 * BYTES) {
                throw new IllegalArgumentException("a thumbprint has " + BYTES + " bytes");
            }
        }

        public static Thumbprint of(byte[] sha1) {
            return new Thumbprint(HexFormat.of().formatHex(sha1));
        }
    }

    /**
     * The value of the certificate's extension of this name.
     *
     * @param identifier the key identifier's bytes in hexadecimal digits, lower case
     */
    record SubjectKeyIdentifier(String identifier) implements KeyReference {
        public SubjectKeyIdentifier {
            requireNonNull(identifier, "identifier");
        }

        public static SubjectKeyIdentifier of(byte[] identifier) {
            return new SubjectKeyIdentifier(HexFormat.of().formatHex(identifier));
        }
    }

    /** The issuer's name and the certificate's serial number. Names are compared as X.500 demands. */
    record IssuerSerial(X500Principal issuer, BigInteger serial) implements KeyReference {
        public IssuerSerial {
            requireNonNull(issuer, "issuer");
            requireNonNull(serial, "serial");
        }
    }

    /** All references by which a message can name this certificate. */
    static List<KeyReference> allOf(X509Certificate certificate) {
        List<KeyReference> all = new ArrayList<>();
        try {
            all.add(Thumbprint.of(MessageDigest.getInstance("SHA-1").digest(certificate.getEncoded())));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the certificate has no DER form", e);
        }
        all.add(new IssuerSerial(certificate.getIssuerX500Principal(), certificate.getSerialNumber()));
        byte[] extension = certificate.getExtensionValue(SubjectKeyIdentifierExtension.OID);
        if (extension != null) {
            SubjectKeyIdentifierExtension.read(extension).ifPresent(i -> all.add(SubjectKeyIdentifier.of(i)));
        }
        return List.copyOf(all);
    }
}
