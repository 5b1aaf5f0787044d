package org.esbmt.administration.rest.internal.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.rest.internal.BrokenBody;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong requests and failures become problem details, and nothing is changed. */
class RefusalsOverRestTest {
    private static final Map<Reason, Integer> STATUSES = Map.of(
            Reason.INVALID, 400,
            Reason.FORBIDDEN, 403,
            Reason.NOT_FOUND, 404,
            Reason.CONFLICT, 409,
            Reason.EXCEEDED, 409,
            Reason.STALE, 412,
            Reason.INTERNAL, 500,
            Reason.UNAVAILABLE, 503,
            Reason.BUSY, 503,
            Reason.IN_DOUBT, 504);

    @TempDir
    Path data;

    private RestBus bus;

    @BeforeEach
    void start() throws Exception {
        bus = new RestBus(data);
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyReasonHasItsStatus(Reason reason) {
        Client client = failing(new AdministrationException(
                reason, AdministrationException.told("It is so. It is for now", "SYSTEM_ADMIN to look")));

        Answer refused = client.get("/status")
                .refuses(
                        STATUSES.get(reason),
                        reason.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        "It is so.");

        assertThat(refused.text("who")).isEqualTo("SYSTEM_ADMIN to look");
        assertThat(refused.text("title")).isEqualTo(ProblemType.of(reason).title());
        assertThat(refused.object()).doesNotContainKey("operation");
        assertThat(refused.header("Retry-After").isPresent())
                .isEqualTo(reason == Reason.UNAVAILABLE || reason == Reason.BUSY);
    }

    private static Client failing(Exception failure) {
        InstallationStatus status = (InstallationStatus) Proxy.newProxyInstance(
                InstallationStatus.class.getClassLoader(),
                new Class<?>[] {InstallationStatus.class},
                (proxy, method, arguments) -> {
                    throw failure;
                });
        Services services = new Services().with(InstallationStatus.class, status);
        return new Client(new CatalogueRestApi(new byte[0], () -> services), "ada");
    }

    @Test
    void aFailureTellsTheLogAlone() {
        try (CapturedLog log = new CapturedLog()) {
            Answer failed = failing(new IllegalStateException("jdbc:secret")).get("/status");

            failed.refuses(500, "internal", "its log tells why");
            assertThat(failed.body()).doesNotContain("secret").doesNotContain("Exception");
            assertThat(log.linesWith("GET /status of ada (rest) failed")).hasSize(1);
            assertThat(log.linesWith("jdbc:secret")).isNotEmpty();
        }
    }

    @Test
    void aPartWithoutItsServiceIsUnavailable() {
        Client client = new Client(new CatalogueRestApi(new byte[0], Services::new), "ada");

        client.get("/components").refuses(503, "unavailable", "does not have this part");
    }

    @Test
    void anotherMethodIsNotAllowedAndTheOthersAreNamed() {
        Answer refused = bus.as("ada").send("PATCH", "/tenants").refuses(405, "method-not-allowed", "no such method");

        assertThat(refused.header("Allow")).contains("GET, HEAD, POST");
        bus.as("ada").send("TRACE", "/tenants").is(405);
        bus.as("ada").with("X-HTTP-Method-Override", "DELETE").get("/tenants").is(200);
        bus.as("ada").get("/tenants?_method=DELETE").refuses(400, "invalid", "no parameter '_method'");
        bus.as("ada").get("/").refuses(404, "not-found", "no such path");
        bus.as("ada").get("/tenants/%2e%2e/status").refuses(404, "not-found", "no such path");
    }

    @Test
    void aRefusedParameterIsShownWithoutControlCharacters() {
        assertThat(bus.as("ada")
                        .get("/tenants?a%0d%0ab%3Cscript%3E=1")
                        .refuses(400, "invalid", "no parameter")
                        .body())
                .contains("a??b?script?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"})
    void aFormOfABrowserIsNoJson(String type) {
        bus.as("ada")
                .body(type, "{\"name\": \"acme\"}".getBytes(UTF_8))
                .post("/tenants")
                .refuses(415, "unsupported-media-type", "application/json");
        bus.as("ada")
                .body("application/json; charset=utf-7", "{}".getBytes(UTF_8))
                .post("/tenants")
                .refuses(400, "invalid", "charset=utf-8");
        assertThat(bus.as("ada").get("/tenants").number("total")).isZero();
    }

    @Test
    void unknownFieldsChangeNothing() {
        for (String more : new String[] {"'state': 'DELETED'", "'tenantId': 'x'", "'revision': 1", "'roles': []"}) {
            Answer refused = bus.as("ada")
                    .json("{'name': 'acme', 'administratorLogin': 'boss', 'password': 'a long password', " + more + "}")
                    .post("/tenants")
                    .refuses(400, "invalid", "no field");
            assertThat(refused.fields()).hasSize(1);
            assertThat(refused.body()).doesNotContain("a long password");
        }
        assertThat(bus.as("ada").get("/tenants").number("total")).isZero();
    }

    @Test
    void aBodyWhereThereIsNoneIsRefused() {
        String acme = bus.tenant("acme");

        bus.as("ada").json("{}").get("/tenants").refuses(400, "invalid", "a GET has no body");
        bus.as("ada")
                .anyRevision()
                .json("{}")
                .delete("/tenants/" + acme + "/contacts/x")
                .refuses(400, "invalid", "a DELETE has no");
        bus.as("ada")
                .anyRevision()
                .json("{}")
                .post("/tenants/" + acme + "/suspend")
                .is(200);
        bus.as("ada")
                .anyRevision()
                .json("{'x': 1}")
                .post("/tenants/" + acme + "/resume")
                .refuses(400, "invalid", "no field 'x'");
        bus.as("ada").post("/batches").refuses(400, "invalid", "steps is missing");
    }

    @Test
    void aBrokenBodyChangesNothing() {
        Client client =
                bus.as("ada").body("application/json", new BrokenBody("{\"name\": \"acme\", \"administratorLogin\": "));

        assertThatThrownBy(() -> client.post("/tenants")).hasCauseInstanceOf(IOException.class);
        assertThat(bus.as("ada").get("/tenants").number("total")).isZero();
    }

    @Test
    void aBrokenArchiveChangesNothing() {
        String acme = bus.tenant("acme");

        try {
            Answer answer = bus.as("acme/boss")
                    .body("application/zip", new BrokenBody("orders"))
                    .post("/tenants/" + acme + "/assemblies");
            assertThat(answer.body()).contains("urn:esbmt:problem:");
        } catch (RuntimeException e) {
            assertThat(e).hasRootCauseMessage(BrokenBody.MESSAGE);
        }
        assertThat(bus.as("acme/boss").get("/tenants/" + acme + "/assemblies").number("total"))
                .isZero();
    }
}
