package org.esbmt.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output and the exit status of answers. */
class AnswersTest {
    private static final String TENANT = "00000000-0000-4000-8000-000000000001";
    private static final String KEY = "00000000-0000-4000-8000-000000000003";

    @TempDir
    Path directory;

    private FakeApi api;
    private CommandLine esbmt;

    @BeforeEach
    void open() throws IOException {
        api = FakeApi.open();
        esbmt = new CommandLine(directory).at(api);
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void aProgramGetsJsonAndAPersonATable() {
        api.answers(
                "GET /tenants",
                200,
                "{'items': [{'name': 'acme', 'state': 'ACTIVE', 'etag': 'x'}, {'name': 'a\\u001b[31m'}], 'total': 9,"
                        + " 'totalExact': false, 'next': 'n'}");

        assertThat(Json.object(esbmt.run("tenant", "list").out().getBytes(UTF_8))
                        .get("total"))
                .hasToString("9");
        assertThat(esbmt.tables().run("tenant", "list").out())
                .isEqualTo("name    state\nacme    ACTIVE\na?[31m\n2 of more than 9. All of them: --all\n");
        assertThat(esbmt.run("tenant", "list", "--output", "json").out()).startsWith("{");
    }

    @Test
    void allPagesAreOneList() {
        api.answers("GET /tenants?limit=100", 200, "{'items': [{'name': 'a'}], 'total': 2, 'next': 'n='}")
                .answers("GET /tenants?next=n%3D&limit=100", 200, "{'items': [{'name': 'b'}], 'total': 2}")
                .answers("GET /tenants?limit=100&next=n%3D", 200, "{'items': [{'name': 'b'}], 'total': 2}");

        Map<String, Object> all =
                Json.object(esbmt.run("tenant", "list", "--all").out().getBytes(UTF_8));
        assertThat(Json.list(all.get("items"))).hasSize(2);
        assertThat(all).doesNotContainKey("next");
    }

    @Test
    void aRefusalSaysWhoMustActAndTheFindings() {
        api.answers(
                "GET /status",
                422,
                "{'detail': 'the archive is wrong.', 'who': 'you to mend it', 'findings': [{'file': 'xbean.xml', 'line': 3,"
                        + " 'rule': 'R1', 'detail': 'no attribute'}, {'field': 'limit', 'detail': 'too\\u0007 many'}, {'detail': 'no zip', 'rule': 'R2'}]}");
        CommandLine.Result result = esbmt.run("status");

        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).isEqualTo("""
                        the archive is wrong.
                        It is for you to mend it.
                          xbean.xml:3: no attribute (R1)
                          limit: too? many
                          no zip (R2)
                        """);
    }

    @Test
    void aLostAnswerOfAChangeIsInDoubtWithItsKey() {
        api.answers("POST /tenants/" + TENANT + "/suspend", 504, "{'detail': 'nobody knows.'}");
        CommandLine.Result result = esbmt.run("tenant", "suspend", TENANT, "--idempotency-key", KEY);
        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err()).contains("nobody knows.", "Run the same command again with --idempotency-key " + KEY);

        api.answers("POST /tenants/" + TENANT + "/resume", 0, "");
        result = esbmt.run("tenant", "resume", TENANT);
        assertThat(result.status()).isEqualTo(4);
        assertThat(result.err())
                .contains("--idempotency-key " + api.last().headers().get("Idempotency-key"));

        api.answers("GET /status", 0, "");
        assertThat(esbmt.run("status").status()).isEqualTo(3);
    }

    @Test
    void aBusOutOfReachHasAStatusOfItsOwn() {
        api.close();
        CommandLine.Result result = esbmt.run("status");
        assertThat(result.status()).isEqualTo(3);
        assertThat(result.err()).startsWith("There is no connection to " + api.url());
    }

    @Test
    void causesWithoutAConnectionAreInWords() throws IOException {
        try (Socket bound = new Socket()) { // no other process gets its port, and it accepts nothing
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String nobody = "http://localhost:" + bound.getLocalPort();
            assertThat(esbmt.with("ESBMT_URL", nobody).run("status").err())
                    .isEqualTo("There is no connection to " + nobody + "/api/v1: nothing accepts connections there\n");
        }
        assertThat(esbmt.with("ESBMT_URL", "https://nowhere.invalid:1")
                        .run("status")
                        .err())
                .contains("the name of the machine is unknown")
                .doesNotContain("Exception");
    }

    @Test
    void anAddressThatTheBusDoesNotServeSaysWhereItsAddressIs() {
        api.answers("GET /status", 421, "");
        assertThat(esbmt.run("status").err()).contains("public.url", "org.esbmt.administration.http.cfg");
    }

    @Test
    void anOutputThatIsNotWrittenIsNoSuccess() {
        api.answers("GET /status", 200, "{}");
        CommandLine.Result result = esbmt.fullDisk().run("status");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.err()).startsWith("The output cannot be written.");
    }

    @Test
    void anInterruptedChangeIsInDoubtWithItsKey() throws Exception {
        api.answers("POST /tenants/" + TENANT + "/suspend", FakeApi.NONE, "");
        Process process = esbmt.process("tenant", "suspend", TENANT, "--idempotency-key", KEY);
        await(() -> !api.requests().isEmpty());
        process.toHandle().destroy();

        assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
                .isEqualTo(
                        "Interrupted.\nThe change may have been made, or not. Run the same command again with --idempotency-key "
                                + KEY + "\n");
        assertThat(process.waitFor()).isEqualTo(128 + 15);
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @Test
    void waitingEndsWithTheAnswersOfTheNodes() {
        String suspend = "POST /tenants/" + TENANT + "/suspend";
        api.answers(suspend, 202, "{'name': 'acme'}", Map.of("Location", "https://bus/api/v1/operations/1"))
                .answers(
                        "GET /operations/1?waitSeconds=5",
                        200,
                        "{'state': 'PARTIAL', 'answers': {'n1': 'APPLIED', 'n2': 'FAILED: disk'}, 'waiting': []}");
        CommandLine.Result result = esbmt.run("tenant", "suspend", TENANT, "--wait");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).contains("acme");
        assertThat(result.err()).contains("2 of 2 nodes", "The change is PARTIAL", "n2: FAILED: disk");

        assertThat(esbmt.run("tenant", "suspend", TENANT))
                .matches(done -> done.status() == 0)
                .matches(done -> done.err().contains("--wait"));
    }

    @Test
    void aWrongPasswordSaysHowToLogIn() {
        api.answers("GET /status", 401, "{'detail': 'wrong.'}");
        assertThat(esbmt.run("status").err()).isEqualTo("wrong.\nLog in again: esbmt login\n");
    }

    @Test
    void theDocumentIsKeptAndComparedByItsTag() throws IOException {
        api.answers("GET /status", 200, "{}");
        esbmt.run("status");
        esbmt.run("status");

        assertThat(api.documents()).isEqualTo(1);
        assertThat(directory.resolve("esbmt")).isDirectoryContaining("glob:**openapi-*.json");
    }
}
