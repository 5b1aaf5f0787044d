package org.esbmt.administration.rest.internal.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.rest.internal.BrokenBody;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON of words. Apostrophes stand for quotation marks. */
class JsonWordsTest {
    @Test
    void eachKindHasItsValue() throws Exception {
        Map<String, Object> user = read(
                "addUser", "{'tenantId': 'x', 'login': 'n\\u00fcna', 'password': 'secret', 'roles': ['TENANT_USER']}");
        Map<String, Object> quota = read("changeQuota", "{'hard': 9223372036854775807, 'soft': -1}");
        Map<String, Object> node = read("removeNode", "{'forced': true}");
        Map<String, Object> wait = read("showOperation", "{'waitSeconds': 2147483647}");

        assertThat(user)
                .containsEntry("login", "n\u00fcna")
                .containsEntry("roles", List.of("TENANT_USER"))
                .containsEntry("password", "secret".toCharArray());
        assertThat(quota).containsEntry("hard", Long.MAX_VALUE).containsEntry("soft", -1L);
        assertThat(node).containsEntry("forced", true);
        assertThat(wait).containsEntry("waitSeconds", 2147483647L);
        assertThat(read("addUser", "{}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "addUser | {'password': 'a battery \\ud800'} | password | none of Unicode",
                "addUser | {'password': 'a \\u0000 battery'} | password | U+0000",
                "addUser | {'login': 'a', 'login': 'b'} | login | twice",
                "addUser | {'login': 'a', 'log\\u0069n': 'b'} | login | twice",
                "addUser | {'login': ['a']} | login | is a text",
                "addUser | {'login': {}} | login | is a text",
                "addUser | {'login': 7} | login | is a text",
                "addUser | {'login': null} | login | is a text",
                "addUser | {'login': true} | login | is a text",
                "addUser | {'login': 'a\\u0000b'} | login | none of Unicode",
                "addUser | {'login': '\\ud800'} | login | none of Unicode",
                "addUser | {'login': '\\udc00\\ud800'} | login | none of Unicode",
                "addUser | {'password': ['x']} | password | is a text",
                "addUser | {'password': 123456789012} | password | is a text",
                "addUser | {'roles': 'TENANT_USER'} | roles | list of texts",
                "addUser | {'roles': [['TENANT_USER']]} | roles | is a text",
                "addUser | {'roles': ['tenant_user']} | roles | is one of",
                "addUser | {'roles': ['SRE']} | roles | is one of",
                "addUser | {'roles': [null]} | roles | is a text",
                "addUser | {'state': 'ACTIVE'} | state | no field",
                "addUser | {'revision': 1} | revision | no field",
                "addUser | {'operation': 'x'} | operation | no field",
                "addUser | {'LOGIN': 'x'} | LOGIN | no field",
                "addUser | {'__proto__': {}} | __proto__ | no field",
                "changeQuota | {'hard': '5'} | hard | whole number",
                "changeQuota | {'hard': 5.0} | hard | whole number",
                "changeQuota | {'hard': 1e3} | hard | whole number",
                "changeQuota | {'hard': 9223372036854775808} | hard | 64 bits",
                "changeQuota | {'hard': true} | hard | whole number",
                "changeQuota | {'hard': [5]} | hard | whole number",
                "changeQuota | {'resource': 'users'} | resource | is one of",
                "removeNode | {'forced': 'true'} | forced | true or false",
                "removeNode | {'forced': 1} | forced | true or false",
                "showOperation | {'waitSeconds': 2147483648} | waitSeconds | 32 bits",
                "showOperation | {'waitSeconds': -2147483649} | waitSeconds | 32 bits",
            })
    void aValueOfAnotherTypeIsRefusedWithItsField(String operation, String json, String field, String part) {
        assertThatThrownBy(() -> read(operation, json))
                .isInstanceOfSatisfying(Refusal.class, e -> {
                    assertThat(e.type()).isEqualTo(ProblemType.INVALID);
                    assertThat(e.field()).contains(field);
                })
                .hasMessageContaining(part);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "'login'",
                "null",
                "7",
                "{",
                "{'login'",
                "{'login': 'a'",
                "{'login': 'a'}}",
                "{'login': 'a'} {}",
                "{'login': 'a'} x",
                "{'login': 'a',}",
                "{login: 'a'}",
                "{'login': 'a' /* x */}",
                "{'login': 'a\nb'}",
                "{'login': '\\x'}",
                "{'login': 'a', 'password': NaN}",
                "{'hard': 01}",
                "{'hard': +1}",
                "{'login': [[[[[[[[[[",
            })
    void otherTextsAreNoBody(String json) {
        assertThatThrownBy(() -> read("addUser", json)).isInstanceOf(Refusal.class);
    }

