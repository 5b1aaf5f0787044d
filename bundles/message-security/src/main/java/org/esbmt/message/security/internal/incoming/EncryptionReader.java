package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;
import static org.esbmt.message.security.internal.xml.Refusal.limitIf;

import java.util.Arrays;
import java.util.List;
import org.esbmt.message.security.api.KeyReference;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.Oaep;
import org.esbmt.message.security.internal.soap.ElementReader;

/** Reads EncryptedKey, ReferenceList and EncryptedData (XML Encryption 1.1, section 3). */
final class EncryptionReader {
    static final int MOST_DATA = 4;
    private static final int LONGEST_KEY = 1024;

    private static final byte[] XENC = bytes(Names.XENC);
    private static final byte[] XENC11 = bytes(Names.XENC11);
    private static final byte[] DS = bytes(Names.DS);
    private static final byte[] ENCRYPTION_METHOD = bytes("EncryptionMethod");
    private static final byte[] DIGEST_METHOD = bytes("DigestMethod");
    private static final byte[] MGF = bytes("MGF");
    private static final byte[] KEY_INFO = bytes("KeyInfo");
    private static final byte[] CIPHER_DATA = bytes("CipherData");
    private static final byte[] CIPHER_VALUE = bytes("CipherValue");
    private static final byte[] REFERENCE_LIST = bytes("ReferenceList");
    private static final byte[] DATA_REFERENCE = bytes("DataReference");
    private static final byte[] ENCRYPTED_DATA = bytes("EncryptedData");
    private static final byte[] ID = bytes("Id");
    private static final byte[] TYPE = bytes("Type");
    private static final byte[] SHA256 = bytes("http://www.w3.org/2001/04/xmlenc#sha256");
    private static final byte[] SHA1 = bytes(Oaep.SHA1_URI);
    private static final byte[] MGF1_SHA1 = bytes(Oaep.MGF1_SHA1_URI);
    private static final byte[] MGF1_SHA256 = bytes(Oaep.MGF1_SHA256_URI);
    private static final byte[] OAEP = bytes(Oaep.URI);
    private static final byte[] OAEP_MGF1P = bytes(Oaep.MGF1P_URI);

    private EncryptionReader() {}

    static boolean isEncryptedData(ElementReader in) {
        return in.is(XENC, ENCRYPTED_DATA);
    }

    /**
     * Reads an EncryptedKey to its end.
     *
     * @param listed receives the identifiers of its ReferenceList
     */
    static WrappedKey encryptedKey(ElementReader in, SecurityProfile profile, List<byte[]> listed)
            throws SecurityRefusedException {
        int at = in.depth();
        byte[] identifier = in.markup().attribute(ID);
        in.one(at, XENC, ENCRYPTION_METHOD);
        Oaep oaep = oaep(in);
        invalidIf(oaep.usesSha1() && !profile.oaepSha1(), "RSA-OAEP has SHA-1 inside.");
        in.one(at, DS, KEY_INFO);
        KeyReference recipient = KeyInfoReader.recipient(in);
        byte[] value = cipherValue(in, at, LONGEST_KEY);
        if (in.child(at)) {
            in.expect(XENC, REFERENCE_LIST);
            referenceList(in, listed);
            in.end(at);
        }
        return new WrappedKey(identifier, oaep, recipient, value);
    }

    /** Reads an EncryptionMethod to its end. A hash that is not named is SHA-1. */
    private static Oaep oaep(ElementReader in) throws SecurityRefusedException {
        int at = in.depth();
        byte[] algorithm = in.algorithm();
        boolean masked = Arrays.equals(algorithm, OAEP_MGF1P);
        invalidIf(!masked && !Arrays.equals(algorithm, OAEP), "A key is wrapped in a way that is not accepted.");
        byte[] hash = null;
        byte[] mask = masked ? MGF1_SHA1 : null;
        while (in.child(at)) {
            if (hash == null && in.is(DS, DIGEST_METHOD)) {
                hash = in.algorithm();
            } else {
                invalidIf(mask != null && !masked, "There are two mask generation functions.");
                in.expect(XENC11, MGF);
                invalidIf(masked && !Arrays.equals(in.algorithm(), MGF1_SHA1), "Two mask generation functions differ.");
                mask = in.algorithm();
            }
            in.end(at + 1);
        }
        boolean sha1 = hash == null || Arrays.equals(hash, SHA1);
        boolean maskSha1 = mask == null || Arrays.equals(mask, MGF1_SHA1);
        if (sha1 && maskSha1) {
            return Oaep.SHA1;
        }
        invalidIf(!Arrays.equals(hash, SHA256), "RSA-OAEP has a hash that is not accepted.");
        invalidIf(!maskSha1 && !Arrays.equals(mask, MGF1_SHA256), "RSA-OAEP has a mask that is not accepted.");
        return maskSha1 ? Oaep.SHA256_MGF1_SHA1 : Oaep.SHA256;
    }

    /** Reads a ReferenceList to its end. */
    static void referenceList(ElementReader in, List<byte[]> listed) throws SecurityRefusedException {
        int at = in.depth();
        invalidIf(!listed.isEmpty(), "There are two lists of references.");
        while (in.child(at)) {
            in.expect(XENC, DATA_REFERENCE);
            limitIf(listed.size() == MOST_DATA, "There are too many DataReferences.");
            listed.add(in.fragment());
            in.end(at + 1);
        }
        invalidIf(listed.isEmpty(), "A list of references is empty.");
    }

    /** Reads an EncryptedData to its end. */
    static EncryptedPart encryptedData(ElementReader in, byte[] type, int longest) throws SecurityRefusedException {
        int at = in.depth();
        int from = in.markup().from();
        invalidIf(!in.markup().attributeIs(TYPE, type), "Encrypted data has a type that is not accepted here.");
        byte[] identifier = in.markup().attribute(ID);
        invalidIf(identifier == null, "Encrypted data has no identifier.");
        in.one(at, XENC, ENCRYPTION_METHOD);
        ContentCipher cipher = ContentCipher.of(in.algorithm())
                .orElseThrow(() -> invalid("Content is encrypted in a way that is not accepted."));
        in.end(at + 1);
        in.one(at, DS, KEY_INFO);
        byte[] key = KeyInfoReader.contentKey(in);
        byte[] content = cipherValue(in, at, longest);
        invalidIf(!cipher.acceptsLength(content.length), "Encrypted content is too short.");
        in.end(at);
        return new EncryptedPart(
                identifier, key, cipher, content, from, in.markup().to());
    }

    private static byte[] cipherValue(ElementReader in, int parent, int longest) throws SecurityRefusedException {
        in.one(parent, XENC, CIPHER_DATA);
        in.one(parent + 1, XENC, CIPHER_VALUE);
        byte[] value = in.base64(longest);
        in.end(parent + 1);
        return value;
    }
}
