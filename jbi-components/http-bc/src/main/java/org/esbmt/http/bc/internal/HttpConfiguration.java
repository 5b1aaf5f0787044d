package org.esbmt.http.bc.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * Configuration of the HTTP binding component, PID {@code org.esbmt.http.bc}. This is the only description of a key:
 * its default, its bounds and its meaning. {@code ConfigurationTextsTest} writes the delivered {@code
 * org.esbmt.http.bc.cfg} and the guide's table from it. A key without a description belongs to the one above.
 */
@ObjectClassDefinition(name = "ESB-MT HTTP binding component")
public @interface HttpConfiguration {
    @AttributeDefinition(
            description = "Tenants are served at `http://<host>:<port>/tenant-services/`. Port 0 takes a free one.")
    String host() default "127.0.0.1";

    @Bounds(most = 65_535)
    int port() default 8192;

    @AttributeDefinition(
            description =
                    "Scheme, host and port of this bus for clients (a load balancer's, perhaps), in the addresses of"
                            + " WSDL documents. Empty: `http://<host>:<port>`, and `https://<host>:<tls.port>` for requests over"
                            + " TLS. A request's Host header is never used for it.")
    String public_url() default "";

    @AttributeDefinition(
            description =
                    "The same paths with TLS 1.3 and 1.2; -1 for no such port. Clients are asked for a certificate, and"
                            + " served without one. The key store is PKCS#12 (or `*.jks`), with one key."
                            + " Plain assemblies' https:// consumers use the same key.")
    @Bounds(least = -1, most = 65_535)
    int tls_port() default -1;

    String tls_keystore() default "";

    @AttributeDefinition(type = AttributeType.PASSWORD)
    String tls_keystore_password() default "";

    @AttributeDefinition(
            description =
                    "Cipher suites for clients, separated by commas, the preferred one first. Empty: those of TLS 1.3,"
                            + " and of TLS 1.2 those with ECDHE and AES-GCM or ChaCha20-Poly1305.")
    String tls_cipher_suites() default "";

    @AttributeDefinition(
            description =
                    "Back ends with https: the trusted certificates (PKCS#12 or `*.jks`; empty: those of the JDK), and"
                            + " the key that identifies this bus to them (empty: none). Host names are always verified.")
    String backend_truststore() default "";

    @AttributeDefinition(type = AttributeType.PASSWORD)
    String backend_truststore_password() default "";

    String backend_keystore() default "";

    @AttributeDefinition(type = AttributeType.PASSWORD)
    String backend_keystore_password() default "";

    @AttributeDefinition(
            description =
                    "Permits providers with `secure=\"basic\"` or `bearer` whose back end has http, beside those on"
                            + " this machine. Their secrets are sent in the clear.")
    boolean backend_plain_secrets() default false;

    @AttributeDefinition(description = "Cipher suites for back ends, with the same form and default as for clients.")
    String backend_cipher_suites() default "";

    @AttributeDefinition(description = "Event loops, which process all messages; 0 for one for each core.")
    @Bounds(least = 1, most = 1024, orZero = true)
    int threads() default 0;

    @AttributeDefinition(
            description =
                    "A message of up to this many bytes is received and checked as a whole before it is forwarded. A"
                            + " larger one streams.")
    @Bounds(most = 1 << 20)
    int message_whole_bytes() default 65_536;

    @AttributeDefinition(
            description =
                    "Bytes of all messages together that are kept until their sender is authenticated; 8 KiB of each do"
                            + " not count. Above it a message is OVERLOADED. Not more than a quarter of the memory for network"
                            + " buffers (`-XX:MaxDirectMemorySize`).")
    @Bounds(least = 1 << 20, most = 1L << 40)
    long messages_gathered_bytes() default 134_217_728;

    @AttributeDefinition(
            description = "Bytes of answers of one tenant's components that clients have not read yet (all plain units"
                    + " count as one tenant). Answers of up to 64 KiB do not count. Above it an answer is OVERLOADED. An"
                    + " answer that alone is larger is always refused.")
    @Bounds(least = 1 << 20, most = 1L << 40)
    long tenant_answers_bytes() default 67_108_864;

    @AttributeDefinition(
            description = "Bytes of one tenant's messages that wait for connections to its back ends (all plain units"
                    + " count as one tenant). Messages of up to 8 KiB do not count. Above it a message is OVERLOADED, unless"
                    + " no other one waits.")
    @Bounds(least = 1 << 20, most = 1L << 40)
    long tenant_waiting_bytes() default 67_108_864;

    @AttributeDefinition(
            description =
                    "Bytes of a message at the URL that all tenants share. The endpoint's own maxMessageBytes applies,"
                            + " too.")
    @Bounds(least = 1024, most = 1L << 40)
    long message_max_bytes() default 10_485_760;

