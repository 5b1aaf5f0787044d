package org.esbmt.readiness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFileTest {
    private static final String RELEASE = "0.1.0";
    private static final List<ConfigurationKey> KEYS = List.of(
            new ConfigurationKey("port", ConfigurationKey.Type.INTEGER, "8192"),
            new ConfigurationKey("bytes", ConfigurationKey.Type.LONG, "1"),
            new ConfigurationKey("egress.allow", ConfigurationKey.Type.TEXT, ""),
            new ConfigurationKey("on", ConfigurationKey.Type.BOOLEAN, "true"),
            new ConfigurationKey("tls.password", ConfigurationKey.Type.SECRET, ""));

    @TempDir
    Path etc;

    private final Map<String, String> values = new TreeMap<>();
    private Path path;

    @BeforeEach
    void deliver() throws IOException {
        path = etc.resolve("org.esbmt.http.bc.cfg");
        write("port = 8192", "#bytes = 1", "egress.allow =", "on = true", "tls.password =", "file.end = 0.1.0");
        values.put("file.end", RELEASE);
        values.put("port", "8192");
        values.put("egress.allow", "");
        values.put("on", "true");
        values.put("tls.password", "");
        values.put("service.pid", "org.esbmt.http.bc");
        values.put("felix.fileinstall.filename", path.toUri().toString());
    }

    @Test
    void theDeliveredFileHasNoFindings() throws IOException {
        assertThat(file().refused()).isEmpty();
        assertThat(file().notes(RELEASE)).isEmpty();
    }

    @Test
    void valuesOfAnotherTypeAreRefusedWithFileKeyValueAndRule() {
        values.put("port", "eight");
        values.put("bytes", "");
        values.put("on", "yes");
        assertThat(file().refused())
                .extracting(Finding::sentence)
                .containsExactly(
                        "etc/org.esbmt.http.bc.cfg: port must be a whole number, but is 'eight'.",
                        "etc/org.esbmt.http.bc.cfg: bytes must be a whole number, but is ''.",
                        "etc/org.esbmt.http.bc.cfg: on must be true or false, but is 'yes'.");
    }

    @Test
    void aFileWithoutItsEndMarkerIsTruncated() {
        values.remove("file.end");
        assertThat(file().isWhole()).isFalse();
        assertThat(file().refused())
                .singleElement()
                .extracting(Finding::sentence)
                .asString()
                .startsWith("etc/org.esbmt.http.bc.cfg: the line 'file.end = ...' is missing");
    }

    @Test
    void fileAndValueAreAddedToAComponentsRefusal() {
        values.put("egress.allow", "*@a:1 *@b:2");
        assertThat(file().refusal("org.esbmt.http.bc: egress.allow needs commas")
                        .sentence())
                .isEqualTo("etc/org.esbmt.http.bc.cfg: egress.allow needs commas (egress.allow is '*@a:1 *@b:2').");
        assertThat(file().refusal("egress.allow has '*@a:1 *@b:2', which is not <host>:<port>, nor one of port")
                        .sentence())
                .as("the value is there already")
                .isEqualTo("etc/org.esbmt.http.bc.cfg: egress.allow has '*@a:1 *@b:2', which is not <host>:<port>,"
                        + " nor one of port.");
        assertThat(file().refusal("egress.allow has '*@a:1 *@b:2'").sentence())
                .isEqualTo("etc/org.esbmt.http.bc.cfg: egress.allow has '*@a:1 *@b:2'.");
    }

    @Test
    void aSecretIsNotShown() {
        values.put("tls.password", "hunter2");
        assertThat(file().refusal("tls.password 'hunter2' does not open the key store")
                        .sentence())
                .isEqualTo("etc/org.esbmt.http.bc.cfg: tls.password '(secret)' does not open the key store.");
        assertThat(file().refusal("tls.password is wrong").sentence()).doesNotContain("hunter2");
    }

    @Test
    void aPasswordInAUrlIsNotShown() {
        values.put("egress.allow", "ssl://user:hunter2@host:1");
        assertThat(file().refusal("egress.allow is no URL").sentence())
                .isEqualTo(
                        "etc/org.esbmt.http.bc.cfg: egress.allow is no URL (egress.allow is 'ssl://(secret)@host:1').");
    }

    @Test
    void aKeyThatWasDeletedIsToldWithItsDefault() throws IOException {
        write("#bytes = 1", "egress.allow =", "on = true", "tls.password =", "file.end = 0.1.0");
        values.remove("port");
        assertThat(file().notes(RELEASE))
                .singleElement()
                .extracting(Finding::sentence)
                .isEqualTo("etc/org.esbmt.http.bc.cfg: the file does not mention keys, so their defaults hold:"
                        + " port = 8192. Add them, be it as comments.");
        write("# port =", "#bytes = 1", "egress.allow =", "on = true", "tls.password =", "file.end = 0.1.0");
        assertThat(file().notes(RELEASE)).isEmpty();
    }

    @Test
    void aNewKeyIsReportedWithTheReleaseOfTheFile() throws IOException {
        values.put("file.end", "0.0.9");
        write("port = 8192", "egress.allow =", "on = true", "tls.password =", "file.end = 0.0.9");
        assertThat(file().refused()).isEmpty();
        assertThat(file().notes(RELEASE))
                .singleElement()
                .extracting(Finding::sentence)
                .asString()
                .startsWith("etc/org.esbmt.http.bc.cfg of release 0.0.9: the file does not mention keys")
                .contains("bytes = 1");
    }

    @Test
    void aMisspeltKeyIsReported() throws IOException {
        values.put("prot", "1");
        assertThat(file().notes(RELEASE))
                .singleElement()
                .extracting(Finding::sentence)
                .isEqualTo("etc/org.esbmt.http.bc.cfg: unknown keys prot; check their spelling.");
    }

    @Test
    void aFileOfKarafHasAnEndAndNoOtherKeysThatAreKnown() throws IOException {
        write("sshHost = 127.0.0.1", "file.end = 0.1.0");
        Map<String, String> shell = Map.of("sshHost", "127.0.0.1", "file.end", "0.1.0");
        ConfigurationFile whole = new ConfigurationFile("org.apache.karaf.shell", Optional.of(path), shell, List.of());
        assertThat(whole.refused()).isEmpty();
        assertThat(whole.notes(RELEASE)).isEmpty();
        ConfigurationFile cut = new ConfigurationFile(
                "org.apache.karaf.shell", Optional.of(path), Map.of("sshHost", "127.0.0.1"), List.of());
        assertThat(cut.refused()).isNotEmpty();
    }

    @Test
    void aFileThatIsGoneIsTold() throws IOException {
        ConfigurationFile gone = new ConfigurationFile("org.esbmt.http.bc", Optional.empty(), Map.of(), KEYS);
        assertThat(gone.refused()).isEmpty();
        assertThat(gone.notes(RELEASE))
                .singleElement()
                .extracting(Finding::sentence)
                .asString()
                .startsWith("etc/org.esbmt.http.bc.cfg is not there");
    }

    private ConfigurationFile file() {
        return new ConfigurationFile("org.esbmt.http.bc", Optional.of(path), values, KEYS);
    }

    private void write(String... lines) throws IOException {
        Files.write(path, List.of(lines));
    }
}
