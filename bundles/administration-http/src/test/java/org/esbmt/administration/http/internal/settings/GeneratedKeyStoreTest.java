package org.esbmt.administration.http.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedKeyStoreTest {
    private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1");

    @TempDir
    Path data;

    private Path folder() {
        return data.resolve("keys");
    }

    private X509Certificate certificate() throws Exception {
        try (InputStream pem = Files.newInputStream(folder().resolve(GeneratedKeyStore.CERTIFICATE))) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);
        }
    }

    @Test
    void onlyTheOwnerReadsTheKey() throws Exception {
        Path file = Path.of(GeneratedKeyStore.in(folder(), NAMES).file());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void theCertificateIsForAServerAloneAndForAsLongAsBrowsersPermit() throws Exception {
        GeneratedKeyStore.in(folder(), NAMES);
        X509Certificate certificate = certificate();
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getSigAlgName()).isEqualTo("SHA256withECDSA");
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> name.get(1))
                .map(String::valueOf)
                .containsExactlyInAnyOrderElementsOf(NAMES);
        assertThat(Duration.between(
                        certificate.getNotBefore().toInstant(),
                        certificate.getNotAfter().toInstant()))
                .isBetween(Duration.ofDays(820), Duration.ofDays(825));
        assertThat(certificate.getNotBefore().toInstant()).isBefore(Instant.now());
    }

    @Test
    void theNextStartHasTheSameKey() throws Exception {
        GeneratedKeyStore.in(folder(), NAMES);
        X509Certificate first = certificate();
        GeneratedKeyStore.in(folder(), Set.of("localhost"));
        assertThat(certificate()).isEqualTo(first);
    }

    @Test
    void anotherNameOrADamagedFileNeedsAnotherKey() throws Exception {
        Path file = Path.of(GeneratedKeyStore.in(folder(), NAMES).file());
        X509Certificate first = certificate();
        GeneratedKeyStore.in(folder(), Set.of("localhost", "bus.example"));
        X509Certificate second = certificate();
        assertThat(second).isNotEqualTo(first);
        Files.write(file, new byte[] {1, 2, 3});
        GeneratedKeyStore.in(folder(), Set.of("localhost", "bus.example"));
        assertThat(certificate()).isNotEqualTo(second);
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Path file = Files.createFile(data.resolve("file"));
        assertThatIOException()
                .isThrownBy(() -> GeneratedKeyStore.in(file.resolve("keys"), NAMES))
                .withMessageContaining("file");
    }
}