    @AttributeDefinition(description = "Limits of a SOAP message's XML, and of the part before its Body.")
    @Bounds(least = 4, most = 1024)
    int xml_max_depth() default 64;

    @Bounds(least = 1, most = 10_000)
    int xml_max_attributes() default 100;

    @Bounds(least = 64, most = 1 << 20)
    int xml_max_attribute_bytes() default 8192;

    @Bounds(least = 64, most = 1 << 16)
    int xml_max_name_bytes() default 1024;

    @Bounds(least = 1, most = 10_000)
    int xml_max_namespaces() default 64;

    @Bounds(least = 4, most = Integer.MAX_VALUE)
    int xml_max_elements() default 200_000;

    @Bounds(least = 1024, most = 1 << 24)
    int soap_max_header_bytes() default 65_536;

    @AttributeDefinition(description = "Limits of a request's head. Beyond them: 414 and 431.")
    @Bounds(least = 128, most = 1 << 15)
    int request_max_target_bytes() default 2048;

    @Bounds(least = 512, most = 1 << 15)
    int request_max_header_bytes() default 16_384;

    @Bounds(least = 8, most = 1000)
    int request_max_header_fields() default 100;

    @AttributeDefinition(
            description =
                    "Header fields that pass, beside Content-Type and SOAPAction; all others are dropped. Names that"
                            + " control the bus itself (`Camel*`, `javax.jbi.*`, `org.apache.*`, hop-by-hop fields and the like) are"
                            + " refused here.")
    String request_headers() default "Accept,Accept-Language,User-Agent,traceparent,tracestate,X-Correlation-ID";

    String response_headers() default "Content-Language,Cache-Control,Retry-After,X-Correlation-ID";

    @AttributeDefinition(
            description = "Client connections in all, and from one address (0: no limit); more are closed at once.")
    @Bounds(least = 1, most = 1_000_000)
    int connections_max() default 10_000;

    @Bounds(most = 1_000_000)
    int connections_max_per_source() default 0;

    @AttributeDefinition(
            description = "Deadlines of clients: between two requests, for a request's head, and for a body in either"
                    + " direction. After the grace a body must also move at the minimum rate, in bytes a second. Time"
                    + " does not count while the bus itself does not read.")
    @Bounds(least = 1, most = Bounds.DAY_SECONDS)
    int idle_timeout_seconds() default 60;

    @Bounds(least = 1, most = Bounds.DAY_SECONDS)
    int header_timeout_seconds() default 10;

    @Bounds(least = 1, most = Bounds.DAY_SECONDS)
    int transfer_timeout_seconds() default 300;

    @Bounds(most = Integer.MAX_VALUE)
    int transfer_min_rate() default 1024;

    @Bounds(least = 1, most = Bounds.DAY_SECONDS)
    int transfer_grace_seconds() default 10;

    @AttributeDefinition(
            description = "How long requests in progress may take when the component, or a service unit, stops or is"
                    + " replaced by another version. When the bus stops, all units have this time together.")
    @Bounds(most = 3600)
    int drain_timeout_seconds() default 10;

    @AttributeDefinition(
            description =
                    "A drained node answers 503 at `/health` and closes connections behind their answers. For this"
                            + " long it still accepts messages, so that load balancers notice before it refuses messages with"
                            + " 503.")
    @Bounds(most = 3600)
    int drain_notice_seconds() default 10;

    @AttributeDefinition(
            description =
                    "Connections of one tenant to one back end, calls that may wait for one on each event loop, and"
                            + " how long an unused connection is kept: less than servers usually keep it, so that no request is"
                            + " sent on a connection that the server is closing.")
    @Bounds(least = 1, most = 100_000)
    int backend_max_connections() default 256;

    @Bounds(most = 1_000_000)
    int backend_max_waiting() default 4096;

    @Bounds(least = 1, most = Bounds.DAY_SECONDS)
    int backend_idle_timeout_seconds() default 4;

    @AttributeDefinition(
            description = "Header fields of one answer of a back end. An answer with more is BACKEND_UNAVAILABLE.")
    @Bounds(least = 8, most = 1000)
    int backend_max_header_fields() default 100;

    @AttributeDefinition(
            description = "Tenants may not connect to this machine (loopback, its own addresses), to link-local and"
                    + " multicast addresses, nor to the ports below, unless listed here: `<tenant UUID or *>@<host>:<port>`,"
                    + " separated by commas; the host as in the endpoint's locationURI. Example:"
                    + " `*@127.0.0.1:9001, 11111111-1111-4111-8111-111111111111@localhost:9002`")
    String egress_allow() default "";

    String egress_denied_ports() default "5432,61616,61617,5671,5672,1099,44444,8101";
}
