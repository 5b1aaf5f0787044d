package org.esbmt.commandline;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;

/** A server with the document of the bus, which keeps each other request and answers it as the test wants. */
final class FakeApi implements AutoCloseable {
    static final byte[] DOCUMENT = document();
    /** The status of a request that is never answered. */
    static final int NONE = -1;

    private static final String TAG = "\"1\"";

    private final HttpServer server;
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Answer> answers = new HashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private int documents;

    /** A request. */
    record Request(String method, String target, Map<String, String> headers, Bytes body) {
        String text() {
            return new String(body.get(), StandardCharsets.UTF_8);
        }

        @Override
        public String toString() {
            return method + " " + target;
        }
    }

    /**
     * An answer.
     *
     * @param status 0 to close the connection in place of an answer, {@link #NONE} to keep silent until the end
     */
    record Answer(int status, String type, String body, Map<String, String> headers) {}

    private FakeApi(HttpServer server) {
        this.server = server;
        server.createContext("/", this::handle);
        server.start();
    }

    private static byte[] document() {
        try {
            return Files.readAllBytes(Path.of("../../docs/guide/schemas/esbmt-administration.openapi.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static FakeApi open() throws IOException {
        return new FakeApi(HttpServer.create(here(), 0));
    }

    static FakeApi open(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(here(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new FakeApi(server);
    }

    private static InetSocketAddress here() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://localhost:" + port();
    }

    /** The answer to a method and a path with its query. */
    FakeApi answers(String request, int status, String json) {
        return answers(request, status, json, Map.of());
    }

    FakeApi answers(String request, int status, String json, Map<String, String> headers) {
        String type = status >= 400 ? "application/problem+json" : "application/json";
        answers.put(request, new Answer(status, type, json.replace('\'', '"'), headers));
        return this;
    }

    /** The requests apart from those for the document. */
    List<Request> requests() {
        return List.copyOf(requests);
    }

    Request last() {
        return requests.get(requests.size() - 1);
    }

    /** The number of documents that were sent whole. */
    int documents() {
        return documents;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String target = exchange.getRequestURI().toString().replaceFirst("^/api/v1", "");
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (target.equals("/openapi.json")) {
            documents(exchange);
            return;
        }
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        Request request = new Request(exchange.getRequestMethod(), target, headers, new Bytes(body));
        requests.add(request);
        Answer answer = answers.getOrDefault(
                request.toString(),
                new Answer(404, "application/problem+json", "{\"detail\":\"there is no " + request + "\"}", Map.of()));
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        send(exchange, answer.status(), answer.type(), answer.body().getBytes(StandardCharsets.UTF_8));
    }

    private void documents(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("ETag", TAG);
        boolean known = Optional.ofNullable(exchange.getRequestHeaders().getFirst("If-None-Match"))
                .filter(TAG::equals)
                .isPresent();
        if (!known) {
            documents++;
        }
        send(exchange, known ? 304 : 200, "application/json", known ? new byte[0] : DOCUMENT);
    }

    private void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        if (status == NONE) {
            awaitEnd();
        }
        if (status <= 0) {
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void awaitEnd() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
