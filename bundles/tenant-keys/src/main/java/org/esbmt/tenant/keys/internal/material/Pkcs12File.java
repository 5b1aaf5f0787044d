package org.esbmt.tenant.keys.internal.material;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.pkcs.ContentInfo;
import org.bouncycastle.asn1.pkcs.EncryptedData;
import org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.Pfx;
import org.bouncycastle.asn1.pkcs.SafeBag;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;

/**
 * A file of PKCS#12 (RFC 7292) with one private key. First it is looked through, so that the cost of its derivations is
 * known before each is made. Then the platform reads it.
 */
final class Pkcs12File {
    private static final int MOST_PARTS = 32;

    private final char[] password;
    private final EncryptionCost cost = new EncryptionCost();

    private Pkcs12File(char[] password) {
        this.password = password;
    }

    /** @throws IllegalArgumentException if the file has another form, or the password is wrong */
    static ReadKey read(byte[] file, char[] password) {
        try {
            new Pkcs12File(password).lookThrough(Pfx.getInstance(file));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(file), password);
            return only(store, password);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the PKCS#12 file does not open with this password", e);
        }
    }

    private void lookThrough(Pfx pfx) throws GeneralSecurityException, IOException {
        if (pfx.getMacData() == null) {
            throw new IllegalArgumentException("the PKCS#12 file is protected by its password");
        }
        cost.add(pfx.getMacData().getIterationCount());
        ASN1Sequence parts = sequence(octets(pfx.getAuthSafe().getContent()));
        if (parts.size() > MOST_PARTS) {
            throw new IllegalArgumentException("a PKCS#12 file has at most " + MOST_PARTS + " parts");
        }
        for (ASN1Encodable each : parts) {
            ContentInfo part = ContentInfo.getInstance(each);
            if (part.getContentType().equals(PKCSObjectIdentifiers.data)) {
                bags(octets(part.getContent()));
            } else if (part.getContentType().equals(PKCSObjectIdentifiers.encryptedData)) {
                EncryptedData encrypted = EncryptedData.getInstance(part.getContent());
                cost.add(encrypted.getEncryptionAlgorithm());
                bags(decrypted(encrypted));
            } else {
                throw new IllegalArgumentException("the PKCS#12 file is protected by its password");
            }
        }
    }

    private static byte[] octets(ASN1Encodable content) {
        return ASN1OctetString.getInstance(content).getOctets();
    }

    private static ASN1Sequence sequence(byte[] encoded) {
        return ASN1Sequence.getInstance(encoded);
    }

    private void bags(byte[] content) {
        for (ASN1Encodable each : sequence(content)) {
            SafeBag bag = SafeBag.getInstance(each);
            if (bag.getBagId().equals(PKCSObjectIdentifiers.pkcs8ShroudedKeyBag)) {
                cost.add(EncryptedPrivateKeyInfo.getInstance(bag.getBagValue()).getEncryptionAlgorithm());
            } else if (!bag.getBagId().equals(PKCSObjectIdentifiers.certBag)) {
                throw new IllegalArgumentException(
                        "a PKCS#12 file has an encrypted private key and certificates alone");
            }
        }
    }

    private byte[] decrypted(EncryptedData encrypted) throws GeneralSecurityException, IOException {
        AlgorithmIdentifier algorithm = encrypted.getEncryptionAlgorithm();
        boolean modern = algorithm.getAlgorithm().equals(PKCSObjectIdentifiers.id_PBES2);
        AlgorithmParameters parameters = AlgorithmParameters.getInstance(
                modern ? "PBES2" : algorithm.getAlgorithm().getId());
        parameters.init(algorithm.getParameters().toASN1Primitive().getEncoded());
        PBEKeySpec spec = new PBEKeySpec(password);
        try {
            SecretKey key = SecretKeyFactory.getInstance("PBE").generateSecret(spec);
            Cipher cipher = Cipher.getInstance(
                    modern ? parameters.toString() : algorithm.getAlgorithm().getId());
            cipher.init(Cipher.DECRYPT_MODE, key, parameters);
            return cipher.doFinal(encrypted.getContent().getOctets());
        } finally {
            spec.clearPassword();
        }
    }

    private static ReadKey only(KeyStore store, char[] password) throws GeneralSecurityException {
        List<String> names = new ArrayList<>();
        for (String name : Collections.list(store.aliases())) {
            if (store.isKeyEntry(name)) {
                names.add(name);
            }
        }
        if (names.size() != 1 || !(store.getKey(names.get(0), password) instanceof PrivateKey key)) {
            throw new IllegalArgumentException("the PKCS#12 file has " + names.size() + " private keys, not one");
        }
        List<X509Certificate> chain = new ArrayList<>();
        Certificate[] certificates = store.getCertificateChain(names.get(0));
        for (Certificate each : certificates == null ? new Certificate[0] : certificates) {
            chain.add((X509Certificate) each);
        }
        return ReadKey.of(key, chain);
    }
}
