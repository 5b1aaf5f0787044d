package org.esbmt.administration.console.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.esbmt.http.api.MessagePort;

/** A port of messages with an answer that a test gives. It keeps the requests. */
public final class TestMessagePort implements MessagePort, AutoCloseable {
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Reaction reaction = exchange -> answer(exchange, 200, "<answer/>");
    private volatile HttpServer server;
    private volatile ExecutorService threads;
    private volatile String wsdl = "";

    /** A request that has come in. */
    public record Request(String path, String type, String action, String body) {}

    /** An answer to a message. */
    @FunctionalInterface
    public interface Reaction {
        void to(HttpExchange exchange) throws IOException;
    }

    /** Opens the port. */
    public TestMessagePort open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
        return this;
    }

    public TestMessagePort answering(Reaction other) {
        reaction = other;
        return this;
    }

    public TestMessagePort describing(String document) {
        wsdl = document;
        return this;
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                answer(exchange, wsdl.isEmpty() ? 404 : 200, wsdl);
                return;
            }
            requests.add(new Request(
                    exchange.getRequestURI().toString(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                    String.valueOf(exchange.getRequestHeaders().getFirst("SOAPAction")),
                    new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
            reaction.to(exchange);
        }
    }

    /** Sends a whole answer. */
    public static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public Optional<InetSocketAddress> listening() {
        return Optional.ofNullable(server).map(HttpServer::getAddress);
    }

    @Override
    public Optional<String> clientAddress() {
        return Optional.ofNullable(server).map(open -> "https://bus.example");
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
