package org.esbmt.itests;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiPredicate;

/**
 * The services behind an assembly. Each answers a message with the same message, and records it by its path. The one at {@code
 * /unending} begins an answer, and ends it at {@link #release}.
 */
final class RecordedServices implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, List<String>> received = new ConcurrentHashMap<>();
    private final BiPredicate<String, String> fails;
    private final CountDownLatch released = new CountDownLatch(1);

    /** @param fails true if the service at this path refuses this message, with 503 */
    RecordedServices(BiPredicate<String, String> fails) throws IOException {
        this.fails = fails;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    String hostAndPort() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    String url() {
        return "http://" + hostAndPort();
    }

    /** The messages that came to this path, failed ones too. */
    List<String> received(String path) {
        return received.computeIfAbsent(path, p -> new CopyOnWriteArrayList<>());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] body = exchange.getRequestBody().readAllBytes();
            String message = new String(body, StandardCharsets.UTF_8);
            received(path).add(message);
            if (fails.test(path, message)) {
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            exchange.getResponseHeaders()
                    .set("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"));
            if (path.equals("/unending")) {
                exchange.sendResponseHeaders(200, 0); // in chunks
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                    out.flush();
                    released.await();
                }
                return;
            }
            exchange.sendResponseHeaders(200, body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the unending answers. */
    void release() {
        released.countDown();
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdownNow();
    }
}
