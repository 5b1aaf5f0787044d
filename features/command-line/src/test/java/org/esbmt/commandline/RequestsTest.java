package org.esbmt.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The request of each command, from the document of the bus. */
class RequestsTest {
    private static final String TENANT = "00000000-0000-4000-8000-000000000001";
    private static final String USER = "00000000-0000-4000-8000-000000000002";
    private static final String KEY = "00000000-0000-4000-8000-000000000003";

    @TempDir
    Path directory;

    private FakeApi api;
    private CommandLine esbmt;
    private String secret;

    @BeforeEach
    void open() throws IOException {
        api = FakeApi.open()
                .answers("GET /tenants/acme", 200, "{'tenantId': '" + TENANT + "', 'name': 'acme'}")
                .answers("GET /tenants/" + TENANT + "/logins/nina", 200, "{'userId': '" + USER + "'}");
        esbmt = new CommandLine(directory.resolve("config")).at(api);
        secret = file("secret", "a long password\nanother line");
    }

    @AfterEach
    void close() {
        api.close();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private void done(String... arguments) {
        CommandLine.Result result = esbmt.run(arguments);
        assertThat(result.status()).as(result.err()).isZero();
    }

    @Test
    void optionsAreFieldsAndASecretIsTheFirstLineOfItsFile() {
        api.answers("POST /tenants", 201, "{'name': 'acme'}");
        done("tenant", "create", "--name=acme", "--administrator-login", "boss", "--password-file", secret);

        assertThat(api.last().text())
                .isEqualTo("{\"name\":\"acme\",\"administratorLogin\":\"boss\",\"password\":\"a long password\"}");
        assertThat(api.last().headers())
                .containsEntry("Content-type", "application/json")
                .containsEntry(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString("ada:ada's password".getBytes(UTF_8)))
                .containsKey("Idempotency-key")
                .doesNotContainKey("If-match");
    }

    @Test
    void commandsAreWordsOrJoinedByHyphens() {
        api.answers("GET /tenants?nameContains=a%26b&limit=2", 200, "{'items': [], 'total': 0, 'totalExact': true}");
        done("tenant", "list", "--limit", "2", "--name-contains", "a&b");
        done("--output", "json", "tenant-list", "--limit=2", "--name-contains", "a&b");
    }

    @Test
    void namesStandForIdentifiers() {
        api.answers("POST /tenants/" + TENANT + "/users/" + USER + "/lock", 200, "{}");
        done("user", "lock", "acme", "nina", "--if-match", "\"1-a\"", "--idempotency-key", KEY);

        assertThat(api.requests()).extracting(FakeApi.Request::toString).hasSize(3);
        assertThat(api.last().headers()).containsEntry("If-match", "\"1-a\"").containsEntry("Idempotency-key", KEY);
        done("user", "lock", TENANT, USER);
        assertThat(api.requests()).hasSize(4);
        assertThat(api.last().headers()).as("any revision").containsEntry("If-match", "*");
        assertThat(esbmt.run("user", "lock", "--help").out())
                .contains("--if-match")
                .doesNotContain("Required.");
    }

    @Test
    void aNameIsOneSegmentOfAPath() {
        CommandLine.Result result = esbmt.run("tenant", "show", "../me?x=/y#z");

        assertThat(result.status()).isEqualTo(1);
        assertThat(api.last()).hasToString("GET /tenants/..%2Fme%3Fx%3D%2Fy%23z");
    }

    @Test
    void theNumberOfArgumentsChoosesTheOperation() throws IOException {
        String archive = file("orders.zip", "PK");
        api.answers("POST /tenants/" + TENANT + "/assemblies", 201, "{}")
                .answers("POST /tenants/" + TENANT + "/users/" + USER + "/assemblies?dryRun=true", 200, "{}");
        done("assembly", "deploy", "acme", archive);
        assertThat(api.last().text()).isEqualTo("PK");
        assertThat(api.last().headers()).containsEntry("Content-type", "application/zip");

        esbmt.input("from standard input");
        done("assembly", "deploy", "acme", "nina", "-", "--dry-run");
        assertThat(api.last().text()).isEqualTo("from standard input");

        assertThat(esbmt.run("assembly", "deploy", "acme").err())
                .contains("esbmt assembly deploy <tenant> <file>", "esbmt assembly deploy <tenant> <login> <file>");
    }

    @Test
    void listsAreRepeatedOptions() {
        api.answers("POST /system-users", 201, "{}").answers("POST /components/a/settings", 200, "{}");
        done("system-user", "add", "--login", "olga", "--roles", "A", "--roles", "B", "--password-file", secret);
        assertThat(api.last().text()).contains("\"roles\":[\"A\",\"B\"]");

        done("component", "configure", "a", "--settings", "x=1=2", "--settings", "y=", "--unset", "z");
        assertThat(api.last().text()).isEqualTo("{\"settings\":[\"x=1=2\",\"y=\"],\"unset\":[\"z\"]}");
    }

    @Test
    void numbersAreNumbers() {
        api.answers("PUT /tenants/" + TENANT + "/quotas/USERS", 200, "{}");
        done("quota", "change", "acme", "USERS", "--hard", "30");
        assertThat(api.last().text()).isEqualTo("{\"hard\":30}");
        assertThat(esbmt.run("quota", "change", "acme", "USERS", "--hard", "many")
                        .err())
                .contains("a whole number");
    }

    @Test
    void aBatchIsAFormWithTheFilesThatItNames() throws IOException {
        Files.createDirectories(directory.resolve("docs"));
        file("orders.zip", "PK");
        file("docs/a.wsdl", "<wsdl/>");
        String batch = file(
                "batch.xml",
                "<batch xmlns='urn:esbmt:batch:1'><deploy tenant='#a' archive='orders.zip'/>"
                        + "<registerService wsdl='docs/a.wsdl' name='secret'/></batch>");
        api.answers("POST /batches", 200, "{}").answers("POST /batches?dryRun=true", 200, "{}");
        done("batch", "run", batch);

        assertThat(api.last().headers().get("Content-type")).startsWith("multipart/form-data; boundary=");
        assertThat(api.last().text())
                .contains("name=\"batch\"", "name=\"archive\"; filename=\"orders.zip\"", "PK")
                .contains("filename=\"docs/a.wsdl\"", "<wsdl/>")
                .doesNotContain("a long password");
        done("batch", "plan", batch);
        assertThat(api.last()).hasToString("POST /batches?dryRun=true");

        done("batch", "run", file("batch.json", "{\"steps\": []}"));
        assertThat(api.last().headers()).containsEntry("Content-type", "application/json");
    }

    @Test
    void aBatchWithoutItsFileIsNotSent() throws IOException {
        String batch = file("batch.xml", "<batch><deploy archive='missing.zip'/></batch>");
        CommandLine.Result result = esbmt.run("batch", "run", batch);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).contains("missing.zip");
        assertThat(api.requests()).isEmpty();
        String evil =
                file("evil.xml", "<!DOCTYPE batch [<!ENTITY e SYSTEM 'file://" + secret + "'>]><batch>&e;</batch>");
        assertThat(esbmt.run("batch", "run", evil).status()).isEqualTo(2);
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void wrongArgumentsSendNothing() {
        for (String[] wrong : new String[][] {
            {"tenant", "create", "--name", "a", "--administrator-login", "b", "--password", "secret"},
            {"tenant", "create", "--administrator-login", "b", "--password-file", secret},
            {"tenant", "create", "--name", "a", "--password-file", secret},
            {"tenant", "create", "--name", "a", "--administrator-login", "b"},
            {"tenant", "create", "--name", "a", "--name", "b", "--administrator-login", "b", "--password-file", secret},
            {"tenant", "list", "--limit"},
            {"tenant", "list", "-x"},
            {"tenant", "list", "extra"},
            {"tenant", "list", "--output", "xml"},
            {"tenant", "vanish"},
            {"--output", "json"},
            {"assembly", "deploy", TENANT, "/nowhere/orders.zip"},
            {"tenant", "create", "--name", "a", "--administrator-login", "b", "--password-file", "/nowhere"},
            {"completion", "tcsh"},
            {"token", "create", "--name", "a", "--changes=yes"},
            {"assembly", "deploy", TENANT, "/dev/null"},
        }) {
            CommandLine.Result result = esbmt.run(wrong);
            assertThat(result.status()).as(String.join(" ", wrong)).isEqualTo(2);
            assertThat(result.err()).isNotBlank().doesNotContain("Exception");
        }
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void theStandardInputIsReadOnce() {
        esbmt.input("both");
        assertThat(esbmt.run("admin-password", "--current-password-file", "-", "--new-password-file", "-")
                        .err())
                .contains("one file");
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void aLocationElsewhereGetsNoCredential() throws IOException {
        try (FakeApi elsewhere = FakeApi.open()) {
            api.answers(
                            "POST /tenants/" + TENANT + "/suspend",
                            202,
                            "{}",
                            Map.of("Location", elsewhere.url() + "/api/v1/operations/1"))
                    .answers(
                            "GET /operations/1?waitSeconds=5",
                            200,
                            "{'state': 'APPLIED', 'answers': {'n': 'APPLIED'}}");
            done("tenant", "suspend", "acme", "--wait");
            assertThat(elsewhere.requests()).isEmpty();
        }
    }
}
