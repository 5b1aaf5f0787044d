package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A written batch reads as the same batch. */
class BatchWriterTest {
    private static final TenantId ACME = new TenantId(new UUID(0x4000, 0x8000_0000_0000_0001L));
    private static final UserId ALICE = new UserId(new UUID(0x4000, 0x8000_0000_0000_0002L));

    @ParameterizedTest
    @ValueSource(strings = {"every-step.xml", "every-attribute.xml"})
    void theWrittenTextIsReadAsTheSameSteps(String file) throws IOException {
        String text = Files.readString(Path.of("src/test/golden/batch").resolve(file), UTF_8);
        Batch batch = BatchText.read(text, name -> name.getBytes(UTF_8));

        WrittenBatch written = BatchText.write(batch);

        Batch again = BatchText.read(written.text(), written.files()::get);
        assertThat(texts(again)).isEqualTo(texts(batch)).hasSizeGreaterThan(30);
        assertThat(BatchText.write(again)).usingRecursiveComparison().isEqualTo(written);
    }

    private static List<String> texts(Batch batch) {
        return batch.steps().stream().map(step -> new StepText(step).toString()).toList();
    }

    /** The text would lose the comparison. */
    @Test
    void anExpectedAssemblyOfAnArchiveHasNoForm() {
        Batch batch = new Batch(
                List.of(new Batch.Step(new UpdateAssembly(ACME, Optional.of("orders"), Content.of(new byte[] {1})))));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchText.write(batch))
                .withMessage("step 1: a batch has no expected assembly of an archive");
    }

    @Test
    void markupAndLineEndsInValuesAreKept() throws IOException {
        String hostile = "<x a=\"1\">&amp;\t\r\n\u2028 'é\ud83d\ude00";
        try (Password password = new Password("a\" long <&> password\n".toCharArray())) {
            WrittenBatch written = BatchText.write(batch(new CreateTenant("acme", hostile, "boss", password)));

            CreateTenant read = (CreateTenant) BatchText.read(written.text(), written.files()::get)
                    .steps()
                    .get(0)
                    .command();
            assertThat(read.displayName()).isEqualTo(hostile);
            assertThat(read.password().characters()).isEqualTo(password.characters());
            assertThat(written.toString()).doesNotContain("long");
        }
    }

    @Test
    void equalContentsAreOneFile() throws IOException {
        Content one = Content.of(new byte[] {1, 2});
        Content same = Content.of(new byte[] {1, 2});
        Content stream = Content.of(new ByteArrayInputStream(new byte[] {3}));

        WrittenBatch written = BatchText.write(batch(
                new DeployAssembly(ACME, Optional.empty(), one),
                new UpdateAssembly(ACME, same),
                new UpdateAssembly(ACME, stream)));

        assertThat(written.files())
                .containsOnly(Map.entry("file-1", new byte[] {1, 2}), Map.entry("file-2", new byte[] {3}));
    }

    @Test
    void aStepWithoutAFormIsRefusedWithItsNumber() {
        refused(new LockUser(ACME, ALICE), "step 2: a batch names users by their logins, not by identifiers");
        refused(new PurgeTenant(ACME), "step 2: in a batch the attribute name is required");
        QuotaScope users = QuotaScope.of(Resource.USERS);
        refused(
                new GrantQuota(TenantRef.of(ACME), users, Limit.of(1)),
                "step 2: the text of a batch has no GrantQuota");
        refused(
                new SetQuota(
                        TenantRef.of(ACME),
                        new QuotaScope(Resource.USERS, Optional.of(new UUID(1, 1)), Optional.empty()),
                        Limit.of(1)),
                "step 2: a batch has no quota of one cluster or one component");
        refused(
                new SetQuota(TenantRef.of(ACME), users, new Limit(1, OptionalLong.empty(), OptionalLong.of(1))),
                "step 2: a batch has no burst of a quota");
        refused(new PurgeTenant(TenantRef.of(ACME), Optional.of("x".repeat(501))), "line 3: ");
        refused(new PurgeTenant(TenantRef.of(ACME), Optional.of("a\u0000b")), "line 3: ");
    }

    private static void refused(BatchableCommand<?> command, String message) {
        Batch batch = batch(new SetQuota(TenantRef.of(ACME), QuotaScope.of(Resource.USERS), Limit.of(1)), command);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BatchText.write(batch))
                .withMessageStartingWith(message);
    }

    private static Batch batch(BatchableCommand<?>... commands) {
        return new Batch(List.of(commands).stream()
                .map(command -> new Batch.Step(command, OptionalLong.empty()))
                .toList());
    }
}
