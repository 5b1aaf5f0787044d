package org.esbmt.registry.postgresql.internal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.postgresql.internal.RegistrySettings.PoolLimits;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.ds.common.BaseDataSource;
import org.postgresql.xa.PGXADataSource;

/** Data sources with a bound on every wait. */
final class DataSources {
    /**
     * Options of a session for the detection of lost clients. The server notices within 20 s that a client is gone, and
     * releases its locks. It sends a silent client a keepalive probe after 5 s, three times.
     */
    static final String LOST_CLIENTS = "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5"
            + " -c tcp_keepalives_count=3 -c tcp_user_timeout=20000";

    private static final String NAME = "ESB-MT";
    /** The socket timeout exceeds the server's own limit for a statement by this: after it the connection is dead. */
    private static final int GRACE_SECONDS = 5;
    /** One database idles while a unit of work uses others. Units of work have their own, shorter limit by default. */
    private static final long IDLE_IN_UNIT_OF_WORK_MILLIS = TimeUnit.MINUTES.toMillis(2);

    private static final int CLAIM_SECONDS = 2;

    private DataSources() {}

    /**
     * Connections for the preparation of a database, one at a time. Statements have no limit, since migrations may take
     * long.
     */
    static PGSimpleDataSource single(DatabaseTarget target, DatabaseLogin login, String database) {
        return configured(new PGSimpleDataSource(), target, login, database);
    }

    private static <S extends BaseDataSource> S configured(
            S source, DatabaseTarget target, DatabaseLogin login, String database) {
        source.setServerNames(new String[] {target.host()});
        source.setPortNumbers(new int[] {target.port()});
        source.setDatabaseName(database);
        source.setUser(login.user());
        source.setPassword(login.password());
        source.setSslMode(target.tls().mode());
        if (!target.tls().rootCertificate().isBlank()) {
            source.setSslRootCert(target.tls().rootCertificate());
        } else if (target.tls().mode().startsWith("verify-")) {
            source.setSslfactory("org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        source.setApplicationName(NAME);
        source.setConnectTimeout(5);
        source.setLoginTimeout(10);
        source.setTcpKeepAlive(true);
        return source;
    }

    /**
     * The pool of the running bus. It opens no connection before the first request. It waits no longer than the limits
     * say, even if the server refuses, disappears or hangs.
     */
    static HikariDataSource pool(DatabaseTarget target, PoolLimits limits) {
        long idleMillis = 2 * TimeUnit.SECONDS.toMillis(limits.statementSeconds());
        PGSimpleDataSource source = limited(new PGSimpleDataSource(), target, limits, idleMillis);
        HikariConfig config = new HikariConfig();
        config.setPoolName(target.registry().word() + "-registry");
        config.setDataSource(source);
        config.setMaximumPoolSize(limits.size());
        config.setMinimumIdle(1);
        config.setInitializationFailTimeout(-1);
        long connectMillis = TimeUnit.SECONDS.toMillis(limits.connectSeconds());
        config.setConnectionTimeout(connectMillis);
        config.setValidationTimeout(Math.max(500, connectMillis / 2));
        config.setKeepaliveTime(TimeUnit.MINUTES.toMillis(2));
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(config);
    }

    /** Connections of distributed transactions, one at a time: with the limits of the pool, but in no pool. */
    static PGXADataSource distributed(DatabaseTarget target, PoolLimits limits) {
        return limited(new PGXADataSource(), target, limits, IDLE_IN_UNIT_OF_WORK_MILLIS);
    }

    /**
     * The one connection of the claims of messages. They are answered within two seconds. A claim counts when it is on
     * the server's disk, whatever the server's default is.
     */
    static PGSimpleDataSource claims(DatabaseTarget target) {
        PGSimpleDataSource source = configured(new PGSimpleDataSource(), target, target.user(), target.database());
        source.setConnectTimeout(1);
        source.setLoginTimeout(CLAIM_SECONDS);
        source.setSocketTimeout(CLAIM_SECONDS);
        source.setCurrentSchema(target.registry().schema());
        source.setOptions(LOST_CLIENTS + " -c synchronous_commit=on -c statement_timeout=1500 -c lock_timeout=1500");
        return source;
    }

    private static <S extends BaseDataSource> S limited(
            S source, DatabaseTarget target, PoolLimits limits, long idleMillis) {
        configured(source, target, target.user(), target.database());
        source.setConnectTimeout(limits.connectSeconds());
        source.setLoginTimeout(limits.connectSeconds());
        source.setSocketTimeout(limits.statementSeconds() + GRACE_SECONDS);
        source.setCurrentSchema(target.registry().schema());
        long statementMillis = TimeUnit.SECONDS.toMillis(limits.statementSeconds());
        source.setOptions(LOST_CLIENTS + " -c statement_timeout=" + statementMillis + " -c lock_timeout="
                + statementMillis + " -c idle_in_transaction_session_timeout=" + idleMillis);
        source.setCancelSignalTimeout(limits.connectSeconds());
        return source;
    }
}
