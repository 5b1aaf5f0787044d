package org.esbmt.administration.port;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies, conditions and identifiers of requests to REST, over the network. Each is refused with a problem and changes nothing. */
class RequestAttackTest {
    private static final String TENANTS = WholePort.API + "/tenants";
    private static final String GOOD =
            "{\"name\": \"initech\", \"administratorLogin\": \"boss\", \"password\": \"a long password\"";

    @TempDir
    static Path data;

    private static WholePort port;
    private List<String> before;

    @BeforeAll
    static void open() throws Exception {
        port = new WholePort(data, Map.of());
    }

    @AfterAll
    static void close() {
        port.close();
    }

    @BeforeEach
    void remember() throws Exception {
        before = port.tenants.contents();
    }

    @AfterEach
    void nothingIsChanged() throws Exception {
        assertThat(port.tenants.contents()).isEqualTo(before);
    }

    private static Answer post(String path, String fields, String body) throws Exception {
        return port.send("POST", path, WholePort.ada() + fields, body);
    }

    private static void isProblem(Answer answer, int status, String type) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text()).contains("\"urn:esbmt:problem:" + type + "\"");
        assertThat(answer.text()).doesNotContain("a long password", "Exception", "jackson");
    }

    static Stream<String> badBodies() {
        return Stream.of(
                GOOD + ", \"name\": \"other\"}",
                GOOD + ", \"na\\u006de\": \"other\"}",
                GOOD + ", \"tenantId\": \"00000000-0000-4000-8000-000000000001\"}",
                GOOD + ", \"state\": \"DELETED\"}",
                GOOD + ", \"roles\": [\"SYSTEM_ADMIN\"]}",
                GOOD + ", \"__proto__\": {\"admin\": true}}",
                GOOD + ", \"displayName\": [\"x\"]}",
                GOOD + ", \"displayName\": {\"x\": 1}}",
                GOOD + ", \"displayName\": 1}",
                GOOD + ", \"displayName\": true}",
                GOOD + ", \"displayName\": NaN}",
                GOOD + ", \"displayName\": " + "[".repeat(100_000),
                GOOD + ", \"displayName\": \"" + "x".repeat(70_000) + "\"}",
                GOOD + ", \"" + "n".repeat(70_000) + "\": 1}",
                GOOD,
                GOOD + "}{}",
                GOOD + "} trailing",
                GOOD + ",}",
                "[" + GOOD + "}]",
                "\"text\"",
                "null",
                "\ufeff" + GOOD + "}",
                "/* */" + GOOD + "}",
                GOOD.replace('"', '\'') + "}");
    }

    @ParameterizedTest
    @MethodSource("badBodies")
    void aBodyOfAnotherFormIsRefused(String body) throws Exception {
        isProblem(post(TENANTS, WholePort.JSON, body), 400, "invalid");
    }

    @Test
    void bytesOfAnotherEncodingAreRefused() throws Exception {
        byte[] latin = (GOOD + ", \"displayName\": \"J\u00fcrgen\"}").getBytes(ISO_8859_1);
        try (RawClient client = port.connect()) {
            client.send("POST " + TENANTS + " HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: " + latin.length
                            + "\r\n" + WholePort.ada() + WholePort.JSON + "\r\n")
                    .send(latin);

            isProblem(client.answer(), 400, "invalid");
        }
    }

    @Test
    void aBodyIsOfABoundedLength() throws Exception {
        String large = GOOD + ", \"displayName\": \"" + "x".repeat(300_000) + "\"}";

        assertThat(post(TENANTS, WholePort.JSON, large).status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e3", "1.5", "\"5\"", "[5]", "true", "-0.0", "9223372036854775808", "111111111111111111111111"})
    void aNumberIsAWholeOneOf64Bits(String number) throws Exception {
        String quotas = TENANTS + "/" + port.tenants.acme + "/quotas/USERS";

        isProblem(
                port.send(
                        "PUT",
                        quotas,
                        WholePort.ada() + WholePort.ANY_REVISION + WholePort.JSON,
                        "{\"hard\": " + number + "}"),
                400,
                "invalid");
    }

    @ParameterizedTest
    @CsvSource({
        "x, 400, invalid",
        "'\"1\", \"2\"', 400, invalid",
        "1, 400, invalid",
        "'W/\"1-0123456789abcdef\"', 412, stale",
        "'\"1\"', 412, stale",
        "'\"1-0123456789abcdef\"', 412, stale",
        "'\"999999999999999999999-0123456789abcdef\"', 412, stale",
        "'\"\"', 412, stale"
    })
    void anEntityTagThatWasNeverGivenIsRefused(String tag, int status, String problem) throws Exception {
        String acme = TENANTS + "/" + port.tenants.acme + "/suspend";

        isProblem(post(acme, "If-Match: " + tag + "\r\n", ""), status, problem);
    }

    @Test
    void theEntityTagOfAnotherTenantOrOfAnotherStateIsRefused() throws Exception {
        String acme = TENANTS + "/" + port.tenants.acme;
        Answer globex = port.send("GET", TENANTS + "/" + port.tenants.globex, WholePort.ada(), "");
        String own = port.send("GET", acme, WholePort.ada(), "").header("ETag");
        String older = own.replaceFirst("\"(\\d+)-", "\"9$1-");

        isProblem(post(acme + "/suspend", "If-Match: " + globex.header("ETag") + "\r\n", ""), 412, "stale");
        isProblem(post(acme + "/suspend", "If-Match: " + older + "\r\n", ""), 412, "stale");
        assertThat(post(acme + "/suspend", "If-Match: " + own + "\r\nIf-Match: " + own + "\r\n", "")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "If-Unmodified-Since: Wed, 25 Nov 2026 22:00:00 GMT\r\n", "X-If-Match: *\r\n"})
    void aChangeWithoutAnEntityTagIsRefused(String fields) throws Exception {
        String acme = TENANTS + "/" + port.tenants.acme;

        for (String change : List.of("POST " + acme + "/suspend", "DELETE " + acme + "/contacts/Ann")) {
            String[] request = change.split(" ", 2);
            Answer refused = port.send(request[0], request[1], WholePort.ada() + fields, "");
            isProblem(refused, 428, "precondition-required");
            assertThat(refused.text()).contains("If-Match", "GET " + port.origin() + acme);
        }
    }

    @Test
    void aConditionOfAQueryGuardsNoChange() throws Exception {
        String acme = TENANTS + "/" + port.tenants.acme;

        isProblem(post(acme + "/suspend", WholePort.ANY_REVISION + "If-None-Match: *\r\n", ""), 400, "invalid");
        isProblem(post(TENANTS, "If-Match: \"1\"\r\n" + WholePort.JSON, GOOD + "}"), 400, "invalid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "x",
                "00000000-0000-4000-8000-00000000000",
                "'00000000-0000-4000-8000-000000000001'",
                "*",
                "\""
            })
    void anIdempotencyKeyIsAnIdentifier(String key) throws Exception {
        isProblem(post(TENANTS, "Idempotency-Key: " + key + "\r\n" + WholePort.JSON, GOOD + "}"), 400, "invalid");
    }

    @Test
    void anIdempotencyKeyOfAnotherUserIsRefused() throws Exception {
        String key = "Idempotency-Key: " + port.tenants.foreignOperation + "\r\n";
        String contacts = TENANTS + "/" + port.tenants.acme + "/contacts/Anna";
        String body = "{\"kind\": \"TECHNICAL\", \"address\": \"110\"}";

        Answer foreign =
                port.send("PUT", contacts, WholePort.boss() + key + WholePort.ANY_REVISION + WholePort.JSON, body);

        isProblem(foreign, 409, "conflict");
        assertThat(foreign.text()).doesNotContain("globex", port.tenants.globex.toString(), "deployAssembly");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "text/json",
                "application/xml",
                "application/json; charset=utf-16",
                "application/json, text/plain"
            })
    void aBodyOfAnotherMediaTypeIsRefused(String type) throws Exception {
        Answer answer = post(TENANTS, "Content-Type: " + type + "\r\n", GOOD + "}");

        assertThat(answer.status()).as(answer.text()).isIn(400, 415);
    }

    @Test
    void anUploadThatIsCutOffDeploysNothingAndIsNoFailureOfTheBus() throws Exception {
        String path = TENANTS + "/" + port.tenants.acme + "/assemblies";
        String fields = WholePort.boss() + "Content-Type: application/zip\r\n";
        int calls = port.published.calls().size();
        try (CapturedLog log = new CapturedLog()) {
            int refused = 0;
            for (String framing : List.of(
                    "Content-Length: 1000\r\n\r\nshipping", "Transfer-Encoding: chunked\r\n\r\n8\r\nshipping\r\n")) {
                try (RawClient client = port.connect()) {
                    client.send("POST " + path + " HTTP/1.1\r\nHost: " + port.host() + "\r\n" + fields + framing);
                    int begun = ++calls;
                    await().untilAsserted(
                                    () -> assertThat(port.published.calls()).hasSizeGreaterThanOrEqualTo(begun));
                }
                int ended = ++refused;
                await().untilAsserted(() -> assertThat(log.linesWith("could not be read to its end"))
                        .hasSize(ended));
            }
            assertThat(log.linesWith("could not be read to its end"))
                    .allMatch(line -> line.contains(" INFO org.esbmt.audit - deployAssembly by acme/boss "));
            assertThat(log.linesWith("ERROR")).isEmpty();
            assertThat(log.linesWith("\tat ")).as("stacks").isEmpty();
        }
        assertThat(port.send("GET", path, WholePort.boss(), "").text()).doesNotContain("shipping");
    }

    @Test
    void aBodyThatIsCutOffIsNeverRead() throws Exception {
        int calls = port.published.calls().size();
        for (String body : List.of(GOOD, GOOD + "}")) {
            try (RawClient client = port.connect()) {
                client.send("POST " + TENANTS + " HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: "
                        + (body.getBytes(UTF_8).length + 1) + "\r\n" + WholePort.ada() + WholePort.JSON + "\r\n"
                        + body);
                client.socket().shutdownOutput();
                client.input().readAllBytes(); // until the port has ended the connection
            }
        }

        assertThat(port.published.calls()).hasSize(calls);
    }

    @Test
    void aDoubledOrUnknownParameterIsRefused() throws Exception {
        String fields = WholePort.ada();
        for (String query : List.of(
                "state=ACTIVE&state=DELETED",
                "offset=1",
                "nameAfter=a",
                "_method=DELETE",
                "limit=5;state=ACTIVE",
                "%",
                "tenantId=x")) {
            isProblem(port.send("GET", TENANTS + "?" + query, fields, ""), 400, "invalid");
        }
        isProblem(
                port.send(
                        "GET",
                        WholePort.API + "/operations/" + UUID.randomUUID() + "?waitSeconds=2147483648",
                        fields,
                        ""),
                400,
                "invalid");
    }

    @Test
    void aRepetitionWithAnotherContentHasTheFirstOutcomeAndNoOther() throws Exception {
        String key = "Idempotency-Key: " + UUID.randomUUID() + "\r\n";
        String contacts = TENANTS + "/" + port.tenants.acme + "/contacts/";
        String anna = "{\"kind\": \"TECHNICAL\", \"address\": \"110\"}";
        assertThat(port.send(
                                "PUT",
                                contacts + "Anna",
                                WholePort.boss() + key + WholePort.ANY_REVISION + WholePort.JSON,
                                anna)
                        .status())
                .isEqualTo(200);
        before = port.tenants.contents();

        for (String other : List.of(anna.replace("110", "112"), anna.replace("TECHNICAL", "BILLING"))) {
            isProblem(
                    port.send(
                            "PUT",
                            contacts + "Anna",
                            WholePort.boss() + key + WholePort.ANY_REVISION + WholePort.JSON,
                            other),
                    409,
                    "conflict");
        }
        isProblem(
                port.send(
                        "PUT",
                        contacts + "Bert",
                        WholePort.boss() + key + WholePort.ANY_REVISION + WholePort.JSON,
                        anna),
                409,
                "conflict");
        isProblem(
                port.send("DELETE", contacts + "Anna", WholePort.boss() + key + WholePort.ANY_REVISION, ""),
                409,
                "conflict");
        assertThat(port.send(
                                "PUT",
                                contacts + "Anna",
                                WholePort.boss() + key + WholePort.ANY_REVISION + WholePort.JSON,
                                anna)
                        .status())
                .isEqualTo(200);
    }
}
