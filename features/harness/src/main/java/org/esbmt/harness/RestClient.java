package org.esbmt.harness;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        this(home.certificate(), home.administrationUrl());
    }

    /** @param base the address of the port, without a slash at its end */
    public RestClient(Path certificate, String base) throws IOException, GeneralSecurityException {
        this.client = HttpClient.newBuilder()
                .sslContext(BusCertificate.trusting(certificate))
                .build();
        this.base = base;
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
        return send(request(by, path), method, type, body);
    }

    /**
     * Changes an object without a body.
     *
     * @param tag the entity tag of the object, or {@code *}
     */
    public HttpResponse<String> change(BusHome.Credentials by, String method, String path, String tag)
            throws IOException, InterruptedException {
        return send(request(by, path).header("If-Match", tag), method, "", new byte[0]);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String method, String type, byte[] body)
            throws IOException, InterruptedException {
        request.method(
                method,
                body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body));
        if (body.length > 0) {
            request.header("Content-Type", type);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /**
     * Begins an upload by POST and breaks it off.
     *
     * @param begin the bytes before the connection ends
     * @throws IllegalStateException if the bus answers it
     */
    public void breakOff(BusHome.Credentials by, String path, String type, byte[] begin) throws InterruptedException {
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(begin), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the client breaks off");
            }

            @Override
            public int read(byte[] to, int at, int length) throws IOException {
                return read();
            }
        });
        HttpRequest request = request(by, path)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> broken))
                .build();
        try {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            throw new IllegalStateException("a broken upload was answered with " + status);
        } catch (IOException e) {
            return; // as intended
        }
    }

    private HttpRequest.Builder request(BusHome.Credentials by, String path) {
        String pair = by.login() + ":" + by.password();
        return HttpRequest.newBuilder(URI.create(base + API + path))
                .timeout(LONGEST)
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
}
