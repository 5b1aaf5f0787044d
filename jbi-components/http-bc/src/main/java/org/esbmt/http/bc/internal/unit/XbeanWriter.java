package org.esbmt.http.bc.internal.unit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.esbmt.message.security.api.Tolerance;

/**
 * Writes the endpoints read from an {@code xbean.xml}. It writes every value, including defaults, so that a later
 * release with other defaults does not change a deployed unit. It writes nothing else of the author's text.
 */
final class XbeanWriter {
    private final UnaryOperator<QName> scoped;
    private final StringBuilder out = new StringBuilder();
    // The attributes of the current element.
    private final List<String> attributes = new ArrayList<>();
    private final Map<String, String> prefixes = new TreeMap<>();

    private XbeanWriter(UnaryOperator<QName> scoped) {
        this.scoped = scoped;
    }

    /** @param scoped maps a service to its name on the bus; interfaces and operations keep the names of their WSDL */
    static byte[] write(List<HttpEndpointDefinition> endpoints, UnaryOperator<QName> scoped) {
        XbeanWriter writer = new XbeanWriter(scoped);
        writer.out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<beans xmlns:http=\"");
        writer.out.append(XbeanVocabulary.NAMESPACE).append("\">\n");
        for (HttpEndpointDefinition endpoint : endpoints) {
            writer.endpoint(endpoint);
        }
        writer.out.append("</beans>\n");
        return writer.out.toString().getBytes(UTF_8);
    }

    private void endpoint(HttpEndpointDefinition e) {
        name(XbeanVocabulary.SERVICE, scoped.apply(e.service()));
        text(XbeanVocabulary.ENDPOINT, e.endpoint());
        e.interfaceName().ifPresent(name -> name(XbeanVocabulary.INTERFACE_NAME, name));
        XbeanVocabulary element;
        if (e instanceof ConsumerDefinition consumer) {
            element = e.soap() ? XbeanVocabulary.SOAP_CONSUMER : XbeanVocabulary.CONSUMER;
            target(consumer.target());
            text(XbeanVocabulary.DEFAULT_MEP, consumer.defaultMep().toString());
            consumer.location().ifPresent(uri -> text(XbeanVocabulary.LOCATION_URI, uri.toString()));
            text(XbeanVocabulary.TIMEOUT, Long.toString(consumer.timeout().toMillis()));
            if (consumer.location().isEmpty()) {
                senders(consumer.senders());
            }
        } else {
            ProviderDefinition provider = (ProviderDefinition) e;
            element = e.soap() ? XbeanVocabulary.SOAP_PROVIDER : XbeanVocabulary.PROVIDER;
            text(XbeanVocabulary.LOCATION_URI, provider.location().toString());
            text(
                    XbeanVocabulary.CONNECT_TIMEOUT_MILLIS,
                    Long.toString(provider.connectTimeout().toMillis()));
            text(
                    XbeanVocabulary.READ_TIMEOUT_MILLIS,
                    Long.toString(provider.readTimeout().toMillis()));
            security(provider.security(), e.soap());
        }
        e.soapVersion()
                .ifPresent(version -> text(
                        XbeanVocabulary.SOAP_VERSION,
                        switch (version) {
                            case SOAP_1_1 -> "1.1";
                            case SOAP_1_2 -> "1.2";
                        }));
        e.wsdl().ifPresent(file -> text(XbeanVocabulary.WSDL, file));
        text(
                XbeanVocabulary.BODY_CHECK,
                e.bodyCheck().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        text(XbeanVocabulary.MAX_MESSAGE_BYTES, Long.toString(e.maxMessageBytes()));
        close(element);
    }

    private void senders(SenderPolicy senders) {
        text(
                XbeanVocabulary.ACCEPT,
                senders.accept().stream()
                        .map(SenderPolicy.Proof::toString)
                        .sorted()
                        .collect(Collectors.joining(" ")));
        text(XbeanVocabulary.PROTECT, senders.protect().toString());
        text(XbeanVocabulary.ANSWER, senders.answer().toString());
        tolerate(senders.tolerate());
    }

    private void tolerate(Set<Tolerance> tolerances) {
        if (!tolerances.isEmpty()) {
            text(
                    XbeanVocabulary.TOLERATE,
                    tolerances.stream().map(Tolerance::toString).sorted().collect(Collectors.joining(" ")));
        }
    }

    private void security(ProviderSecurity security, boolean soap) {
        text(XbeanVocabulary.SECURE, security.secure().toString());
        security.credential().ifPresent(name -> text(XbeanVocabulary.CREDENTIAL, name));
        security.recipient().ifPresent(name -> text(XbeanVocabulary.RECIPIENT, name));
        if (soap) {
            text(XbeanVocabulary.EXPECT, security.expect().toString());
        }
        security.partner().ifPresent(name -> text(XbeanVocabulary.PARTNER, name));
        tolerate(security.tolerate());
        security.clientCertificate().ifPresent(name -> text(XbeanVocabulary.CLIENT_CERTIFICATE, name));
        security.authority().ifPresent(name -> text(XbeanVocabulary.AUTHORITY, name));
    }

    private void target(ExchangeTarget target) {
        target.service().ifPresent(name -> name(XbeanVocabulary.TARGET_SERVICE, scoped.apply(name)));
        target.endpoint().ifPresent(endpoint -> text(XbeanVocabulary.TARGET_ENDPOINT, endpoint));
        target.interfaceName().ifPresent(name -> name(XbeanVocabulary.TARGET_INTERFACE, name));
        target.operation().ifPresent(name -> name(XbeanVocabulary.TARGET_OPERATION, name));
    }

    private void name(String attribute, QName name) {
        String prefix = prefixes.computeIfAbsent(name.getNamespaceURI(), uri -> "n" + (prefixes.size() + 1));
        text(attribute, prefix + ":" + name.getLocalPart());
    }

    private void text(String attribute, String value) {
        attributes.add(attribute + "=\"" + escaped(value) + "\"");
    }

    private void close(XbeanVocabulary element) {
        out.append("  <").append(element);
        prefixes.forEach((uri, prefix) -> out.append(" xmlns:")
                .append(prefix)
                .append("=\"")
                .append(escaped(uri))
                .append('"'));
        attributes.forEach(attribute -> out.append("\n      ").append(attribute));
        out.append("/>\n");
        attributes.clear();
        prefixes.clear();
    }

    private static String escaped(String value) {
        StringBuilder safe = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\t', '\n', '\r' -> safe.append("&#").append((int) c).append(';');
                default -> safe.append(c);
            }
        }
        return safe.toString();
    }
}
