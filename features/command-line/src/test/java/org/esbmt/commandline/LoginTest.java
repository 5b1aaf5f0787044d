package org.esbmt.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins, what they keep, and the servers that they trust. */
class LoginTest {
    private static final String STORE_PASSWORD = "changeit";

    @TempDir
    Path directory;

    private CommandLine esbmt() {
        return new CommandLine(directory).with("ESBMT_PASSWORD", "ada's password");
    }

    private List<String> kept() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("esbmt"))) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
                if (file.toString().endsWith(".properties")) {
                    all.append(Files.readString(file));
                }
            }
            return all.toString().lines().toList();
        }
    }

    @Test
    void aLoginKeepsNoPassword() throws IOException {
        try (FakeApi api = FakeApi.open().answers("GET /me", 200, "{}").answers("GET /status", 200, "{}")) {
            CommandLine.Result result = esbmt().run("login", "--url", api.url() + "/", "--login", "ada", "--no-token");
            assertThat(result.status()).as(result.err()).isZero();
            assertThat(String.join("\n", kept())).contains("login=ada").doesNotContain("ada's password", "token");

            assertThat(esbmt().run("status").status()).isZero();
            assertThat(new CommandLine(directory).run("status").err()).contains("set ESBMT_PASSWORD");
            assertThat(new CommandLine(directory).input("ada's password").run("status", "--login-password-file", "-"))
                    .matches(done -> done.status() == 0);

            assertThat(esbmt().run("logout").status()).isZero();
            assertThat(kept()).isEmpty();
            assertThat(esbmt().run("status").err()).contains("Log in first");
        }
    }

    @Test
    void aTokenStandsForThePasswordUntilTheLogout() throws IOException {
        try (FakeApi api = FakeApi.open()
                .answers("GET /me", 200, "{}")
                .answers("POST /tokens", 201, "{'credentialId': '7', 'token': 'esbmt_text'}")
                .answers("GET /status", 200, "{}")
                .answers("DELETE /tokens/7", 204, "")) {
            CommandLine.Result login = esbmt().run("login", "--url", api.url(), "--login", "ada");
            assertThat(login.err()).contains("A token is kept.").doesNotContain("esbmt_text");
            assertThat(api.last().text()).contains("\"changes\":true");
            assertThat(String.join("\n", kept())).contains("token=esbmt_text").doesNotContain("ada's password");

            CommandLine unattended = new CommandLine(directory);
            assertThat(unattended.run("status").status()).isZero();
            assertThat(api.last().headers()).containsEntry("Authorization", "Bearer esbmt_text");
            CommandLine elsewhere = new CommandLine(directory).with("ESBMT_URL", "http://localhost:1");
            assertThat(elsewhere.run("status").err()).contains("ESBMT_PASSWORD");

            api.answers("POST /tokens", 201, "{'credentialId': '8', 'token': 'esbmt_other'}")
                    .answers("DELETE /tokens/8", 204, "");
            assertThat(esbmt().run("login", "--url", api.url(), "--login", "ada")
                            .status())
                    .isZero();
            assertThat(api.last()).hasToString("DELETE /tokens/7");
            assertThat(api.last().headers()).containsEntry("Authorization", "Bearer esbmt_text");

            assertThat(unattended.run("logout").status()).isZero();
            assertThat(api.last()).hasToString("DELETE /tokens/8");
            assertThat(kept()).isEmpty();
        }
    }

    @Test
    void aRefusedLoginKeepsNothing() throws IOException {
        try (FakeApi api = FakeApi.open().answers("GET /me", 401, "{'detail': 'wrong.'}")) {
            CommandLine.Result result = esbmt().run("login", "--url", api.url(), "--login", "ada");
            assertThat(result.status()).isEqualTo(1);
            assertThat(directory.resolve("esbmt/default.properties")).doesNotExist();
        }
    }

    @Test
    void profilesAreApart() throws IOException {
        try (FakeApi one =
                        FakeApi.open().answers("GET /me", 200, "{}").answers("GET /status", 200, "{'version': '1'}");
                FakeApi two =
                        FakeApi.open().answers("GET /me", 200, "{}").answers("GET /status", 200, "{'version': '2'}")) {
            esbmt().run("login", "--url", one.url(), "--login", "ada", "--no-token");
            esbmt().run("login", "--url", two.url(), "--login", "acme/boss", "--profile", "two", "--no-token");

            assertThat(esbmt().run("status").out()).contains("\"1\"");
            assertThat(esbmt().run("status", "--profile", "two").out()).contains("\"2\"");
            assertThat(esbmt().with("ESBMT_PROFILE", "two").run("status").out()).contains("\"2\"");
            assertThat(esbmt().run("status", "--profile", "../two").status()).isEqualTo(2);
        }
    }

    @Test
    void aPasswordIsNotSentInClearOverANetwork() {
        CommandLine.Result result = esbmt().run("login", "--url", "http://bus.example:8193", "--login", "ada");
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("https://");
    }

    @Test
    void onlyATrustedServerGetsAPassword() throws Exception {
        Path trusted = certificate("trusted", "localhost");
        Path other = certificate("other", "localhost");
        try (FakeApi api = FakeApi.open(tls("trusted")).answers("GET /me", 200, "{}")) {
            String url = "https://localhost:" + api.port();
            CommandLine.Result unknown = esbmt().run("login", "--url", url, "--login", "ada", "--no-token");
            assertThat(unknown.status()).isEqualTo(3);
            assertThat(unknown.err())
                    .containsPattern("SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}")
                    .contains("--ca");
            CommandLine.Result foreign = esbmt().run("login", "--url", url, "--login", "ada", "--ca", other.toString());
            assertThat(foreign.status()).isEqualTo(3);
            assertThat(foreign.err())
                    .contains("no trusted certificate is the one")
                    .doesNotContain("sun.security");
            assertThat(api.requests()).isEmpty();

            CommandLine.Result login =
                    esbmt().run("login", "--url", url, "--login", "ada", "--no-token", "--ca", trusted.toString());
            assertThat(login.status()).as(login.err()).isZero();
            Files.delete(trusted);
            api.answers("GET /status", 200, "{}");
            assertThat(esbmt().run("status").status()).isZero();
        }
    }

    @Test
    void theNameOfTheServerIsChecked() throws Exception {
        Path trusted = certificate("named", "bus.example");
        try (FakeApi api = FakeApi.open(tls("named")).answers("GET /me", 200, "{}")) {
            CommandLine.Result result = esbmt().run(
                            "login",
                            "--url",
                            "https://localhost:" + api.port(),
                            "--login",
                            "ada",
                            "--ca",
                            trusted.toString());
            assertThat(result.status()).isEqualTo(3);
            assertThat(api.requests()).isEmpty();
        }
    }

    private Path certificate(String name, String host) throws Exception {
        Path pem = directory.resolve(name + ".pem");
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host,
                "-keystore",
                store(name));
        keytool("-exportcert", "-rfc", "-alias", name, "-file", pem.toString(), "-keystore", store(name));
        return pem;
    }

    private String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", STORE_PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private SSLContext tls(String name) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of(store(name)))) {
            store.load(in, STORE_PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, STORE_PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }
}
