package org.esbmt.suite.management;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Administration over REST, on one connection of HTTP/1.1 with TLS. */
final class RestPlane implements Plane {
    /** An entity tag begins with the revision. */
    private static final Pattern REVISION = Pattern.compile("\\d+");

    private static final Pattern HARD = Pattern.compile("\"hard\"\\s*:\\s*(\\d+)");

    private final AdministrationHttp http;
    private final String quota;
    private final String tenantId;
    private final String authorization;

    RestPlane(AdministrationHttp http, Assignment assignment) {
        this.http = http;
        this.tenantId = assignment.tenantId();
        this.quota = "/api/v1/tenants/" + tenantId + "/quotas/" + Assignment.RESOURCE;
        String pair = assignment.administrator().login() + ":"
                + assignment.administrator().password();
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long readQuota() throws IOException, InterruptedException {
        return state().hard();
    }

    /** A quota with its revision. */
    record State(long hard, long revision) {}

    /** Reads the quota with its revision, which each change increases by one. */
    State state() throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request(quota).GET().build());
        Matcher hard = HARD.matcher(answer.body());
        if (answer.statusCode() != 200 || !hard.find()) {
            throw new IOException("the quota cannot be read: " + answer.statusCode() + " " + answer.body());
        }
        Matcher tag = REVISION.matcher(answer.headers().firstValue("ETag").orElse(""));
        if (!tag.find()) {
            throw new IOException(
                    "the quota has no revision: " + answer.headers().map());
        }
        return new State(Long.parseLong(hard.group(1)), Long.parseLong(tag.group()));
    }

    @Override
    public void changeQuota(long hard, String request) throws IOException, InterruptedException, RefusedException {
        change(
                request(quota)
                        .header("If-Match", "*")
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"hard\": " + hard + "}")),
                request);
    }

    @Override
    public void batch(List<Long> hards, String request) throws IOException, InterruptedException, RefusedException {
        String text = BatchText.of(tenantId, Assignment.RESOURCE, hards);
        change(
                request("/api/v1/batches")
                        .header("Content-Type", "application/xml")
                        .POST(HttpRequest.BodyPublishers.ofString(text)),
                request);
    }

    private void change(HttpRequest.Builder builder, String request)
            throws IOException, InterruptedException, RefusedException {
        if (!request.isEmpty()) {
            builder.header("Idempotency-Key", request);
        }
        HttpResponse<String> answer = http.send(builder.build());
        if (answer.statusCode() / 100 != 2) {
            throw new RefusedException(answer.statusCode() + " " + answer.body());
        }
    }

    private HttpRequest.Builder request(String path) {
        return http.request(URI.create(http.base() + path)).header("Authorization", authorization);
    }

    @Override
    public void close() {
        http.close();
    }
}
