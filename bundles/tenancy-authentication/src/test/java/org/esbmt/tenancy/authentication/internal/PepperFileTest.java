package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.tenancy.authentication.internal.PepperFile.PepperProblem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PepperFileTest {
    @TempDir
    Path etc;

    private final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    private Path file;

    @BeforeEach
    void name() {
        file = etc.resolve("org.esbmt.pepper");
    }

    @Test
    void theFirstStartMakesThePepperForTheOwnerAloneAndLaterOnesFindIt() throws Exception {
        Pepper made = new PepperFile(file, registry).load();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(new PepperFile(file, registry).load().text()).isEqualTo(made.text());
        assertThat(registry.pepperFingerprint()).contains(made.fingerprint());
        try (Stream<Path> files = Files.list(etc)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void twoInstallationsHaveTwoPeppers() {
        assertThat(Pepper.generate().text()).isNotEqualTo(Pepper.generate().text());
    }

    @Test
    void aLostPepperIsNotReplacedByANewOne() throws Exception {
        new PepperFile(file, registry).load();
        Files.delete(file);

        assertThatExceptionOfType(PepperProblem.class)
                .isThrownBy(() -> new PepperFile(file, registry).load())
                .withMessageContaining("is missing")
                .withMessageContaining("backup");
        assertThat(file).doesNotExist();
    }

    @Test
    void anotherPepperIsNotUsed() throws Exception {
        new PepperFile(file, registry).load();
        Files.writeString(file, Pepper.generate().text());

        assertThatExceptionOfType(PepperProblem.class)
                .isThrownBy(() -> new PepperFile(file, registry).load())
                .withMessageContaining("another pepper")
                .withMessageNotContaining(Files.readString(file));
    }

    @Test
    void aSecondNodeNeedsTheFirstOnesPepper() throws Exception {
        new PepperFile(file, registry).load();
        Path second = etc.resolve("second");

        assertThatExceptionOfType(PepperProblem.class).isThrownBy(() -> new PepperFile(second, registry).load());
        Files.copy(file, second);
        assertThat(new PepperFile(second, registry).load().text())
                .isEqualTo(Files.readString(file).strip());
    }

    @Test
    void aWorldReadablePepperIsNotUsed() throws Exception {
        new PepperFile(file, registry).load();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatExceptionOfType(PepperProblem.class)
                .isThrownBy(() -> new PepperFile(file, registry).load())
                .withMessageContaining("chmod");
    }

    @Test
    void aFileWithSomethingElseIsNotUsed() throws Exception {
        for (String text : new String[] {"", "short", "not base64 at all!", "x".repeat(2_000), "\u00e4"}) {
            Files.writeString(file, text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            assertThatExceptionOfType(PepperProblem.class)
                    .isThrownBy(() -> new PepperFile(file, registry).load())
                    .withMessageContaining("not a pepper file");
        }
        assertThat(registry.pepperFingerprint()).isEmpty();
    }

    @Test
    void withoutTheRegistryNoPepperIsMade() {
        registry.goAway();

        assertThatExceptionOfType(RegistryException.Unavailable.class)
                .isThrownBy(() -> new PepperFile(file, registry).load());
        assertThat(file).doesNotExist();
    }
}
