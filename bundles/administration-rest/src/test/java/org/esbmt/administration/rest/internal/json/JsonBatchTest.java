package org.esbmt.administration.rest.internal.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Batches in JSON. Apostrophes stand for quotation marks. */
class JsonBatchTest {
    private static final String TENANT = "00000000-0000-4000-8000-000000000001";

    @Test
    void stepsAreThoseOfTheXml() throws Exception {
        Batch batch = batch("{'steps': ["
                + "{'setQuota': {'tenant': '" + TENANT
                + "', 'resource': 'USERS', 'hard': 9, 'soft': 7, 'revision': 4}},"
                + "{'createLink': {'tenant': '" + TENANT + "', 'namespace': 'urn:a', 'name': 'A', 'endpoint': 'e'}}]}");

        assertThat(batch.steps().get(0).expectedRevision()).hasValue(4);
        SetQuota quota = (SetQuota) batch.steps().get(0).command();
        assertThat(quota.limit().hard()).isEqualTo(9);
        CreateLink link = (CreateLink) batch.steps().get(1).command();
        assertThat(link.service().toString()).isEqualTo("{urn:a}A");
    }

    private static final String STEP = "{'lockUser': {'tenant': '#a', 'login': 'x'}}";

    @Test
    void aTextIsNoMarkup() throws Exception {
        List<? extends BatchableCommand<?>> commands = batch("{'steps': [{'removeContact': {'tenant': '" + TENANT
                        + "', 'name': '\\u0022/><x a=\\u0022\\n&'}}]}")
                .steps()
                .stream()
                .map(Batch.Step::command)
                .toList();

        assertThat(commands).singleElement().asString().contains("\"/><x a=\"\n&");
    }

    @Test
    void filesAreBase64() throws Exception {
        String file = Base64.getEncoder().encodeToString(new byte[300_000]);
        JsonBatch.Words words = read("{'files': {'a.zip': '" + file + "', 'b': ''}, 'steps': [" + STEP + "]}");

        assertThat(words.names()).containsExactly("a.zip", "b");
        assertThat(words.files().get(0)).hasSize(300_000);
        assertThat(words.files().get(1)).isEmpty();
        assertThat(words).hasToString("a batch with the files [a.zip, b]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | steps is missing",
                "{'steps': {}} | steps is a list",
                "{'steps': [], 'steps': []} | twice",
                "{'steps': [], 'other': 1} | no field 'other'",
                "{'steps': [7]} | step 1: it is an object with one field",
                "{'steps': [{}]} | step 1: it is an object with one field",
                "{'steps': [{'lockUser': []}]} | step 1: its values are an object",
                "{'steps': [{'formatDisk': {}}]} | step 1: a batch has no step 'formatDisk'",
                "{'steps': [{'lockUser': {'tenant': '#a'}}]} | step 1: login is missing",
                "{'steps': [{'lockUser': {'tenant': '#a', 'login': 'x', 'login': 'y'}}]} | step 1: login stands there twice",
                "{'steps': [{'lockUser': {'tenant': '#a', 'login': ['x']}}]} | step 1: login is a text",
                "{'steps': [{'lockUser': {'tenant': '#a', 'login': 'x', 'state': 'y'}}]} | step 1: it has no field 'state'",
                "{'steps': [{'lockUser': {'tenant': '#a', 'login': 'x', 'revision': '1'}}]} | revision is a whole number",
                "{'steps': [{'lockUser': {'quotas': []}}]} | step 1: it has no field 'quotas'",
                "{'steps': [{'createTenant': {'quotas': [], 'quotas': []}}]} | step 1: quotas stands there twice",
                "{'steps': [{'createTenant': {'quotas': [{'resource': 'USERS'}]}}]} | step 1: hard is missing",
                "{'steps': [{'createTenant': {'quotas': [{'quotas': 1}]}}]} | step 1: it has no field 'quotas'",
                "{'steps': [{'addUser': {'roles': 'TENANT_USER'}}]} | step 1: roles is a list of texts",
                "{'steps': [{'addUser': {'roles': ['A B']}}]} | step 1: roles has texts without spaces",
                "{'steps': [{'addUser': {'roles': ['SRE']}}]} | step 1: roles is a list of one or more of [TENANT_ADMIN,",
                "{'steps': [{'addUser': {'roles': []}}]} | step 1: roles is a list of one or more of",
                "{'steps': [{'lockUser': {'tenant': 'acme'}}]} | step 1: tenant is the identifier of a tenant, or #",
                "{'steps': [{'lockUser': {'login': ''}}]} | step 1: login has 1 to 500 characters",
                "{'steps': [{'lockUser': {'login': '\\u0001'}}]} | step 1: login has a character that a batch cannot have",
                "{'steps': [{'lockUser': {'revision': 0}}]} | step 1: revision is a whole number of 64 bits from 1",
                "{'steps': [{'setQuota': {'hard': -1}}]} | step 1: hard is a whole number of 64 bits from 0",
                "{'steps': [{'setQuota': {'hard': 9223372036854775808}}]} | step 1: hard is a whole number of 64 bits from 0",
                "{'steps': [{'setContact': {'kind': 'PRIVATE'}}]} | step 1: kind is one of [TECHNICAL,",
                "{'steps': [{'createTenant': {'as': '1'}}]} | step 1: as is a letter and",
                "{'steps': [{'lockUser': {'tenant': '#a', 'login': 'x'}, 'b': {}}]} | step 1: it is an object with one field",
                "{'steps': []} | steps has at least one step",
                "{'steps': [], 'files': []} | files is an object",
                "{'steps': [], 'files': {'a': 7}} | files is an object",
                "{'steps': [], 'files': {'': 'YQ=='}} | files is an object",
                "{'steps': [], 'files': {'a': '!'}} | no base64",
                "{'steps': [], 'files': {'a': 'YQ==', 'a': 'YQ=='}} | a name twice",
            })
    void anotherFormIsRefusedWithItsStep(String json, String part) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(part)
                .hasMessageNotContainingAny("line ", "element", "attribute", "XML");
    }

    @Test
    void thereIsALargestNumberOfStepsAndBytes() {
        String step = "{'lockUser': {'tenant': '#a', 'login': 'x'}},";
        String steps = step.repeat(Batch.MAX_STEPS) + step.substring(0, step.length() - 1);
        assertThatThrownBy(() -> read("{'steps': [" + steps + "]}"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("at most " + Batch.MAX_STEPS);
        String file = Base64.getEncoder().encodeToString(new byte[17 << 20]);
        assertThatThrownBy(() -> read("{'steps': [], 'files': {'a': '" + file + "', 'b': '" + file + "'}}"))
                .isInstanceOfSatisfying(
                        Refusal.class, e -> assertThat(e.type()).isEqualTo(ProblemType.CONTENT_TOO_LARGE));
    }

    @Test
    void aRefusalShowsNoPassword() {
        assertThatThrownBy(() -> read("{'steps': [{'addUser': {'password': 'Jerry in the house', 'password': 'x'}}]}"))
                .isInstanceOf(Refusal.class)
                .message()
                .doesNotContain("Jerry");
    }

    private static Batch batch(String json) throws IOException, Refusal {
        return BatchText.read(read(json).text(), name -> new byte[0]);
    }

    private static JsonBatch.Words read(String json) throws IOException, Refusal {
        return JsonBatch.read(new ByteArrayInputStream(json.replace('\'', '"').getBytes(UTF_8)));
    }
}
