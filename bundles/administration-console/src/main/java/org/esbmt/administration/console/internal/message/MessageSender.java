package org.esbmt.administration.console.internal.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.esbmt.http.api.MessagePort;

/**
 * Sends messages to the endpoints of this node over its own port, on the same way as any sender. It connects nowhere
 * else. Blocks its threads, for 30 seconds at most.
 */
public final class MessageSender {
    /** The bytes of an answer that are shown. */
    public static final int MOST_ANSWER = 256 << 10;

    private static final int MOST_WSDL = 1 << 20;
    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final List<String> SHOWN =
            List.of("content-type", "content-language", "cache-control", "retry-after", "x-correlation-id");

    private final MessagePort port;
    private final Duration atMost;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(CONNECT)
            .build();

    public MessageSender(MessagePort port) {
        this(port, Duration.ofSeconds(30));
    }

    MessageSender(MessagePort port, Duration atMost) {
        this.port = requireNonNull(port, "port");
        this.atMost = requireNonNull(atMost, "atMost");
    }

    /** Returns true while the port is open. */
    public boolean isOpen() {
        return port.listening().isPresent();
    }

    /** The address of an endpoint for clients; empty while the port is closed. */
    public Optional<String> url(String path) {
        return port.clientAddress().map(address -> address + path);
    }

    /**
     * Sends a message.
     *
     * @param path of the endpoint, as the registry has it
     * @param action the value of SOAPAction; may be empty
     * @throws IOException if there is no whole answer in time
     */
    public Reply send(String path, SoapVersion version, String action, String message)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path)
                .header("Content-Type", version.contentType(action))
                .POST(BodyPublishers.ofString(message, UTF_8));
        if (version == SoapVersion.SOAP_1_1) {
            request.header("SOAPAction", '"' + action + '"');
        }
        long start = System.nanoTime();
        HttpResponse<BoundedBody.Beginning> answer = answer(request.build(), MOST_ANSWER);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        String body = new String(answer.body().bytes(), UTF_8);
        return new Reply(
                answer.statusCode(), fields(answer), took, body, answer.body().isCut(), Fault.of(body));
    }

    /** Returns the WSDL of an endpoint; empty if it has none. */
    public Optional<byte[]> wsdl(String path) throws IOException, InterruptedException {
        HttpResponse<BoundedBody.Beginning> answer =
                answer(request(path + "?wsdl").GET().build(), MOST_WSDL);
        boolean whole = answer.statusCode() == 200 && !answer.body().isCut();
        return whole ? Optional.of(answer.body().bytes()) : Optional.empty();
    }

    private HttpRequest.Builder request(String path) throws IOException {
        InetSocketAddress open = port.listening().orElseThrow(() -> new IOException("the port of messages is closed"));
        InetAddress address =
                open.getAddress().isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : open.getAddress();
        String host = address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
        URI uri = URI.create("http://" + host + ":" + open.getPort() + path);
        if (uri.getPort() != open.getPort() || !host.equals(uri.getHost())) {
            throw new IllegalArgumentException("'" + path + "' is no path of an endpoint");
        }
        return HttpRequest.newBuilder(uri).timeout(atMost);
    }

    private HttpResponse<BoundedBody.Beginning> answer(HttpRequest request, int most)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<BoundedBody.Beginning>> answer =
                client.sendAsync(request, head -> new BoundedBody(most));
        try {
            return answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("there is no whole answer in " + atMost.toSeconds() + " seconds", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause().getMessage()), e);
        } finally {
            answer.cancel(true);
        }
    }

    private static Map<String, String> fields(HttpResponse<?> answer) {
        Map<String, String> fields = new TreeMap<>();
        for (String name : SHOWN) {
            answer.headers().firstValue(name).ifPresent(value -> fields.put(name, value));
        }
        return fields;
    }
}
