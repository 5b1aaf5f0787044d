package org.esbmt.message.security.internal.incoming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.math.BigInteger;
import java.util.Arrays;
import javax.security.auth.x500.X500Principal;
import org.esbmt.message.security.api.KeyReference;
import org.esbmt.message.security.api.KeyReference.IssuerSerial;
import org.esbmt.message.security.api.KeyReference.SubjectKeyIdentifier;
import org.esbmt.message.security.api.KeyReference.Thumbprint;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;

/**
 * Reads a KeyInfo with a SecurityTokenReference (WSS SOAP Message Security 1.1.1, section 7). It names a certificate or
 * a key of this message; references that lead elsewhere, or bring a bare key, are refused.
 */
final class KeyInfoReader {
    static final int LONGEST_CERTIFICATE = 12 * 1024;
    private static final int LONGEST_IDENTIFIER = 256;
    private static final int LONGEST_NAME = 1024;
    private static final int LONGEST_SERIAL = 64;
    private static final int THUMBPRINT_BYTES = 20;
    private static final int LONGEST_KEY_IDENTIFIER = 64;

    private static final byte[] WSSE = bytes(Names.WSSE);
    private static final byte[] WSSE11 = bytes(Names.WSSE11);
    private static final byte[] DS = bytes(Names.DS);
    private static final byte[] TOKEN_REFERENCE = bytes("SecurityTokenReference");
    private static final byte[] REFERENCE = bytes("Reference");
    private static final byte[] KEY_IDENTIFIER = bytes("KeyIdentifier");
    private static final byte[] VALUE_TYPE = bytes("ValueType");
    private static final byte[] ENCODING_TYPE = bytes("EncodingType");
    private static final byte[] X509_DATA = bytes("X509Data");
    private static final byte[] ISSUER_SERIAL = bytes("X509IssuerSerial");
    private static final byte[] ISSUER_NAME = bytes("X509IssuerName");
    private static final byte[] SERIAL_NUMBER = bytes("X509SerialNumber");
    private static final byte[] BASE64 = bytes(Names.BASE64);
    private static final byte[] TOKEN_TYPE = bytes("TokenType");
    private static final byte[] SAML_ID = bytes(Names.SAML_ID);
    private static final byte[] SAML2_TOKEN = bytes(Names.SAML2_TOKEN);
    private static final byte[] X509V3 = bytes(Names.X509V3);
    private static final byte[] ENCRYPTED_KEY = bytes(Names.ENCRYPTED_KEY_TYPE);
    private static final byte[] THUMBPRINT = bytes(Names.THUMBPRINT);
    private static final byte[] SUBJECT_KEY_IDENTIFIER = bytes(Names.SUBJECT_KEY_IDENTIFIER);

    private KeyInfoReader() {}

    /**
     * Reads a signature's KeyInfo to its end: a reference to a token of this message, the certificate itself, or a reference
     * to a SAML 2.0 assertion of this message (WSS SAML Token Profile 1.1.1, section 3.4).
     */
    static CertificateSource signer(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        in.one(at, WSSE, TOKEN_REFERENCE);
        byte[] tokenType = in.markup().attribute(WSSE11, TOKEN_TYPE);
        invalidIf(!in.child(at + 1), "A SecurityTokenReference is empty.");
        CertificateSource source;
        if (in.is(WSSE, REFERENCE)) {
            valueType(in, X509V3);
            source = CertificateSource.token(in.fragment());
            in.end(at + 2);
        } else if (in.is(WSSE, KEY_IDENTIFIER) && in.markup().attributeIs(VALUE_TYPE, SAML_ID)) {
            invalidIf(!Arrays.equals(tokenType, SAML2_TOKEN), "An assertion is not named as one of SAML 2.0.");
            source = CertificateSource.assertion(in.text(LONGEST_IDENTIFIER));
        } else {
            in.expect(WSSE, KEY_IDENTIFIER);
            invalidIf(!in.markup().attributeIs(VALUE_TYPE, X509V3), "The signer is not named by its certificate.");
            encoding(in);
            source = CertificateSource.embedded(in.base64(LONGEST_CERTIFICATE));
        }
        end(in, at);
        return source;
    }

    /** Reads the KeyInfo of an HMAC to its end: the identifier of a DerivedKeyToken. */
    static byte[] derivedKey(ElementReader in) throws SecurityRefusedException {
        int at = begin(in);
        in.expect(WSSE, REFERENCE);
        byte[] type = in.markup().attribute(VALUE_TYPE);
        invalidIf(type != null && !isDerivedKey(type), "A token has a type that is not accepted.");
        byte[] identifier = in.fragment();
        in.end(at + 2);
        end(in, at);
        return identifier;
    }

