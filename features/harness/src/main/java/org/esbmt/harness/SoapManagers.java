package org.esbmt.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A client of the bus's administration over SOAP 1.1, with a user name token. It trusts the certificate of one bus, and nothing else. */
public final class SoapManagers {
    private static final String NAMESPACE = "urn:esbmt:administration:1";
    private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
    private static final String BOUNDARY = "part-of-esbmt";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final HttpClient client;
    private final String base;

    public SoapManagers(BusHome home) throws IOException, GeneralSecurityException {
        this.client = HttpClient.newBuilder()
                .sslContext(BusCertificate.trusting(home.certificate()))
                .build();
        this.base = home.administrationUrl() + "/soap/";
    }

    /** An answer. */
    public record Answer(int status, String body) {
        /** The text of the first element of that name; empty if there is none. */
        public Optional<String> text(String element) {
            Matcher found = Pattern.compile("<(?:[^\\s<>/:]+:)?" + element + ">([^<]*)</")
                    .matcher(body);
            return found.find() ? Optional.of(found.group(1)) : Optional.empty();
        }
    }

    /**
     * Calls an operation.
     *
     * @param manager the service, such as {@code TenantRegistryManager}
     * @param arguments by name, in the order of the schema
     */
    public Answer call(BusHome.Credentials by, String manager, String operation, Map<String, String> arguments)
            throws IOException, InterruptedException {
        String request = arguments.entrySet().stream()
                .map(argument -> element(argument.getKey(), argument.getValue()))
                .collect(Collectors.joining(
                        "", "<" + operation + " xmlns=\"" + NAMESPACE + "\">", "</" + operation + ">"));
        return post(
                manager,
                "text/xml; charset=utf-8",
                Soap.envelope(security(by), request).getBytes(StandardCharsets.UTF_8));
    }

    /** Sends any message. */
    public Answer send(String manager, String message) throws IOException, InterruptedException {
        return post(manager, "text/xml; charset=utf-8", message.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a message with one part beside it (MTOM), whose Content-ID is {@code part@esbmt}. */
    public Answer send(String manager, String message, byte[] part) throws IOException, InterruptedException {
        String begin = "--" + BOUNDARY
                + "\r\nContent-Type: application/xop+xml; charset=utf-8; type=\"text/xml\"\r\n\r\n" + message + "\r\n--"
                + BOUNDARY + "\r\nContent-Type: application/zip\r\nContent-ID: <part@esbmt>\r\n\r\n";
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(begin.getBytes(StandardCharsets.UTF_8));
        whole.write(part);
        whole.write(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return post(
                manager,
                "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=\"" + BOUNDARY
                        + "\"",
                whole.toByteArray());
    }

    private Answer post(String manager, String contentType, byte[] body) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(base + manager))
                        .timeout(LONGEST)
                        .header("Content-Type", contentType)
                        .header("SOAPAction", "\"\"")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    private static String security(BusHome.Credentials by) {
        return "<wsse:Security xmlns:wsse=\"" + OASIS + "wssecurity-secext-1.0.xsd\" soap:mustUnderstand=\"1\">"
                + "<wsse:UsernameToken>" + element("wsse:Username", by.login()) + "<wsse:Password Type=\"" + OASIS
                + "username-token-profile-1.0#PasswordText\">" + escaped(by.password())
                + "</wsse:Password></wsse:UsernameToken></wsse:Security>";
    }

    private static String element(String name, String text) {
        return "<" + name + ">" + escaped(text) + "</" + name + ">";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
