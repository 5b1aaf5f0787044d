package org.esbmt.embedded.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The operator's settings of the server itself.
 *
 * @param port 0 for a free one each time a JVM starts
 * @param maxConnections from 20 to 10,000
 * @param sharedBuffers in PostgreSQL's notation, such as 32MB
 * @param startLimit the longest duration of a start; after a crash the server first replays its log
 * @param stopLimit the longest duration of a stop, before the server is killed
 * @param orphanLimit the time that the server runs on without a JVM
 */
record PostgresSettings(
        int port,
        int maxConnections,
        String sharedBuffers,
        Duration startLimit,
        Duration stopLimit,
        Duration orphanLimit) {

    /** The limit for transactions that distributed transactions leave prepared between their two phases. */
    private static final int MAX_PREPARED_TRANSACTIONS = 64;

    /**
     * Files in the data directory. {@code /dev/shm} may be tiny or absent (containers, chroots). Systemd empties it
     * when the user of the bus logs out (RemoveIPC). Little memory is shared here, so the difference in speed is
     * negligible.
     */
    static final String DYNAMIC_SHARED_MEMORY = "mmap";

    PostgresSettings {
        requireNonNull(startLimit, "startLimit");
        requireNonNull(stopLimit, "stopLimit");
        requireNonNull(orphanLimit, "orphanLimit");
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port must be from 0 (any free one) to 65535, and is " + port);
        }
        if (maxConnections < 20 || maxConnections > 10_000) {
            throw new IllegalArgumentException("max.connections must be from 20 to 10000, and is " + maxConnections);
        }
        if (!sharedBuffers.matches("[1-9][0-9]{0,6}(kB|MB|GB)")) {
            throw new IllegalArgumentException(
                    "shared.buffers must be a size such as 32MB, and is '" + sharedBuffers + "'");
        }
        requireSeconds("start.timeout.seconds", startLimit);
        requireSeconds("stop.timeout.seconds", stopLimit);
        requireSeconds("orphan.timeout.seconds", orphanLimit);
    }

    private static void requireSeconds(String key, Duration value) {
        if (value.toSeconds() < 1) {
            throw new IllegalArgumentException(key + " must be 1 or more, and is " + value.toSeconds());
        }
    }

    static PostgresSettings defaults() {
        return new PostgresSettings(
                0, 100, "32MB", Duration.ofSeconds(120), Duration.ofSeconds(20), Duration.ofMinutes(10));
    }

    /**
     * The whole postgresql.conf; the one in the data directory is not used. It does not contain the port, which may
     * differ from start to start. A running server is taken over only if it was started with exactly this text.
     */
    String configuration(Path hostBasedAuthentication) {
        return """
                # Written at each start from etc/org.esbmt.embedded.postgresql.cfg: edits here are lost.
                listen_addresses = '127.0.0.1'
                unix_socket_directories = ''
                hba_file = '%s'
                password_encryption = 'scram-sha-256'
                max_connections = %d
                max_prepared_transactions = %d
                shared_buffers = %s
                huge_pages = off
                dynamic_shared_memory_type = %s
                fsync = on
                full_page_writes = on
                synchronous_commit = on
                max_wal_size = 256MB
                min_wal_size = 32MB
                timezone = 'UTC'
                datestyle = 'iso, ymd'
                lc_messages = 'C'
                default_text_search_config = 'pg_catalog.simple'
                cluster_name = 'esbmt'
                # To the JVM's log directory by the standard error; terse, since details would quote rows.
                logging_collector = off
                log_destination = 'stderr'
                log_timezone = 'UTC'
                log_line_prefix = '%%m [%%p] %%q%%u@%%d '
                log_error_verbosity = terse
                log_min_error_statement = panic
                log_checkpoints = off
                """.formatted(
                        hostBasedAuthentication,
                        maxConnections,
                        MAX_PREPARED_TRANSACTIONS,
                        sharedBuffers,
                        DYNAMIC_SHARED_MEMORY);
    }
}
