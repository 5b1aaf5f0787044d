package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.crypto.SecretKey;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvenSourcesTest {
    private static final TenantId ACME = new TenantId(new UUID(1, 1));
    private static final TenantId GLOBEX = new TenantId(new UUID(2, 2));
    private static final Source OFFICE = new Source(0xc6336407L, false);

    @TempDir
    Path data;

    private final SecretKey key = Pepper.generate().keyOfSources();
    private Path file;

    @BeforeEach
    void name() {
        file = data.resolve("authentication").resolve("proven-sources");
    }

    @Test
    void aProvenSourceIsKnownAfterARestartForItsUserAlone() {
        try (ProvenSources sources = open()) {
            assertThat(sources.contains(user(ACME, 1), OFFICE)).isFalse();
            sources.add(user(ACME, 1), OFFICE);
        }

        try (ProvenSources sources = open()) {
            assertThat(sources.contains(user(ACME, 1), OFFICE)).isTrue();
            assertThat(sources.contains(user(ACME, 2), OFFICE)).isFalse();
            assertThat(sources.contains(user(GLOBEX, 1), OFFICE)).isFalse();
            assertThat(sources.contains(user(ACME, 1), new Source(OFFICE.bits(), true)))
                    .isFalse();
            assertThat(sources.contains(user(ACME, 1), new Source(OFFICE.bits() + 1, false)))
                    .isFalse();
        }
    }

    @Test
    void theFileIsForTheOwnerOnlyAndRevealsNoAddress() throws Exception {
        try (ProvenSources sources = open()) {
            sources.add(user(ACME, 1), OFFICE);
        }

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        byte[] address = ByteBuffer.allocate(4).putInt((int) OFFICE.bits()).array();
        assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(new String(address, ISO_8859_1));
    }

    @Test
    void aFileOfAnotherInstallationOrADamagedOneIsBegunAnew() throws Exception {
        try (ProvenSources sources = open()) {
            sources.add(user(ACME, 1), OFFICE);
        }
        byte[] whole = Files.readAllBytes(file);
        byte[] flipped = whole.clone();
        flipped[40] ^= 1;

        assertBegunAnew(new ProvenSources(file, Pepper.generate().keyOfSources()));
        for (byte[] damaged : new byte[][] {flipped, new byte[0], new byte[31], new byte[32], new byte[10_000_000]}) {
            Files.write(file, damaged);
            assertBegunAnew(new ProvenSources(file, key));
        }
    }

    private void assertBegunAnew(ProvenSources damaged) {
        try (ProvenSources sources = damaged.open()) {
            assertThat(sources.contains(user(ACME, 1), OFFICE)).isFalse();
            assertThat(sources.users()).isZero();
            sources.add(user(ACME, 1), OFFICE);
            assertThat(sources.contains(user(ACME, 1), OFFICE)).isTrue();
        }
    }

    @Test
    void aUserHasTheLastSourcesAlone() {
        try (ProvenSources sources = open()) {
            IntStream.range(0, 100).forEach(i -> sources.add(user(ACME, 1), new Source(i, false)));

            assertThat(IntStream.range(0, 100).filter(i -> sources.contains(user(ACME, 1), new Source(i, false))))
                    .containsExactlyElementsOf(IntStream.range(100 - ProvenSources.SOURCES_OF_A_USER, 100)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void aTenantWithManyUsersMakesRoomAndNoOther() {
        try (ProvenSources sources = new ProvenSources(file, key, 100).open()) {
            sources.add(user(GLOBEX, 1), OFFICE);
            IntStream.range(0, 1_000).forEach(i -> sources.add(user(ACME, i), OFFICE));

            assertThat(sources.users()).isEqualTo(100);
            assertThat(sources.contains(user(GLOBEX, 1), OFFICE)).isTrue();
            assertThat(sources.contains(user(ACME, 999), OFFICE)).isTrue();
            assertThat(sources.contains(user(ACME, 0), OFFICE)).isFalse();
        }
    }

    @Test
    void theLargestFileThatIsWrittenIsRead() {
        int users = 50_000;
        try (ProvenSources sources = open()) {
            for (int user = 0; user < users; user++) {
                for (int source = 0; source < ProvenSources.SOURCES_OF_A_USER; source++) {
                    sources.add(user(ACME, user), new Source(source, true));
                }
            }
        }

        try (ProvenSources sources = open()) {
            assertThat(sources.users()).isEqualTo(users);
            assertThat(sources.contains(user(ACME, 0), new Source(0, true))).isTrue();
        }
    }

    @Test
    void aFailedWriteIsRepeated() throws IOException {
        try (ProvenSources sources = open()) {
            Path folder = file.getParent();
            Files.delete(folder);
            Files.writeString(folder, "in the way");
            sources.add(user(ACME, 1), OFFICE);
            sources.save();

            Files.delete(folder);
            Files.createDirectory(folder);
            sources.save();
        }

        try (ProvenSources sources = open()) {
            assertThat(sources.contains(user(ACME, 1), OFFICE)).isTrue();
        }
    }

    private ProvenSources open() {
        return new ProvenSources(file, key).open();
    }

    private static Owner user(TenantId tenant, long number) {
        return new Owner(tenant, new UserId(new UUID(3, number)));
    }
}