    private static boolean isDerivedKey(byte[] type) {
        return Conversation.all().stream().anyMatch(version -> version.isDerivedKeyType(type));
    }

    /** Reads a SecurityTokenReference to its end: the identifier of a SecurityContextToken in this message. */
    static byte[] contextToken(ElementReader in, Conversation version) throws SecurityRefusedException {
        int at = in.depth();
        in.one(at, WSSE, REFERENCE);
        byte[] type = in.markup().attribute(VALUE_TYPE);
        invalidIf(type != null && !version.isTokenType(type), "A token has a type that is not accepted.");
        byte[] identifier = in.fragment();
        in.end(at + 1);
        in.end(at);
        return identifier;
    }

    /** Reads the KeyInfo of encrypted content to its end: the identifier of an EncryptedKey or a DerivedKeyToken. */
    static byte[] contentKey(ElementReader in) throws SecurityRefusedException {
        int at = begin(in);
        in.expect(WSSE, REFERENCE);
        byte[] type = in.markup().attribute(VALUE_TYPE);
        invalidIf(
                type != null && !Arrays.equals(type, ENCRYPTED_KEY) && !isDerivedKey(type),
                "A token has a type that is not accepted.");
        byte[] identifier = in.fragment();
        in.end(at + 2);
        end(in, at);
        return identifier;
    }

    /** Reads the KeyInfo of an EncryptedKey to its end. */
    static KeyReference recipient(ElementReader in) throws SecurityRefusedException {
        int at = begin(in);
        KeyReference reference = in.is(DS, X509_DATA) ? issuerSerial(in) : keyIdentifier(in);
        end(in, at);
        return reference;
    }

    /** Goes to the only child of a SecurityTokenReference. Returns the depth of KeyInfo. */
    private static int begin(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        in.one(at, WSSE, TOKEN_REFERENCE);
        invalidIf(!in.child(at + 1), "A SecurityTokenReference is empty.");
        return at;
    }

    private static void end(ElementReader in, int at) throws SecurityRefusedException {
        in.end(at + 1);
        in.end(at);
    }

    private static KeyReference keyIdentifier(ElementReader in) throws SecurityRefusedException {
        in.expect(WSSE, KEY_IDENTIFIER);
        encoding(in);
        boolean thumbprint = in.markup().attributeIs(VALUE_TYPE, THUMBPRINT);
        invalidIf(
                !thumbprint && !in.markup().attributeIs(VALUE_TYPE, SUBJECT_KEY_IDENTIFIER),
                "A key is named in a way that is not accepted.");
        byte[] value = in.base64(LONGEST_IDENTIFIER);
        invalidIf(
                thumbprint ? value.length != THUMBPRINT_BYTES : value.length > LONGEST_KEY_IDENTIFIER,
                "The identifier of a key has another length.");
        return thumbprint ? Thumbprint.of(value) : SubjectKeyIdentifier.of(value);
    }

    private static KeyReference issuerSerial(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        in.one(at, DS, ISSUER_SERIAL);
        in.one(at + 1, DS, ISSUER_NAME);
        String name = new String(in.text(LONGEST_NAME), UTF_8);
        in.one(at + 1, DS, SERIAL_NUMBER);
        String serial = new String(in.text(LONGEST_SERIAL), UTF_8);
        in.end(at + 1);
        in.end(at);
        try {
            return new IssuerSerial(new X500Principal(unescaped(name)), new BigInteger(serial.strip()));
        } catch (IllegalArgumentException e) {
            throw invalid("The issuer or serial number of a certificate is malformed.");
        }
    }

    /** Replaces the references that names of issuers have; an ampersand comes last. */
    private static String unescaped(String name) {
        return name.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    private static void valueType(ElementReader in, byte[] expected) throws SecurityRefusedException {
        byte[] type = in.markup().attribute(VALUE_TYPE);
        invalidIf(type != null && !Arrays.equals(type, expected), "A token has a type that is not accepted.");
    }

    static void encoding(ElementReader in) throws SecurityRefusedException {
        byte[] encoding = in.markup().attribute(ENCODING_TYPE);
        invalidIf(encoding != null && !Arrays.equals(encoding, BASE64), "A token is not in Base64.");
    }
}
