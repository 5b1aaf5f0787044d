package org.esbmt.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tenant's service behind the bus. It answers a SOAP message with the same message and its own name in a header block, and any
 * other body with that body. On a path other than the root it signs with the path too, and records the numbers of orders. On
 * {@code /unsteady} it accepts only the third message with a number, and no number that begins with {@code never}.
 * {@code GET /count} returns the number of messages. {@code GET /numbers} returns the count of different numbers, and of those
 * received more than once. It runs in a process of its own, so that it outlives {@code ./demo --keep}, and prints its port as its
 * first line.
 */
public final class BackEnd {
    /** The HTTP header that names the back end. */
    public static final String NAME_HEADER = "X-Backend";

    private static final Pattern NUMBER = Pattern.compile("number>([^<]{1,40})<");
    private static final int UNSTEADY_ATTEMPTS = 3;

    private final String name;
    private final AtomicLong seen = new AtomicLong();
    private final ConcurrentMap<String, Integer> numbers = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> attempts = new ConcurrentHashMap<>();

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
            String path = exchange.getRequestURI().getPath();
            switch (path) {
                case "/count" -> send(exchange, 200, "text/plain", ascii(Long.toString(seen.get())));
                case "/numbers" -> send(exchange, 200, "text/plain", ascii(numbers()));
                default -> answer(exchange, path.equals("/") ? "" : path);
            }
        }
    }

    private void answer(HttpExchange exchange, String path) throws IOException {
        seen.incrementAndGet();
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (!path.isEmpty()) {
            Matcher number = NUMBER.matcher(new String(body, StandardCharsets.UTF_8));
            if (number.find()) {
                if (path.equals("/unsteady") && fails(number.group(1))) {
                    send(exchange, 503, "text/plain", new byte[0]);
                    return;
                }
                numbers.merge(number.group(1), 1, Integer::sum);
            }
        }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        send(exchange, 200, type == null ? "application/octet-stream" : type, SoapSignature.sign(body, name + path));
    }

    private boolean fails(String number) {
        return number.startsWith("never") || attempts.merge(number, 1, Integer::sum) < UNSTEADY_ATTEMPTS;
    }

    private String numbers() {
        return numbers.size() + " "
                + numbers.values().stream().filter(n -> n > 1).count();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set(NAME_HEADER, name);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }
}
