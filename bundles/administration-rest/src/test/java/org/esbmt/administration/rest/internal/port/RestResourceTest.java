package org.esbmt.administration.rest.internal.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.json.JsonBatch;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.Headers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API as a resource of the administration port. */
class RestResourceTest {
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final PublicAddress ADDRESS = new PublicAddress("https://bus.example", "/esb");

    @TempDir
    Path data;

    private RestResource resource;

    @BeforeEach
    void openBus() throws Exception {
        resource = new RestResource(new RestBus(data).api());
    }

    @Test
    void anAnswerHasTheFieldsOfTheApiAndTheLinksOfThePublicAddress() throws Exception {
        Response created = send("POST", "/tenants", JSON, tenant("acme"));

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.fields().get("Location")).startsWith("https://bus.example/esb/api/v1/tenants/");
        assertThat(created.fields().get("Cache-Control")).isEqualTo("no-store");
        assertThat(created.fields().get("Content-Type")).isEqualTo("application/json");
        assertThat(created.fields().containsKey("Operation-Id")).isTrue();
    }

    @Test
    void theFieldsOfTheRequestCount() throws Exception {
        send("POST", "/tenants", JSON, tenant("acme"));
        String tag = send("GET", "/tenants/acme", Map.of(), "").fields().get("ETag");

        assertThat(send("GET", "/tenants/acme", Map.of("If-None-Match", tag), "")
                        .status())
                .isEqualTo(304);
        assertThat(send("HEAD", "/tenants/acme", Map.of(), "").status()).isEqualTo(200);
    }

    @Test
    void refusalsOfThePortAreProblems() {
        Response refused = resource.refused(Refusal.NOT_AUTHENTICATED, head("GET", "/tenants", Map.of()));

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.fields().get("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.fields().get("WWW-Authenticate")).startsWith("Basic ");
        Response wrong = resource.refused(Refusal.WRONG_TOKEN, head("GET", "/tenants", Map.of()));
        assertThat(wrong.fields().toString()).contains("Bearer realm=\"ESB-MT rest\", error=\"invalid_token\"");
        for (Refusal each : Refusal.values()) {
            assertThat(resource.refused(each, head("GET", "/tenants", Map.of())).status())
                    .isEqualTo(each.status());
        }
    }

    @Test
    void onlyArchivesAndBatchesAreReadAsTheyArrive() {
        assertThat(need("GET", "/tenants", Map.of())).isEqualTo(BodyNeed.NONE);
        assertThat(need("POST", "/tenants", JSON)).isInstanceOf(BodyNeed.Whole.class);
        assertThat(need("POST", "/batches", JSON)).isEqualTo(new BodyNeed.Streamed(JsonBatch.MAX_BYTES));
        assertThat(need("POST", "/tenants/x/assemblies", Map.of("Content-Type", "application/zip")))
                .isInstanceOf(BodyNeed.Streamed.class);
    }

    private BodyNeed need(String method, String path, Map<String, String> fields) {
        return resource.body(head(method, path, fields), path);
    }

    private Response send(String method, String path, Map<String, String> fields, String body) throws IOException {
        return resource.handle(new Exchange(
                head(method, path, fields),
                path,
                "192.0.2.1",
                Optional.of(new Administrator("ada", resource.way())),
                Scope.FULL,
                Optional.empty(),
                new ByteArrayInputStream(body.getBytes(UTF_8)),
                ADDRESS));
    }

    private static RequestHead head(String method, String path, Map<String, String> fields) {
        Headers.Builder headers = new Headers.Builder();
        fields.forEach((name, value) -> headers.putChecked(HeaderName.of(name), value));
        return new RequestHead(
                method,
                RestResource.PATH + path,
                Optional.empty(),
                headers.build(),
                -1,
                InetAddress.getLoopbackAddress());
    }

    private static String tenant(String name) {
        return "{\"name\": \"%s\", \"administratorLogin\": \"boss\", \"password\": \"%s\"}"
                .formatted(name, RestBus.PASSWORD);
    }
}
