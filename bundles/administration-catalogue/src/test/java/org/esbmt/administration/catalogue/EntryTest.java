package org.esbmt.administration.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

/** A call of an entry, from the sent values to the command. */
class EntryTest {
    private static final UUID ID = new UUID(9, 9);
    private static final String TENANT = new UUID(1, 1).toString();

    private final Map<String, Object> sent = new HashMap<>();
    private final List<Administrator> asking = new ArrayList<>();
    private final List<Command<?>> commands = new ArrayList<>();
    private final List<Batch> batches = new ArrayList<>();
    private final Services services = new Services().with(Administration.class, new Noting());

    @Test
    void anIdentifierAndARevisionArrive() {
        sent.putAll(Map.of("login", "nina", "operation", " " + ID + " ", "revision", 7L));

        refused("noted", () -> call(Part.SYSTEM_USERS, "lockSystemUser"));

        assertThat(commands).containsExactly(new LockSystemUser("nina"));
        assertThat(asking)
                .containsExactly(new Administrator("ada", "test").asking(ID).expecting(7));
    }

    @Test
    void anAbsentIdentifierAndRevisionAreNone() {
        sent.put("login", "nina");

        refused("noted", () -> call(Part.SYSTEM_USERS, "lockSystemUser"));

        assertThat(asking).containsExactly(new Administrator("ada", "test"));
    }

    @Test
    void aPasswordLastsAsLongAsTheCall() {
        sent.putAll(Map.of("login", "nina", "password", "a long password of hers", "roles", List.of("sre")));
        refused("noted", () -> call(Part.SYSTEM_USERS, "addSystemUser"));
        sent.putAll(Map.of("currentPassword", "until now", "newPassword", "a long password of hers"));
        refused("noted", () -> call(Part.TENANTS, "changeAdministratorPassword"));

        AddSystemUser add = (AddSystemUser) commands.get(0);
        ChangePassword change = (ChangePassword) commands.get(1);
        assertThat(add.password().characters()).containsOnly('\0');
        assertThat(change.changed().characters()).containsOnly('\0');
        assertThat(change.current()).containsOnly('\0');
    }

    @Test
    void anAbsentAmountIsNone() {
        sent.putAll(Map.of("tenantId", TENANT, "resource", "users", "hard", 5L, "burst", 9L));

        refused("noted", () -> call(Part.QUOTAS, "grantQuota"));

        GrantQuota grant = (GrantQuota) commands.get(0);
        assertThat(grant.limit().soft()).isEmpty();
        assertThat(grant.limit().burst()).hasValue(9);
        assertThat(grant.scope().cluster()).isEmpty();
    }

    @Test
    void aValueThatBreaksARuleReachesNoService() {
        invalid("tenantId is missing", Part.TENANTS, "suspendTenant");
        sent.put("tenantId", "acme");
        invalid("tenantId: ", Part.TENANTS, "suspendTenant");
        sent.put("operation", "1-1-1-1-1");
        invalid("operation is not a canonical UUID", Part.TENANTS, "suspendTenant");
        sent.clear();
        invalid("password is missing", Part.SYSTEM_USERS, "addSystemUser", Map.of("login", "nina"));
        invalid("roles is missing", Part.SYSTEM_USERS, "addSystemUser", Map.of("password", "a long password of hers"));
        invalid("role is missing", Part.SYSTEM_USERS, "addSystemUser", Map.of("roles", List.of("SRE", "")));
        invalid("hard is missing", Part.QUOTAS, "grantQuota", Map.of("tenantId", TENANT, "resource", "users"));
        invalid("archive is missing", Part.TENANTS, "deployAssembly");
        invalid("archive is missing", Part.COMPONENTS, "install");

        assertThat(commands).isEmpty();
    }

    @Test
    void aRefusalOfAValueNamesItsWord() {
        sent.putAll(Map.of("login", "nina", "password", "a long password of hers", "roles", List.of("SRE", "")));

        assertThatThrownBy(() -> call(Part.SYSTEM_USERS, "addSystemUser"))
                .isInstanceOfSatisfying(InvalidArgumentException.class, e -> assertThat(e.word())
                        .isEqualTo("roles"))
                .hasMessage("role is missing");
    }