    @Test
    void depthLengthAndDigitsAreBounded() {
        assertThatThrownBy(() -> read("addUser", "{'roles': " + "[".repeat(2_000)))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> read("addUser", "{'login': '" + "x".repeat(Json.MAX_TEXT + 1) + "'}"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("within the limits");
        assertThatThrownBy(() -> read("changeQuota", "{'hard': " + "9".repeat(10_000) + "}"))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> read("addUser", "{'" + "x".repeat(10_000) + "': 1}"))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> read("addUser", "{'roles': ['TENANT_USER'" + ", 'TENANT_USER'".repeat(1_000) + "]}"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("at most 1000 elements");
        assertThatThrownBy(() -> read("addUser", "{" + " ".repeat((int) JsonWords.MAX_BYTES) + "}"))
                .isInstanceOfSatisfying(
                        Refusal.class, e -> assertThat(e.type()).isEqualTo(ProblemType.CONTENT_TOO_LARGE));
    }

    @Test
    void onlyUtf8IsRead() {
        String json = "{\"login\": \"\u00fc\"}";
        assertThatThrownBy(() -> read("addUser", json.getBytes(ISO_8859_1))).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> read("addUser", json.getBytes(UTF_16))).isInstanceOf(Refusal.class);
    }

    @Test
    void aRefusalRepeatsNoPartOfABody() {
        for (String json : List.of(
                "{'password': Jerry-in-the-house}",
                "{'password': 'Jerry-in-the-house\n'}",
                "{'password': 'x' 'Jerry-in-the-house'}",
                "{'password': Jerry}")) {
            assertThatThrownBy(() -> read("addUser", json))
                    .isInstanceOf(Refusal.class)
                    .message()
                    .doesNotContain("Jerry")
                    .contains("line 1");
        }
        assertThatThrownBy(() -> read("addUser", "{'a\\u001b[2J\\n" + "y".repeat(100) + "': 1}"))
                .message()
                .doesNotContainPattern("\\p{Cc}")
                .hasSizeLessThan(100);
    }

    @Test
    void aBrokenConnectionIsNoRefusal() {
        InputStream broken = new BrokenBody("{\"login\": ");

        assertThatThrownBy(() -> JsonWords.read(broken, words("addUser")))
                .isInstanceOf(IOException.class)
                .hasMessage(BrokenBody.MESSAGE);
    }

    private static Map<String, Object> read(String operation, String json) throws IOException, Refusal {
        return read(operation, json.replace('\'', '"').getBytes(UTF_8));
    }

    private static Map<String, Object> read(String operation, byte[] json) throws IOException, Refusal {
        return JsonWords.read(new ByteArrayInputStream(json), words(operation));
    }

    private static List<Word<?>> words(String operation) {
        return Catalogue.entries().stream()
                .filter(entry -> entry.name().equals(operation) && entry.part() != Part.TENANTS)
                .findFirst()
                .orElseThrow()
                .words()
                .stream()
                .filter(word -> !List.of("operation", "revision").contains(word.name()))
                .toList();
    }
}
