package org.esbmt.registry.postgresql.internal;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.postgresql.internal.Settings.PoolLimits;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections with a bound on every wait. */
final class DataSources {
    private static final String NAME = "ESB-MT";
    /** Beyond the server's own limit for a statement: the connection is dead. */
    private static final int GRACE_SECONDS = 5;

    private DataSources() {}

    /** Connections one at a time, for preparing a database: no limit on statements, since migrations may take long. */
    static PGSimpleDataSource single(Target target, DatabaseLogin login, String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
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
     * The pool of the running bus. Opens no connection by itself before it is asked for one, and waits no longer than the
     * limits say, whether the server refuses, vanished or hangs.
     */
    static HikariDataSource pool(Target target, PoolLimits limits) {
        PGSimpleDataSource source = single(target, target.user(), target.database());
        source.setConnectTimeout(limits.connectSeconds());
        source.setLoginTimeout(limits.connectSeconds());
        source.setSocketTimeout(limits.statementSeconds() + GRACE_SECONDS);
        source.setCurrentSchema(target.registry().schema());
        long statementMillis = TimeUnit.SECONDS.toMillis(limits.statementSeconds());
        source.setOptions("-c statement_timeout=" + statementMillis + " -c lock_timeout=" + statementMillis
                + " -c idle_in_transaction_session_timeout=" + 2 * statementMillis);
        source.setCancelSignalTimeout(limits.connectSeconds());

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
}
