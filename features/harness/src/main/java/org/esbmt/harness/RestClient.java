package org.esbmt.harness;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A client of the administration port that trusts the generated certificate of one bus, and nothing else. */
public final class RestClient {
    private static final String API = "/api/v1";
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final HttpClient client;
    private final String base;

    public RestClient(BusHome home) throws IOException, GeneralSecurityException {
        this.client = HttpClient.newBuilder()
                .sslContext(trusting(home.data().resolve("administration-http/certificate.pem")))
                .build();
        this.base = "https://localhost:" + home.administrationPort();
    }

    private static SSLContext trusting(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "bus", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
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
