package org.esbmt.registry.postgresql.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Base64;
import org.esbmt.registry.postgresql.internal.RegistrySettings.Tls;
import org.esbmt.testing.TestPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with TLS proves its identity, or is not used. */
class ServerCertificateTest {
    private static final String STORE_PASSWORD = "changeit";

    @TempDir
    private static Path folder;

    private static TestPostgres server;
    private static Path serversOwn;
    private static Path another;

    /** The server's certificate is for localhost, and self-signed. */
    @BeforeAll
    static void start() throws Exception {
        server = TestPostgres.start();
        KeyStore keys = keys("server");
        serversOwn = certificate(keys, "server");
        another = certificate(keys("another"), "another");
        try (Connection connection = connect(new Tls("disable", ""), "127.0.0.1");
                Statement statement = connection.createStatement()) {
            Path data = Path.of(text(statement, "SHOW data_directory"));
            byte[] key = keys.getKey("server", STORE_PASSWORD.toCharArray()).getEncoded();
            put(data.resolve("server.key"), pem("PRIVATE KEY", key));
            put(data.resolve("server.crt"), Files.readString(serversOwn));
            statement.execute("ALTER SYSTEM SET ssl = on");
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aServerThatProvesToBeTheOneIsUsedOverTls() throws Exception {
        Tls tls = new Tls("verify-full", serversOwn.toString());

        new DatabasePreparation(target(tls, "localhost")).run();

        try (Connection connection = connect(tls, "localhost");
                Statement statement = connection.createStatement()) {
            assertThat(text(statement, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
                    .isEqualTo("t");
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNotTrusted() throws Exception {
        assertThat(problem(new Tls("verify-full", another.toString()), "localhost"))
                .isEqualTo("The certificate of PostgreSQL at localhost:" + server.port()
                        + " is not signed by an authority of the file " + another + " (sslrootcert).");
        assertThat(problem(new Tls("verify-full", ""), "localhost"))
                .isEqualTo("The certificate of PostgreSQL at localhost:" + server.port()
                        + " is not signed by an authority that Java trusts: set sslrootcert to the file of its own.");
        try (Connection unchecked = connect(new Tls("require", ""), "localhost")) {
            assertThat(unchecked.isValid(5)).as("otherwise it would do").isTrue();
        }
    }

    @Test
    void aCertificateForAnotherHostIsNotTrusted() throws Exception {
        assertThat(problem(new Tls("verify-full", serversOwn.toString()), "127.0.0.1"))
                .isEqualTo("The certificate of PostgreSQL at 127.0.0.1:" + server.port()
                        + " is not for the host '127.0.0.1': set host to a name that is in it.");
        try (Connection unchecked = connect(new Tls("verify-ca", serversOwn.toString()), "127.0.0.1")) {
            assertThat(unchecked.isValid(5)).as("otherwise it would do").isTrue();
        }
    }

    @Test
    void aMissingFileOfAuthoritiesIsNamed() {
        assertThat(problem(new Tls("verify-full", folder.resolve("none.pem").toString()), "localhost"))
                .startsWith("The connection to PostgreSQL at localhost:" + server.port() + " failed: ")
                .contains("none.pem");
    }

    private static String problem(Tls tls, String host) {
        var thrown = assertThatExceptionOfType(ServerProblem.class)
                .isThrownBy(() -> new DatabasePreparation(target(tls, host)).run());
        return thrown.actual().getMessage();
    }

    private static DatabaseTarget target(Tls tls, String host) {
        DatabaseLogin login = new DatabaseLogin(server.user(), String.valueOf(server.password()));
        return new DatabaseTarget(
                RegistryDatabase.CONFIGURATION,
                host,
                server.port(),
                tls,
                login,
                login,
                false,
                "esbmt_configuration_registry");
    }

    private static Connection connect(Tls tls, String host) throws Exception {
        DatabaseTarget target = target(tls, host);
        return DataSources.single(target, target.admin(), "postgres").getConnection();
    }

    private static String text(Statement statement, String query) throws Exception {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    /** Only the server's user can read the file; otherwise the server refuses its key. */
    private static void put(Path file, String text) throws IOException {
        UserPrincipal owner = Files.getOwner(file.getParent());
        Files.writeString(file, text, US_ASCII);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setOwner(file, owner);
    }

    private static Path certificate(KeyStore keys, String name) throws IOException, GeneralSecurityException {
        byte[] certificate = keys.getCertificate(name).getEncoded();
        return Files.writeString(folder.resolve(name + ".pem"), pem("CERTIFICATE", certificate), US_ASCII);
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }

    private static KeyStore keys(String name) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, STORE_PASSWORD.toCharArray());
        }
        return keys;
    }
}
