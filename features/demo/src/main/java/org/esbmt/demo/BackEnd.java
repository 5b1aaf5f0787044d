package org.esbmt.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A tenant's service behind the bus: answers a SOAP message with the same message and its own name added as a header
 * block, any other body with that body; {@code GET /count} tells how many messages it has seen. Runs in a process of its
 * own, so that it outlives a demo that is kept running; prints its port as its first line.
 */
public final class BackEnd {
    /** The HTTP header that names the back end. */
    public static final String NAME_HEADER = "X-Backend";

    private final String name;
    private final AtomicLong seen = new AtomicLong();

    BackEnd(String name) {
        this.name = name;
    }

    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        ExecutorService threads = Executors.newCachedThreadPool();
        BackEnd backEnd = new BackEnd(args[0]);
        server.createContext("/", backEnd::handle);
        server.setExecutor(threads);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestURI().getPath().equals("/count")) {
                send(exchange, "text/plain", Long.toString(seen.get()).getBytes(StandardCharsets.US_ASCII));
                return;
            }
            seen.incrementAndGet();
            byte[] body = exchange.getRequestBody().readAllBytes();
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            send(exchange, type == null ? "application/octet-stream" : type, SoapSignature.sign(body, name));
        }
    }

    private void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set(NAME_HEADER, name);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }
}
