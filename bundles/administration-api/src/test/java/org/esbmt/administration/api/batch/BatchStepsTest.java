package org.esbmt.administration.api.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.esbmt.administration.api.batch.BatchSteps.Attribute;
import org.esbmt.administration.api.batch.BatchSteps.Values;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps from another syntax become the text that each reader knows. */
class BatchStepsTest {
    private final BatchSteps steps = new BatchSteps();

    @Test
    void stepsAndTheirQuotasAreReadBack() throws IOException {
        Values create = steps.add("createTenant");
        create.put("as", "acme");
        create.put("name", "acme");
        create.put("displayName", "Acme & \"Sons\"");
        create.put("login", "boss");
        create.put("password", "a long <password>");
        Values quota = create.quota();
        quota.put("resource", "USERS");
        quota.put("hard", "7");
        Values remove = steps.add("removeContact");
        remove.put("tenant", "#acme");
        remove.put("name", "a\nb");
        remove.put("revision", "3");

        Batch batch = BatchText.read(steps.text(), name -> new byte[0]);

        assertThat(batch.steps()).hasSize(2);
        CreateTenant created = (CreateTenant) batch.steps().get(0).command();
        assertThat(created.displayName()).isEqualTo("Acme & \"Sons\"");
        assertThat(created.password().characters()).containsExactly("a long <password>".toCharArray());
        assertThat(created.quotas()).containsOnlyKeys(Resource.USERS).containsValue(7L);
        RemoveContact removed = (RemoveContact) batch.steps().get(1).command();
        assertThat(removed.name()).isEqualTo("a\nb");
        assertThat(batch.steps().get(1).expectedRevision()).hasValue(3);
    }

    @Test
    void onlyKnownValuesArePutAndEachOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> steps.add("formatDisk"));
        Values suspend = steps.add("suspendTenant");
        suspend.put("tenant", "#acme");

        assertThatIllegalArgumentException().isThrownBy(() -> suspend.put("tenant", "#other"));
        assertThatIllegalArgumentException().isThrownBy(() -> suspend.put("x='' y", "1"));
        assertThatIllegalArgumentException().isThrownBy(suspend::quota);
        assertThat(steps.add("lockUser").missing()).containsExactly("tenant", "login");
    }

    /** Values at and beyond the bounds of each type. */
    private static final List<String> VALUES = List.of(
            "",
            " ",
            "x",
            "0",
            "1",
            "-1",
            "9223372036854775807",
            "9223372036854775808",
            "1.5",
            "a".repeat(63),
            "a".repeat(64),
            "x".repeat(500),
            "x".repeat(501),
            "a b",
            "#a",
            "#1",
            "#",
            "00000000-0000-4000-8000-00000000000A",
            "00000000-0000-4000-8000-00000000000a",
            "TENANT_USER",
            "TENANT_USER TENANT_ADMIN",
            "SRE",
            "BILLING",
            "billing",
            "\u0001",
            "\ufffe",
            "\ud800",
            "\ud83d\ude00");

    /** One attribute of each type. */
    static Stream<Arguments> attributesAndValues() {
        Set<String> types = new HashSet<>();
        return BatchSteps.kinds().stream().flatMap(kind -> kind.attributes().stream()
                .filter(attribute -> types.add(attribute.type()))
                .flatMap(attribute -> VALUES.stream().map(value -> Arguments.of(kind, attribute, value))));
    }

    /** The rules in words are those of the schema, which the reader of the text applies. */
    @ParameterizedTest
    @MethodSource("attributesAndValues")
    void aValueBreaksARuleIfTheSchemaRefusesIt(BatchSteps.Kind kind, Attribute attribute, String value)
            throws IOException {
        Values values = steps.add(kind.name());
        for (Attribute other : kind.attributes()) {
            if (other.equals(attribute)) {
                values.put(other.name(), value);
            } else if (other.required()) {
                values.put(other.name(), sample(other.type()));
            }
        }

        assertThat(isOfTheSchema(steps.text()))
                .isEqualTo(attribute.broken(value).isEmpty());
    }

    private static boolean isOfTheSchema(String text) throws IOException {
        try {
            BatchText.read(text, name -> new byte[] {1});
            return true;
        } catch (IllegalArgumentException e) {
            return !e.getMessage().startsWith("line ");
        }
    }

    private static String sample(String type) {
        return switch (type) {
            case "Amount", "Revision" -> "1";
            case "Tenant" -> "#a";
            case "Role", "Roles" -> "TENANT_USER";
            case "ContactKind" -> "BILLING";
            default -> "a long text";
        };
    }
}
