package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;

/** Requests to the REST API of one bus, as one user. One thread at a time. */
final class Connection {
    static final String API = "/api/v1";

    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private final HttpClient client;
    private final String base;
    private final Optional<String> authorization;
    private final Duration longest;

    /**
     * Makes the connection, which is opened by its first request.
     *
     * @param password ignored if the profile has a token
     * @throws Failure if the address is none, or would send the password in clear over a network
     */
    Connection(Profile profile, String password) throws Failure {
        this(profile, password, CONNECT, LONGEST);
    }

    private Connection(Profile profile, String password, Duration connect, Duration longest) throws Failure {
        checkAddress(profile.url());
        HttpClient.Builder builder = builder().connectTimeout(connect);
        this.longest = longest;
        if (profile.certificates().isPresent()) {
            builder.sslContext(Trust.of(profile.certificates().get()));
        }
        this.client = builder.build();
        this.base = profile.url() + API;
        this.authorization = Optional.of(profile.token()
                .map(token -> "Bearer " + token)
                .orElseGet(() -> "Basic "
                        + Base64.getEncoder()
                                .encodeToString((profile.login() + ":" + password).getBytes(StandardCharsets.UTF_8))));
    }

    private Connection(String url) throws Failure {
        checkAddress(url);
        this.client = builder().connectTimeout(CONNECT).build();
        this.longest = LONGEST;
        this.base = url + API;
        this.authorization = Optional.empty();
    }

    private static HttpClient.Builder builder() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NEVER);
    }

    /** A connection that gives up after two seconds. */
    static Connection quick(Profile profile, String password) throws Failure {
        return new Connection(profile, password, QUICK, QUICK);
    }

    /** Requests without a credential, to a server whose certificate Java trusts. */
    static Connection anonymous(String url) throws Failure {
        return new Connection(url);
    }

    private static void checkAddress(String url) throws Failure {
        try {
            URI address = URI.create(url);
            boolean plain =
                    "http".equals(address.getScheme()) && THIS_MACHINE.contains(String.valueOf(address.getHost()));
            if (address.getHost() != null && (plain || "https".equals(address.getScheme()))) {
                return;
            }
        } catch (IllegalArgumentException e) {
            throw Failure.usage(url + " is no address: " + e.getMessage());
        }
        throw Failure.usage(url + " is no address of a bus. It begins with https:// and a host.");
    }

    /** An answer of any status. */
    record Answer(int status, HttpHeaders headers, Bytes content) {
        byte[] body() {
            return content.get();
        }

        boolean isSuccess() {
            return status / 100 == 2;
        }

        Optional<String> header(String name) {
            return headers.firstValue(name);
        }
    }

    /** Gets a resource. */
    Answer get(String path, Map<String, String> headers) throws Failure {
        return send("GET", path, headers, Optional.empty(), new byte[0]);
    }

    /**
     * Sends a request.
     *
     * @param path below the API, with the query; or an address of this API
     * @param type the media type of the body; empty without a body
     * @throws Failure UNREACHABLE if the request changed nothing, IN_DOUBT if its answer is lost
     */
    Answer send(String method, String path, Map<String, String> headers, Optional<String> type, byte[] body)
            throws Failure {
        HttpRequest.Builder request = HttpRequest.newBuilder(address(path))
                .timeout(longest)
                .header("Accept", "application/json, application/problem+json, */*;q=0.5")
                .method(
                        method,
                        type.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        authorization.ifPresent(value -> request.header("Authorization", value));
        headers.forEach(request::header);
        type.ifPresent(its -> request.header("Content-Type", its));
        try {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(answer.statusCode(), answer.headers(), new Bytes(answer.body()));
        } catch (ConnectException | HttpConnectTimeoutException e) {
            throw Failure.unreachable("There is no connection to " + base + ": " + reason(e), e);
        } catch (SSLException e) {
            throw Failure.unreachable(
                    "The certificate of " + base + " is not trusted: " + reason(e)
                            + "\nLog in again: esbmt login --url <address> --ca <certificate.pem>",
                    e);
        } catch (IOException e) {
            String key = headers.get(Operation.IDEMPOTENCY_KEY);
            if (key != null) {
                throw Failure.inDoubt("The connection broke: " + reason(e), key);
            }
            throw Failure.unreachable("The connection to " + base + " broke: " + reason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.unreachable("Interrupted", e);
        }
    }

    /** The address of a path, or of a Location of this API. Credentials go nowhere else. */
    private URI address(String path) throws Failure {
        String target = requireNonNull(path, "path");
        int api = target.indexOf(API + "/");
        if (!target.startsWith("/") && api >= 0) {
            target = target.substring(api + API.length());
        }
        try {
            return URI.create(base + target);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(path + " is no path: " + e.getMessage());
        }
    }

    /** Java has no words for the most frequent causes. */
    private static String reason(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "the name of the machine is unknown";
            }
            boolean forged = cause instanceof CertPathValidatorException path
                    && path.getReason() == CertPathValidatorException.BasicReason.INVALID_SIGNATURE;
            if (forged || cause instanceof CertPathBuilderException) {
                return "no trusted certificate is the one of the server, or of its authority";
            }
        }
        if (e.getMessage() != null) {
            return e.getMessage();
        }
        return e instanceof ConnectException
                ? "nothing accepts connections there"
                : e.getClass().getSimpleName();
    }
}
