package org.esbmt.suite.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.esbmt.harness.Soap;
import org.esbmt.suite.message.Request;

/** Single messages, whose answers are read whole. The load generator checks the status only. */
public final class Probe {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private static final int SHOWN = 300;

    private Probe() {}

    /** The answer of any status. */
    public static Soap.Answer send(InetSocketAddress to, Request request) throws IOException, InterruptedException {
        HttpRequest.Builder http = HttpRequest.newBuilder(URI.create("http://" + HaProxy.text(to) + request.path()))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.envelope()));
        Request.HEADERS.forEach(http::header);
        long start = System.nanoTime();
        HttpResponse<String> answer = CLIENT.send(http.build(), HttpResponse.BodyHandlers.ofString(UTF_8));
        return new Soap.Answer(answer.statusCode(), answer.body(), "", "", Duration.ofNanos(System.nanoTime() - start));
    }

    /** Sends a message to each node. Empty if each answer is good, or else says the first error. */
    public static Optional<String> check(Target target, Request request) throws InterruptedException {
        for (InetSocketAddress node : target.addresses()) {
            try {
                Soap.Answer answer = send(node, request);
                if (answer.status() != 200 || !answer.body().contains(request.element())) {
                    String body = answer.body();
                    return Optional.of("a wrong answer with status " + answer.status() + ": "
                            + body.substring(0, Math.min(SHOWN, body.length())));
                }
            } catch (IOException e) {
                return Optional.of("no answer: " + e);
            }
        }
        return Optional.empty();
    }

    /** The number of requests that have reached the back end. */
    public static long served(InetSocketAddress backEnd) throws IOException, InterruptedException {
        HttpRequest get = HttpRequest.newBuilder(URI.create("http://" + HaProxy.text(backEnd) + "/"))
                .timeout(Duration.ofSeconds(20))
                .build();
        return Long.parseLong(
                CLIENT.send(get, HttpResponse.BodyHandlers.ofString(UTF_8)).body());
    }
}
