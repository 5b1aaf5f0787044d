package org.esbmt.embedded.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The properties of a server with the default settings. */
class EmbeddedPostgresTest {

    private static EmbeddedPostgres server;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedPostgres.temporary();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        assertThat(server.directory()).doesNotExist();
        assertThat(new PostmasterFile(server.pid(), 0, "")
                        .isServerOf(server.directory().resolve("cluster")))
                .isFalse();
    }

    @Test
    void aCrashLosesNoCommit() throws SQLException {
        assertThat(setting("fsync")).isEqualTo("on");
        assertThat(setting("full_page_writes")).isEqualTo("on");
        assertThat(setting("synchronous_commit")).isEqualTo("on");
        assertThat(setting("data_checksums")).isEqualTo("on");
    }

    @Test
    void theServerNeedsNoDevShm() throws Exception {
        Path cluster = server.directory().resolve("cluster");
        assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/maps")))
                .contains(cluster + "/pg_dynshmem/")
                .doesNotContain("/dev/shm/");
        assertThat(query("select setting from pg_file_settings where name = 'dynamic_shared_memory_type'"))
                .containsOnly("mmap");
        assertThat(Files.readString(cluster.resolve("postgresql.conf")))
                .as("of the server that initdb runs")
                .contains("\ndynamic_shared_memory_type = mmap");
    }

    @Test
    void distributedTransactionsFindRoom() throws SQLException {
        assertThat(setting("max_prepared_transactions")).isEqualTo("64");
    }

    @Test
    void textIsUnicodeOnEveryMachine() throws SQLException {
        assertThat(setting("server_encoding")).isEqualTo("UTF8");
        assertThat(query("select datlocale from pg_database")).containsOnly("C.UTF-8");
        assertThat(query("select upper('été')")).containsExactly("ÉTÉ");
    }

    @Test
    void onlyTheLoopbackAddressListens() throws SQLException {
        assertThat(setting("listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(setting("unix_socket_directories")).isEmpty();
    }

    @Test
    void everyWayInNeedsThePassword() throws SQLException {
        assertThat(query("select auth_method from pg_hba_file_rules")).containsExactly("scram-sha-256");
        assertThat(query("select rolpassword from pg_authid where rolcanlogin"))
                .allMatch(verifier -> verifier.startsWith("SCRAM-SHA-256$"));
        for (String wrong : List.of("", "wrong", "esbmt")) {
            assertThatThrownBy(() -> connect(server, wrong).close())
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password");
        }
    }

    @Test
    void thePasswordIsForTheJvmsUserAlone() throws Exception {
        var password = server.directory().resolve("password");
        assertThat(Files.getPosixFilePermissions(password))
                .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        assertThat(Files.readString(password)).hasSize(43).isEqualTo(new String(server.password()));
        assertThat(Files.getOwner(password)).isEqualTo(Files.getOwner(server.directory()));
    }

    @Test
    void aSecondOwnerOfTheDirectoryIsRefused() {
        assertThatThrownBy(() -> EmbeddedPostgres.builder(server.directory()).start())
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("Another bus uses the embedded PostgreSQL in " + server.directory());
    }

    @Test
    void anInterruptedThreadDetectsTheRunningServer() throws Exception {
        PostmasterFile running = new PostmasterFile(server.pid(), 0, "");
        Thread.currentThread().interrupt();
        try {
            assertThat(running.isServerOf(server.directory().resolve("cluster")))
                    .isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static String setting(String name) throws SQLException {
        return query("select current_setting('" + name + "')").get(0);
    }

    private static List<String> query(String sql) throws SQLException {
        try (Connection connection = connect(server, new String(server.password()));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    static Connection connect(EmbeddedPostgres server, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + server.host() + ":" + server.port() + "/postgres", server.user(), password);
    }
}
