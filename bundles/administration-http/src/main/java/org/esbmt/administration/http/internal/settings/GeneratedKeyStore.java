package org.esbmt.administration.http.internal.settings;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.esbmt.administration.http.internal.settings.AdministrationHttpSettings.KeyStoreFile;
import org.esbmt.files.api.DurableFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key of a port without a configured key store. It is made at the first start, and made anew before it expires. */
public final class GeneratedKeyStore {
    /** The key store; its owner alone can read it. */
    public static final String FILE = "keystore.p12";
    /** The certificate for clients, in PEM. */
    public static final String CERTIFICATE = "certificate.pem";

    private static final Logger LOG = LoggerFactory.getLogger(GeneratedKeyStore.class);
    private static final Duration RENEWED_BEFORE = Duration.ofDays(60);
    private static final String ALIAS = "administration";
    /** PKCS#12 needs one. The permissions of the file protect the key. */
    private static final String PASSWORD = "generated";

    private GeneratedKeyStore() {}

    /**
     * Finds the key store, or makes it.
     *
     * @param folder created if it is missing
     * @param names host names and addresses under which clients reach the port
     * @throws IOException if the folder cannot be read or written
     */
    public static KeyStoreFile in(Path folder, Collection<String> names) throws IOException {
        Path file = requireNonNull(folder, "folder").resolve(FILE);
        Set<String> needed = new TreeSet<>(names);
        try {
            if (!Files.exists(file) || !isUsable(file, needed)) {
                make(DurableFiles.folder(folder), needed);
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("the key of the administration port cannot be made: " + e.getMessage(), e);
        }
        return new KeyStoreFile(file.toString(), PASSWORD);
    }

    private static boolean isUsable(Path file, Set<String> needed) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(Files.readAllBytes(file)), PASSWORD.toCharArray());
            return store.getKey(ALIAS, PASSWORD.toCharArray()) != null
                    && store.getCertificate(ALIAS) instanceof X509Certificate certificate
                    && certificate
                            .getNotAfter()
                            .toInstant()
                            .isAfter(Instant.now().plus(RENEWED_BEFORE))
                    && names(certificate).containsAll(needed);
        } catch (IOException | GeneralSecurityException e) {
            if (!Files.isReadable(file)) {
                throw new IOException(file + " cannot be read", e);
            }
            LOG.warn("{} is damaged, and is made anew: {}", file, e.getMessage());
            return false;
        }
    }

    private static Set<String> names(X509Certificate certificate) throws GeneralSecurityException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names == null
                ? Set.of()
                : names.stream().map(name -> String.valueOf(name.get(1))).collect(Collectors.toSet());
    }

    private static void make(Path folder, Set<String> names) throws IOException, GeneralSecurityException {
        SelfSignedCertificate made = SelfSignedCertificate.of(names);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                ALIAS, made.key().getPrivate(), PASSWORD.toCharArray(), new Certificate[] {made.certificate()});
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        store.store(bytes, PASSWORD.toCharArray());
        DurableFiles.replace(folder.resolve(FILE), bytes.toByteArray());
        byte[] encoded = made.certificate().getEncoded();
        String pem = "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded)
                + "\n-----END CERTIFICATE-----\n";
        DurableFiles.replace(folder.resolve(CERTIFICATE), pem.getBytes(US_ASCII));
        LOG.info(
                "Made a key and a self-signed certificate for the administration port in {}; SHA-256 of the"
                        + " certificate: {}",
                folder,
                HexFormat.ofDelimiter(":")
                        .withUpperCase()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(encoded)));
    }
}
