package org.esbmt.suite.management;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import org.esbmt.harness.BusCertificate;
import org.esbmt.harness.BusHome;

/**
 * A client of the administration port over any port of this machine. The field Host names the bus's own port, as it would on a slow
 * link. The system property {@code jdk.httpclient.allowRestrictedHeaders=host} is needed.
 */
final class AdministrationHttp {
    private final String base;
    private final String host;
    private final Duration patience;
    private final HttpClient client;

    /**
     * A client.
     *
     * @param port the port of a link, or the bus's own one
     * @param patience the time after which a request fails
     */
    AdministrationHttp(BusHome home, int port, Duration patience) throws IOException, GeneralSecurityException {
        this.base = "https://localhost:" + port;
        this.host = "localhost:" + home.administrationPort();
        this.patience = patience;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(patience)
                .sslContext(BusCertificate.trusting(home.certificate()))
                .build();
    }

    String base() {
        return base;
    }

    HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(patience).header("Host", host);
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The client of Java 17 has no end; its threads end with the process. */
    void close() {}
}
