package org.esbmt.administration.http.internal.settings;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * {@code etc/org.esbmt.administration.http.cfg}. This is the only description of a key. {@code ConfigurationTextsTest}
 * writes the delivered file and the guide's table from it. A key without a description belongs to the one above.
 */
@ObjectClassDefinition(name = "ESB-MT administration over HTTP")
public @interface AdministrationHttpConfiguration {
    /** The configuration's PID. */
    String PID = "org.esbmt.administration.http";

    @AttributeDefinition(
            description = "An address of this machine, and the TCP port. Any address other than that of the machine"
                    + " itself (127.0.0.1) needs TLS. Port -1: none. Port 0 takes a free one.")
    String address() default "127.0.0.1";

    int port() default 8193;

    @AttributeDefinition(
            description = "The address of the port for clients, perhaps a proxy's: scheme, host, port and path, such"
                    + " as `https://bus.example/esb`. It alone decides the served Host, the accepted Origin, links and the"
                    + " path of cookies. A proxy passes Host and path on unchanged. Empty: `https://<address>:<port>`, and"
                    + " localhost for this machine.")
    String public_url() default "";

    @AttributeDefinition(
            description =
                    "Addresses of proxies, or networks such as `10.1.0.0/16`, separated by commas. Only their field"
                            + " X-Forwarded-For names a client.")
    String trusted_proxies() default "";

    @AttributeDefinition(
            description =
                    "TLS 1.3 and 1.2, `true` or `false`. The key store is PKCS#12 (or `*.jks`), with one key. Without"
                            + " a key store the bus generates one with a self-signed certificate, in"
                            + " `data/administration-http/`. Clients can trust its `certificate.pem`.")
    boolean tls() default true;

    String tls_keystore() default "";

    @AttributeDefinition(type = AttributeType.PASSWORD)
    String tls_keystore_password() default "";

    @AttributeDefinition(
            description =
                    "Cipher suites, separated by commas, the preferred one first. Empty: those of TLS 1.3, and of TLS"
                            + " 1.2 those with ECDHE and AES-GCM or ChaCha20-Poly1305.")
    String tls_cipher_suites() default "";

    @AttributeDefinition(
            description = "Threads that answer requests, 4 to 1024, and requests that may wait for one, 16 to 100000."
                    + " A quarter of both is kept for users of the installation. A tenant has a quarter at most. More"
                    + " requests are answered with 503.")
    int workers() default 16;

    int requests_waiting() default 256;

    @AttributeDefinition(
            description =
                    "Bytes of all request bodies together that are gathered in memory, 1048576 to 1099511627776. Above"
                            + " it a request is answered with 503.")
    long bodies_gathered_bytes() default 67_108_864L;

    @AttributeDefinition(description = "Open streams of events, 0 to 100000. More are answered with 503.")
    int event_streams_max() default 256;

    @AttributeDefinition(
            description =
                    "Open connections, 1 to 100000, in all and from one address (0: no limit). More are closed at once."
                            + " A proxy is one address.")
    int connections_max() default 1000;

    int connections_max_per_source() default 100;

    @AttributeDefinition(
            description = "Requests of one source without a proven credential, such as wrong logins, a second, 0 (no"
                    + " limit) to 10000. The answers to more of them wait, up to 10 seconds, after those of 5 seconds at"
                    + " once. Meanwhile the source opens as many connections a second. A connection without an answer"
                    + " counts as a request.")
    int requests_unproven_per_second() default 20;

    @AttributeDefinition(
            description = "Limits of a request's head: bytes of the target, 256 to 65536, bytes of the whole, 1024 to"
                    + " 1048576, and header fields, 10 to 1000.")
    int request_max_target_bytes() default 4096;

    int request_max_header_bytes() default 16_384;

    int request_max_header_fields() default 100;

    @AttributeDefinition(
            description = "Seconds, 1 to 3600: between two requests, for a request's head, and for a body in either"
                    + " direction. After the grace a body must also move at the minimum rate, in bytes a second, 0"
                    + " to 1073741824. Time does not count while the bus itself does not read.")
    int idle_timeout_seconds() default 60;

    int header_timeout_seconds() default 10;

    int transfer_timeout_seconds() default 300;

    long transfer_min_rate() default 1024;

    int transfer_grace_seconds() default 10;

    @AttributeDefinition(description = "Seconds, 0 to 3600, that requests in progress may take when the port closes.")
    int drain_timeout_seconds() default 5;
}