    @Test
    void aGuardIsReadAndMayBeAbsent() {
        byte[] archive = {1};
        sent.putAll(Map.of("tenantId", TENANT, "archive", archive));
        refused("noted", () -> call(Part.TENANTS, "switchAssembly"));
        sent.put("assembly", "orders");
        refused("noted", () -> call(Part.TENANTS, "switchAssembly"));

        TenantId tenant = TenantId.of(TENANT);
        assertThat(commands)
                .containsExactly(
                        new SwitchAssembly(tenant, Content.of(archive)),
                        new SwitchAssembly(tenant, Optional.of("orders"), Content.of(archive)));
    }

    @Test
    void aPlanIsTheDryRunOfABatchWithOneStep() {
        sent.putAll(Map.of("tenantId", TENANT, "operation", ID.toString(), "revision", 7L));
        Entry<?> suspend = entry(Part.TENANTS, "suspendTenant");

        refused("planned", () -> suspend.plan(services, new Administrator("ada", "test"), new Given()));

        assertThat(suspend.isPlannable()).isTrue();
        assertThat(batches)
                .containsExactly(
                        new Batch(List.of(new Batch.Step(new SuspendTenant(TenantId.of(TENANT)), OptionalLong.of(7)))));
        assertThat(asking).containsExactly(new Administrator("ada", "test").asking(ID));
        assertThat(commands).isEmpty();
    }

    @Test
    void onlyACommandForBatchesIsPlannable() {
        Administrator ada = new Administrator("ada", "test");
        sent.put("login", "nina");
        for (Entry<?> other : List.of(
                entry(Part.SYSTEM_USERS, "lockSystemUser"),
                entry(Part.BATCHES, "submitBatch"),
                entry(Part.LINKS, "listLinks"))) {
            assertThat(other.isPlannable()).as(other.toString()).isFalse();
            assertThatThrownBy(() -> other.plan(services, ada, new Given())).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void anUndeclaredWordIsNotRead() {
        Entry<?> entry = entry(Part.SYSTEM_USERS, "lockSystemUser");

        try (Arguments with = new Arguments(entry, new Given())) {
            assertThatThrownBy(() -> with.get(Words.TENANT)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aMissingServiceIsNamed() {
        assertThatThrownBy(() ->
                        entry(Part.LINKS, "listLinks").call(services, new Administrator("ada", "test"), new Given()))
                .hasMessage("there is no LinkAdministration");
    }

    private void invalid(String begin, Part part, String name, Map<String, Object> more) {
        sent.putAll(more);
        invalid(begin, part, name);
    }

    private void invalid(String begin, Part part, String name) {
        assertThatThrownBy(() -> call(part, name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(begin);
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(AdministrationException.class).hasMessage(message);
    }

    private void call(Part part, String name) throws AdministrationException {
        entry(part, name).call(services, new Administrator("ada", "test"), new Given());
    }

    private static Entry<?> entry(Part part, String name) {
        return Catalogue.entries(part).stream()
                .filter(entry -> entry.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Records commands, and refuses them. */
    private final class Noting implements Administration {
        @Override
        public <R> R execute(Administrator by, Command<R> command) throws AdministrationException {
            asking.add(by);
            commands.add(command);
            throw new AdministrationException(Reason.CONFLICT, "noted");
        }

        @Override
        public BatchReport dryRun(Administrator by, Batch batch) throws AdministrationException {
            asking.add(by);
            batches.add(batch);
            throw new AdministrationException(Reason.CONFLICT, "planned");
        }
    }

    /** The sent values of a test. */
    private final class Given implements Sent {
        private <T> Optional<T> value(Word<?> word, Class<T> type) {
            return Optional.ofNullable(sent.get(word.name())).map(type::cast);
        }

        @Override
        public Optional<String> text(Word<?> word) {
            return value(word, String.class);
        }

        @Override
        public Optional<char[]> secret(Word<?> word) {
            return text(word).map(String::toCharArray);
        }

        @Override
        public OptionalLong number(Word<?> word) {
            return value(word, Long.class).map(OptionalLong::of).orElse(OptionalLong.empty());
        }

        @Override
        public boolean flag(Word<?> word) {
            return value(word, Boolean.class).orElse(false);
        }

        @Override
        public Optional<List<String>> texts(Word<?> word) {
            return value(word, List.class).map(texts -> ((List<?>) texts)
                    .stream().map(String::valueOf).toList());
        }

        @Override
        public Optional<Content> content(Word<?> word) {
            return value(word, byte[].class).map(Content::of);
        }

        @Override
        public Optional<List<byte[]>> files(Word<?> word) {
            return Optional.empty();
        }
    }
}
