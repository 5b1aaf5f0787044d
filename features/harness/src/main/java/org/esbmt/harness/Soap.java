package org.esbmt.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A SOAP client. */
public final class Soap {
    private static final Pattern CODE = Pattern.compile("<(?:[^\\s<>/:]+:)?code>([A-Z_]+)</");

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /**
     * An answer.
     *
     * @param backEnd the name of the back end in the message; empty for a fault of the bus
     * @param faultCode the code in the bus's fault; empty for another answer
     */
    public record Answer(int status, String body, String backEnd, String faultCode, Duration took) {}

    /** The header block with the sender's credential. */
    public static String tenantContext(String tenant, String user, String password) {
        return "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\" soap:mustUnderstand=\"1\"><tenantID>" + tenant
                + "</tenantID><userID>" + user + "</userID><password>" + password + "</password></TenantContext>";
    }

    /** The header block with the sender's names, for a signed message. */
    public static String tenantContext(String tenant, String user) {
        return "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\" soap:mustUnderstand=\"1\"><tenantID>" + tenant
                + "</tenantID><userID>" + user + "</userID></TenantContext>";
    }

    /** A SOAP 1.1 message with these header blocks and this body. */
    public static String envelope(String headerBlocks, String body) {
        return "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>" + headerBlocks
                + "</soap:Header><soap:Body>" + body + "</soap:Body></soap:Envelope>";
    }

    /** Posts a message and reads the answer of any status. */
    public Answer send(String url, String message) throws IOException, InterruptedException {
        HttpRequest request = request(url, message);
        long start = System.nanoTime();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        Matcher code = CODE.matcher(response.body());
        return new Answer(
                response.statusCode(),
                response.body(),
                SoapSignature.signer(response.body()),
                code.find() ? code.group(1) : "",
                took);
    }

    /** Posts a message; the result is the status of the whole answer. */
    public CompletableFuture<Integer> begin(String url, String message) {
        return http.sendAsync(request(url, message), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::statusCode);
    }

    private static HttpRequest request(String url, String message) {
        return HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(message))
                .build();
    }

    /** Reads a URL by GET. */
    public String get(String url) throws IOException, InterruptedException {
        return http.send(
                        HttpRequest.newBuilder(URI.create(url))
                                .timeout(Duration.ofSeconds(10))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
