package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The effect of the sessions' options on a real server. */
class DataSourcesTest {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    /** A node on a failed machine holds its row locks no longer than that. */
    @Test
    void theServerNoticesClientsThatAreGone() throws Exception {
        DatabaseTarget target = SERVER.newTarget();
        new DatabasePreparation(target).run();
        XAConnection distributed =
                DataSources.distributed(target, RegistryServer.LIMITS).getXAConnection();
        try (HikariDataSource pool = DataSources.pool(target, RegistryServer.LIMITS);
                Connection pooled = pool.getConnection();
                Connection inTransactions = distributed.getConnection()) {
            for (Connection connection : new Connection[] {pooled, inTransactions}) {
                assertThat(shown(connection, "tcp_user_timeout")).isEqualTo("20000");
                assertThat(shown(connection, "tcp_keepalives_idle")).isEqualTo("5");
                assertThat(shown(connection, "statement_timeout")).isNotEqualTo("0");
            }
        } finally {
            distributed.close();
        }
    }

    private static String shown(Connection connection, String setting) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery("SHOW " + setting)) {
            assertThat(answer.next()).isTrue();
            return answer.getString(1);
        }
    }
}
