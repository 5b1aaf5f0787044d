package org.esbmt.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;

/** A client of the administration port that trusts the generated certificate of one bus, and nothing else. */
public final class RestClient {
    private static final String API = "/api/v1";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final HttpClient client;
    private final String base;

    public RestClient(BusHome home) throws IOException, GeneralSecurityException {
        this.client = HttpClient.newBuilder()
                .sslContext(BusCertificate.trusting(home.certificate()))
                .build();
        this.base = home.administrationUrl();
    }

    /** Gets a page or a file of the console, without a login. */
    public HttpResponse<String> page(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(base + path)).timeout(LONGEST).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /**
     * Sends a request of the REST API.
     *
     * @param path below the API, such as {@code /tenants}
     * @param type the media type of the body; ignored without a body
     */
    public HttpResponse<String> send(BusHome.Credentials by, String method, String path, String type, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + API + path))
                .timeout(LONGEST)
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(
                                                (by.login() + ":" + by.password()).getBytes(StandardCharsets.UTF_8)))
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (body.length > 0) {
            request.header("Content-Type", type);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
