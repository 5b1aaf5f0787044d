package org.esbmt.administration.http.internal.settings;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.esbmt.http.api.edge.EdgeLimits;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.http.api.wire.HeaderNames;

/**
 * The configuration of the port, checked.
 *
 * @param port -1 for none, 0 for a free one
 * @param publicHosts empty without a configured URL
 */
public record AdministrationHttpSettings(
        InetAddress address,
        int port,
        Optional<PublicHosts> publicHosts,
        TrustedProxies proxies,
        boolean tls,
        Optional<KeyStoreFile> keyStore,
        List<String> cipherSuites,
        int workers,
        int waiting,
        long gatheredBytes,
        int eventStreams,
        int unprovenPerSecond,
        Duration drain,
        EdgeLimits limits) {
    /** The field with the addresses of a request's way. */
    public static final String FORWARDED = "X-Forwarded-For";

    /** A key store and its password. */
    public record KeyStoreFile(String file, String password) {
        public KeyStoreFile {
            requireNonNull(file, "file");
            requireNonNull(password, "password");
        }

        @Override
        public String toString() {
            return file;
        }
    }

    /**
     * Checks a configuration.
     *
     * @throws IllegalArgumentException for a value that breaks a rule; the message names the key
     */
    public static AdministrationHttpSettings of(AdministrationHttpConfiguration configured) {
        InetAddress address = address(configured.address());
        boolean tls = configured.tls();
        if (!tls && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException("tls must be true if address is " + configured.address()
                    + ", which others than this machine reach");
        }
        String keyStore = configured.tls_keystore().strip();
        String url = configured.public_url().strip();
        Optional<PublicHosts> hosts = url.isEmpty() ? Optional.empty() : Optional.of(PublicHosts.of(url));
        if (tls && hosts.isPresent() && !hosts.get().main().isSecure()) {
            throw new IllegalArgumentException(
                    "public.url must begin with https:// if tls is true, but is '" + url + "'");
        }
        int port = (int) within("port", -1, 65_535, configured.port());
        if (port >= 0 && hosts.isEmpty()) {
            PublicHosts.of(address, port, tls); // to refuse an address without a name
        }
        return new AdministrationHttpSettings(
                address,
                port,
                hosts,
                TrustedProxies.of(configured.trusted_proxies()),
                tls,
                keyStore.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new KeyStoreFile(keyStore, configured.tls_keystore_password())),
                list(configured.tls_cipher_suites()),
                (int) within("workers", 4, 1024, configured.workers()),
                (int) within("requests.waiting", 16, 100_000, configured.requests_waiting()),
                within("bodies.gathered.bytes", 1 << 20, 1L << 40, configured.bodies_gathered_bytes()),
                (int) within("event.streams.max", 0, 100_000, configured.event_streams_max()),
                (int) within("requests.unproven.per.second", 0, 10_000, configured.requests_unproven_per_second()),
                Duration.ofSeconds(within("drain.timeout.seconds", 0, 3600, configured.drain_timeout_seconds())),
                limits(configured));
    }

    private static EdgeLimits limits(AdministrationHttpConfiguration configured) {
        return new EdgeLimits(
                names(),
                false,
                (int) within("request.max.target.bytes", 256, 65_536, configured.request_max_target_bytes()),
                (int) within("request.max.header.bytes", 1024, 1 << 20, configured.request_max_header_bytes()),
                (int) within("request.max.header.fields", 10, 1000, configured.request_max_header_fields()),
                seconds("idle.timeout.seconds", configured.idle_timeout_seconds()),
                seconds("header.timeout.seconds", configured.header_timeout_seconds()),
                seconds("transfer.timeout.seconds", configured.transfer_timeout_seconds()),
                within("transfer.min.rate", 0, 1 << 30, configured.transfer_min_rate()),
                seconds("transfer.grace.seconds", configured.transfer_grace_seconds()),
                (int) within("connections.max", 1, 100_000, configured.connections_max()),
                (int) within("connections.max.per.source", 0, 100_000, configured.connections_max_per_source()));
    }

    /** A request that repeats one of the fields with a single value is refused: proxy and bus could read another one. */
    private static HeaderNames names() {
        return new HeaderNames.Builder()
                .host()
                .once(
                        "Authorization",
                        "Cookie",
                        "Origin",
                        "X-CSRF-Token",
                        "X-Background",
                        "Idempotency-Key",
                        "Last-Event-ID",
                        "SOAPAction",
                        "HX-Request",
                        "HX-Target",
                        "HX-Trigger",
                        "HX-Boosted",
                        "HX-History-Restore-Request")
                .lists(List.of("Accept", "Accept-Language", "If-Match", "If-None-Match", "Prefer", FORWARDED))
                .build();
    }

    private static long seconds(String key, int value) {
        return TimeUnit.SECONDS.toNanos(within(key, 1, 3600, value));
    }

    private static long within(String key, long least, long most, long value) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + " must be " + least + " to " + most + ", but is " + value);
        }
        return value;
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text.strip());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("address must be one of this machine, but is '" + text + "'", e);
        }
    }

    private static List<String> list(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    /** The hosts of the opened port. */
    public PublicHosts hosts(int boundPort) {
        return publicHosts.orElseGet(() -> PublicHosts.of(address, boundPort, tls));
    }

    /**
     * The TLS context of a key store.
     *
     * @throws IllegalArgumentException for an unusable store or suite; the message names the key
     */
    public SslContext context(KeyStoreFile store) {
        return TlsContexts.server(store.file(), store.password(), cipherSuites);
    }
}
