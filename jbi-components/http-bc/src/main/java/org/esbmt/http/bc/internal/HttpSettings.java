package org.esbmt.http.bc.internal;

import io.netty.handler.ssl.SslContext;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.TrustManagerFactory;
import org.esbmt.http.api.edge.EdgeLimits;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.bc.internal.backend.BackEndLimits;
import org.esbmt.http.bc.internal.backend.EgressRules;
import org.esbmt.http.bc.internal.backend.KeyedTls;
import org.esbmt.xml.api.XmlLimits;

/**
 * The configuration, validated and divided for the parts of the component.
 *
 * @param publicUrl null: the address of the tenants' port
 * @param serverTls null if there is no key store
 * @param keyedTls for back ends that a tenant's certificate is for
 * @param plainSecrets permits tenants' secrets over http
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
        KeyedTls keyedTls,
        boolean plainSecrets,
        long drainNanos,
        long noticeNanos) {

    private static final int MAX_ANSWER_HEAD_BYTES = 32 * 1024;

    /**
     * Validates a configuration.
     *
     * @throws IllegalArgumentException for the first invalid value; the message names the key
     */
    public static HttpSettings of(HttpConfiguration c) {
        checkBounds(c);
        int threads = c.threads() == 0 ? Runtime.getRuntime().availableProcessors() : c.threads();
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
                        true,
                        c.request_max_target_bytes(),
                        c.request_max_header_bytes(),
                        c.request_max_header_fields(),
                        TimeUnit.SECONDS.toNanos(c.idle_timeout_seconds()),
                        TimeUnit.SECONDS.toNanos(c.header_timeout_seconds()),
                        TimeUnit.SECONDS.toNanos(c.transfer_timeout_seconds()),
                        c.transfer_min_rate(),
                        TimeUnit.SECONDS.toNanos(c.transfer_grace_seconds()),
                        c.connections_max(),
                        c.connections_max_per_source()),
                new BackEndLimits(
                        perLoop,
                        c.backend_max_waiting(),
                        c.tenant_waiting_bytes(),
                        TimeUnit.SECONDS.toNanos(c.backend_idle_timeout_seconds()),
                        MAX_ANSWER_HEAD_BYTES,
                        c.backend_max_header_fields()),
                requestHeaders,
                headers("response.headers", c.response_headers()),
                new EgressRules(list(c.egress_allow()), ports(c.egress_denied_ports())),
                TlsContexts.serverOfCertificates(
                        c.tls_keystore(), c.tls_keystore_password(), list(c.tls_cipher_suites())),
                TlsContexts.client(
                        c.backend_truststore(),
                        c.backend_truststore_password(),
                        c.backend_keystore(),
                        c.backend_keystore_password(),
                        list(c.backend_cipher_suites())),
                keyedTls(c),
                c.backend_plain_secrets(),
                TimeUnit.SECONDS.toNanos(c.drain_timeout_seconds()),
                TimeUnit.SECONDS.toNanos(c.drain_notice_seconds()));
    }

    private static KeyedTls keyedTls(HttpConfiguration c) {
        Optional<TrustManagerFactory> trust =
                TlsContexts.trust(c.backend_truststore(), c.backend_truststore_password());
        List<String> suites = list(c.backend_cipher_suites());
        return tls -> TlsContexts.client(
                tls.authority().map(TlsContexts::trust).or(() -> trust),
                suites,
                tls.key().map(key -> new TlsContexts.Identity(key.key(), key.chain())));
    }

    private static String publicUrl(String configured) {
        if (configured.isBlank()) {
            return null;
        }
        try {
            URI url = URI.create(configured.strip());
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            boolean plain = url.getRawUserInfo() == null && url.getQuery() == null && url.getFragment() == null;
            if (http && url.getHost() != null && url.getPort() <= 65_535 && plain) {
                String text = url.toString();
                return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("public.url '" + configured + "' is no URL", e);
        }
        throw new IllegalArgumentException(
                "public.url must be http or https with a host and perhaps a port, but is '" + configured + "'");
    }

    private static HeaderNames headers(String key, String value) {
        try {
            return PassedHeaders.of(list(value));
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

    private static void checkBounds(HttpConfiguration c) {
        for (Method member : HttpConfiguration.class.getDeclaredMethods()) {
            Bounds bounds = member.getAnnotation(Bounds.class);
            if (bounds != null) {
                long value = number(c, member);
                if (value != 0 || !bounds.orZero()) {
                    // OSGi Compendium R8, 112.8.2.1: an underscore in a member's name is a dot in the key.
                    range(member.getName().replace('_', '.'), value, bounds.least(), bounds.most());
                }
            }
        }
    }

    private static long number(HttpConfiguration c, Method member) {
        try {
            return ((Number) member.invoke(c)).longValue();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(member + " cannot be read", e);
        }
    }

    private static void range(String key, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(key + " must be " + least + " to " + most + ", but is " + value);
        }
    }
}
