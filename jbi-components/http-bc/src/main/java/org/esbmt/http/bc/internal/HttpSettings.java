package org.esbmt.http.bc.internal;

import io.netty.handler.ssl.SslContext;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.esbmt.http.bc.internal.backend.BackEndLimits;
import org.esbmt.http.bc.internal.backend.EgressRules;
import org.esbmt.http.bc.internal.edge.EdgeLimits;
import org.esbmt.http.bc.internal.wire.HeaderNames;
import org.esbmt.xml.api.XmlLimits;

/**
 * The configuration, checked and in the shape in which the parts want it.
 *
 * @param publicUrl null: the address of the tenants' port
 * @param serverTls null if there is no key store
 */
public record HttpSettings(
        String host,
        int port,
        int tlsPort,
        String publicUrl,
        int threads,
        long gatheredBytes,
        long answerBytes,
        int wholeBytes,
        XmlLimits xmlLimits,
        EdgeLimits edgeLimits,
        BackEndLimits backEndLimits,
        HeaderNames requestHeaders,
        HeaderNames answerHeaders,
        EgressRules egress,
        SslContext serverTls,
        SslContext clientTls,
        long drainNanos,
        long noticeNanos) {

    private static final int MAX_WHOLE_BYTES = 1024 * 1024;
    private static final int MAX_HEAD_BYTES = 32 * 1024;
    private static final int MAX_ANSWER_HEAD_BYTES = 32 * 1024;

    /**
     * Checks a configuration.
     *
     * @throws IllegalArgumentException for the first value that is not acceptable; the sentence names the key
     */
    public static HttpSettings of(HttpConfiguration c) {
        int threads = c.threads() == 0 ? Runtime.getRuntime().availableProcessors() : c.threads();
        range("port", c.port(), 0, 65_535);
        range("tls.port", c.tls_port(), -1, 65_535);
        range("threads", threads, 1, 1024);
        range("message.whole.bytes", c.message_whole_bytes(), 0, MAX_WHOLE_BYTES);
        range("messages.gathered.bytes", c.messages_gathered_bytes(), 1L << 20, 1L << 40);
        range("tenant.answers.bytes", c.tenant_answers_bytes(), 1L << 20, 1L << 40);
        range("message.max.bytes", c.message_max_bytes(), 1024, 1L << 40);
        range("request.max.target.bytes", c.request_max_target_bytes(), 128, MAX_HEAD_BYTES);
        range("request.max.header.bytes", c.request_max_header_bytes(), 512, MAX_HEAD_BYTES);
        range("request.max.header.fields", c.request_max_header_fields(), 8, 1000);
        range("connections.max", c.connections_max(), 1, 1_000_000);
        range("connections.max.per.source", c.connections_max_per_source(), 0, 1_000_000);
        range("drain.notice.seconds", c.drain_notice_seconds(), 0, 3600);
        range("transfer.min.rate", c.transfer_min_rate(), 0, Integer.MAX_VALUE);
        range("backend.max.connections", c.backend_max_connections(), 1, 100_000);
        range("backend.max.waiting", c.backend_max_waiting(), 0, 1_000_000);
        if (c.tls_port() >= 0 && c.tls_keystore().isEmpty()) {
            throw new IllegalArgumentException("tls.port needs tls.keystore");
        }
        HeaderNames requestHeaders = headers("request.headers", c.request_headers());
        int perLoop = (c.backend_max_connections() + threads - 1) / threads;
        return new HttpSettings(
                c.host(),
                c.port(),
                c.tls_port(),
                publicUrl(c.public_url()),
                threads,
                c.messages_gathered_bytes(),
                c.tenant_answers_bytes(),
                c.message_whole_bytes(),
                new XmlLimits(
                        c.xml_max_depth(),
                        c.xml_max_attributes(),
                        c.xml_max_attribute_bytes(),
                        c.xml_max_name_bytes(),
                        c.xml_max_namespaces(),
                        c.xml_max_elements(),
                        c.message_max_bytes(),
                        c.soap_max_header_bytes()),
                new EdgeLimits(
                        requestHeaders,
                        c.request_max_target_bytes(),
                        c.request_max_header_bytes(),
                        c.request_max_header_fields(),
                        seconds("idle.timeout.seconds", c.idle_timeout_seconds()),
                        seconds("header.timeout.seconds", c.header_timeout_seconds()),
                        seconds("transfer.timeout.seconds", c.transfer_timeout_seconds()),
                        c.transfer_min_rate(),
                        seconds("transfer.grace.seconds", c.transfer_grace_seconds()),
                        c.connections_max(),
                        c.connections_max_per_source()),
                new BackEndLimits(
                        perLoop,
                        c.backend_max_waiting(),
                        seconds("backend.idle.timeout.seconds", c.backend_idle_timeout_seconds()),
                        MAX_ANSWER_HEAD_BYTES),
                requestHeaders,
                headers("response.headers", c.response_headers()),
                new EgressRules(list(c.egress_allow()), ports(c.egress_denied_ports())),
                TlsContexts.server(c.tls_keystore(), c.tls_keystore_password()),
                TlsContexts.client(
                        c.backend_truststore(),
                        c.backend_truststore_password(),
                        c.backend_keystore(),
                        c.backend_keystore_password()),
                TimeUnit.SECONDS.toNanos(c.drain_timeout_seconds()),
                TimeUnit.SECONDS.toNanos(c.drain_notice_seconds()));
    }

    private static String publicUrl(String configured) {
        if (configured.isBlank()) {
            return null;
        }
        try {
            URI url = URI.create(configured.strip());
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null && url.getQuery() == null && url.getFragment() == null) {
                String text = url.toString();
                return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("public.url '" + configured + "' is no URL", e);
        }
        throw new IllegalArgumentException("public.url must be http or https with a host, but is '" + configured + "'");
    }

    private static HeaderNames headers(String key, String value) {
        try {
            return new HeaderNames(list(value));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
        }
    }

    private static Set<Integer> ports(String value) {
        try {
            Set<Integer> ports = list(value).stream().map(Integer::valueOf).collect(Collectors.toUnmodifiableSet());
            ports.forEach(port -> range("egress.denied.ports", port, 1, 65_535));
            return ports;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("egress.denied.ports must be numbers, but is '" + value + "'", e);
        }
    }

    private static List<String> list(String value) {
        return Arrays.stream(value.split(",", -1))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    private static long seconds(String key, int value) {
        range(key, value, 1, 86_400);
        return TimeUnit.SECONDS.toNanos(value);
    }

    private static void range(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + " must be " + least + " to " + most + ", but is " + value);
        }
    }
}
