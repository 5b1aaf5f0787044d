package org.esbmt.tenant.keys.internal.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.esbmt.registry.testing.InMemorySealingLedger;
import org.esbmt.tenant.keys.internal.seal.SealingKeyFile.SealingKeyProblem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealingKeyFileTest {
    @TempDir
    Path etc;

    private final InMemorySealingLedger ledger = new InMemorySealingLedger();
    private Path file;

    @BeforeEach
    void name() {
        file = etc.resolve("org.esbmt.sealing-keys");
    }

    private SealingKeys load() throws Exception {
        return new SealingKeyFile(file, ledger).load(Optional.empty());
    }

    private void refused(String... texts) {
        assertThatExceptionOfType(SealingKeyProblem.class)
                .isThrownBy(this::load)
                .satisfies(e -> assertThat(e.getMessage()).contains(texts).contains(file.toString()));
    }

    @Test
    void theFirstStartMakesTheKeyForTheOwnerAloneAndLaterOnesFindIt() throws Exception {
        SealingKeys made = load();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(load().hasSame(made)).isTrue();
        assertThat(ledger.fingerprints()).containsEntry(1, made.fingerprint(1)).hasSize(1);
        assertThat(Files.readString(file)).doesNotContain(made.fingerprint(1));
    }

    @Test
    void aLostKeyIsNotReplacedByANewOne() throws Exception {
        load();
        Files.delete(file);
        refused("is missing", "backup");
        assertThat(file).doesNotExist();
    }

    @Test
    void aNodeWithAnotherKeyStartsNoKeysAndSaysHowToRepairIt() throws Exception {
        load();
        Files.writeString(file, SealingKeys.generatedLine());
        refused("another sealing key 1", "put the right file there, from a backup or from another node");
    }

    @Test
    void aFileThatEverybodyMayReadIsRefused() throws Exception {
        load();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        refused("Everybody may read", "chmod it to 600");
    }

    @Test
    void aFurtherKeyIsRecordedAndHeldAgainstOtherNodes() throws Exception {
        load();
        String first = Files.readString(file);
        Files.writeString(file, first + SealingKeys.generatedLine().replaceFirst("1", "2"));
        assertThat(load().first()).isEqualTo(1);
        assertThat(ledger.fingerprints()).hasSize(2);

        Files.writeString(file, first + SealingKeys.generatedLine().replaceFirst("1", "2"));
        refused("another sealing key 2");
    }

    @Test
    void garbageIsRefused() throws Exception {
        PrivateFile.write(file, "\u00e4");
        refused("is not a file of sealing keys");
        PrivateFile.write(file, "1 ".repeat(4_000));
        refused("is not a file of sealing keys");
        PrivateFile.write(file, "1 x");
        refused("line 1 is no number and key");
    }
}
