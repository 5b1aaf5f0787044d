package org.esbmt.administration.internal.oversight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AuditAdministration.Break;
import org.esbmt.administration.api.AuditAdministration.Entry;
import org.esbmt.administration.api.AuditAdministration.Head;
import org.esbmt.administration.api.AuditAdministration.Part;
import org.esbmt.administration.api.AuditAdministration.Verdict;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains as their readers see them. */
class AuditManagerTest {
    private static final String SECRET = "acme's long password";
    private static final Administrator BOSS = new Administrator("acme/boss", "test");
    private static final OptionalLong LAST = OptionalLong.empty();

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private UserId boss;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        CreatedTenant made = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(SECRET)));
        acme = made.tenant().id();
        boss = made.administrator().id();
    }

    @Test
    void anEntryHasItsActorObjectAndIdentifier() throws Exception {
        UUID id = UUID.randomUUID();
        bus.execute(admin().asking(id), new SuspendTenant(acme));

        Entry entry = only("suspendTenant", read(admin()));

        assertThat(entry.actorTenant()).isEmpty();
        assertThat(entry.login()).contains("admin");
        assertThat(entry.object()).isEqualTo("tenant " + acme);
        assertThat(entry.before()).contains("ACTIVE");
        assertThat(entry.after()).contains("SUSPENDED");
        assertThat(entry.operation()).contains(id);
        AuditEntry kept = bus.audit.read(acme, entry.sequence(), 1).get(0);
        assertThat(entry.hash()).isEqualTo(kept.hash().hex());
        assertThat(entry.at()).isEqualTo(kept.occurredAt());
    }

    @Test
    void toATenantItsOwnUsersHaveLoginsAndTheInstallationsHaveNot() throws Exception {
        bus.execute(admin(), new SuspendTenant(acme));
        bus.execute(BOSS, new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER)));

        Part part = read(BOSS);

        assertThat(only("suspendTenant", part).login()).isEmpty();
        assertThat(only("suspendTenant", part).actorTenant()).isEmpty();
        assertThat(only("addUser", part).login()).contains("boss");
        assertThat(only("addUser", part).actorTenant()).contains(acme);
        assertThat(only("addUser", part).actor()).isEqualTo(boss);
    }

    @Test
    void aChainIsReadPartByPartUpToItsHead() throws Exception {
        for (int i = 0; i < 5; i++) {
            bus.execute(admin(), new SuspendTenant(acme));
            bus.execute(admin(), new ResumeTenant(acme));
        }

        List<Long> sequences = new ArrayList<>();
        long next = 1;
        Part part;
        do {
            part = bus.audits.read(admin(), Optional.of(acme), OptionalLong.of(next), 4);
            part.entries().forEach(entry -> sequences.add(entry.sequence()));
            next = sequences.get(sequences.size() - 1) + 1;
        } while (next <= part.head().orElseThrow().sequence());

        assertThat(sequences).hasSizeGreaterThan(10).isSorted().doesNotHaveDuplicates();
        assertThat(sequences.get(0)).isEqualTo(1);
    }

    @Test
    void aReadWithoutASequenceReturnsTheLastEntries() throws Exception {
        bus.execute(admin(), new SuspendTenant(acme));
        bus.execute(admin(), new ResumeTenant(acme));

        Part part = bus.audits.read(admin(), Optional.of(acme), LAST, 2);

        assertThat(part.entries()).extracting(Entry::action).containsExactly("resumeTenant", "getAudit");
        assertThat(part.entries().get(1).sequence())
                .isEqualTo(part.head().orElseThrow().sequence());
        assertThat(part.entries().get(1).hash())
                .isEqualTo(part.head().orElseThrow().hash());
    }

    @Test
    void theInstallationHasAChainOfItsOwn() throws Exception {
        Part part = bus.audits.read(admin(), Optional.empty(), LAST, 100);

        assertThat(only("createTenant", part).object()).isEqualTo("tenant acme");
        assertThat(part.entries()).extracting(Entry::action).endsWith("getAudit");
    }

    @Test
    void aTenantReadsItsOwnChainAndNoOther() throws Exception {
        TenantId globex = bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)))
                .tenant()
                .id();
        Administrator auditor = new Administrator("acme/audrey", "test");
        Administrator operator = new Administrator("acme/olga", "test");
        add("audrey", Role.TENANT_AUDITOR);
        add("olga", Role.TENANT_OPERATOR);

        assertThat(read(auditor).entries()).isNotEmpty();
        assertThat(bus.audits
                        .verify(auditor, Optional.of(acme), Optional.empty())
                        .whole())
                .isTrue();
        for (Administrator by : List.of(auditor, BOSS)) {
            for (Optional<TenantId> foreign : List.of(
                    Optional.of(globex),
                    Optional.<TenantId>empty(),
                    Optional.of(TenantRegistry.SYSTEM),
                    Optional.of(new TenantId(UUID.randomUUID())))) {
                refused(Reason.FORBIDDEN, () -> bus.audits.read(by, foreign, LAST, 10));
                refused(Reason.FORBIDDEN, () -> bus.audits.verify(by, foreign, Optional.empty()));
            }
        }
        for (Optional<TenantId> foreign : List.of(Optional.of(globex), Optional.<TenantId>empty())) {
            refused(Reason.FORBIDDEN, () -> bus.audits.read(operator, foreign, LAST, 10));
        }
        refused(Reason.FORBIDDEN, () -> bus.audits.verify(operator, Optional.of(acme), Optional.empty()));
    }

    @Test
    void anOperatorReadsOnlyTheirOwnEntries() throws Exception {
        Administrator olga = new Administrator("acme/olga", "test");
        Administrator otto = new Administrator("acme/otto", "test");
        add("olga", Role.TENANT_OPERATOR);
        add("otto", Role.TENANT_OPERATOR);
        for (int i = 0; i < 3; i++) {
            bus.execute(admin(), new SuspendTenant(acme));
            refused(Reason.FORBIDDEN, () -> bus.execute(olga, new LockUser(acme, boss)));
            refused(Reason.FORBIDDEN, () -> bus.execute(otto, new LockUser(acme, boss)));
            bus.execute(admin(), new ResumeTenant(acme));
        }
        bus.audits.read(otto, Optional.of(acme), LAST, 10);

        Part last = bus.audits.read(olga, Optional.of(acme), LAST, 2);
        assertThat(last.entries()).extracting(Entry::action).containsExactly("lockUser refused: FORBIDDEN", "getAudit");
        assertThat(last.head().orElseThrow().sequence())
                .isEqualTo(last.entries().get(1).sequence());

        List<Entry> all = new ArrayList<>();
        long next = 1;
        Part part;
        do {
            part = bus.audits.read(olga, Optional.of(acme), OptionalLong.of(next), 2);
            all.addAll(part.entries());
            next = all.get(all.size() - 1).sequence() + 1;
        } while (next <= part.head().orElseThrow().sequence());
        assertThat(all).extracting(Entry::login).containsOnly(Optional.of("olga"));
        assertThat(all).extracting(Entry::sequence).isSorted().doesNotHaveDuplicates();
        assertThat(all)
                .filteredOn(entry -> entry.action().startsWith("lockUser"))
                .hasSize(3);
    }

    @Test
    void anOperatorWithTheAuditorRoleReadsAllEntries() throws Exception {
        bus.registry.addUser(
                acme,
                new NewUser(new Login("olga"), new Verifier(bus.hasher.verifier(SECRET.toCharArray()))),
                Set.of(Role.TENANT_OPERATOR, Role.TENANT_AUDITOR),
                boss);
        bus.execute(admin(), new SuspendTenant(acme));

        assertThat(only("suspendTenant", read(new Administrator("acme/olga", "test")))
                        .login())
                .isEmpty();
    }

    @Test
    void aRequestAboutAnUnknownTenantBeginsNoChain() throws Exception {
        TenantId nobody = new TenantId(UUID.randomUUID());

        refused(Reason.NOT_FOUND, () -> bus.audits.read(admin(), Optional.of(nobody), LAST, 10));
        refused(Reason.NOT_FOUND, () -> bus.audits.verify(admin(), Optional.of(nobody), Optional.empty()));
        refused(Reason.NOT_FOUND, () -> bus.audits.read(admin(), Optional.of(TenantRegistry.SYSTEM), LAST, 10));
        assertThat(bus.audit.head(nobody)).isEmpty();
    }

    @Test
    void thePurgeOfATenantKeepsItsChain() throws Exception {
        bus.execute(admin(), new SuspendTenant(acme));
        bus.execute(admin(), new PurgeTenant(acme));

        assertThat(only("purgeTenant", read(admin())).after()).contains("DELETED");
    }

    @Test
    void aPartHasBounds() {
        for (int limit : List.of(0, -1, 1_001)) {
            assertThatThrownBy(() -> bus.audits.read(admin(), Optional.empty(), LAST, limit))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> bus.audits.read(admin(), Optional.empty(), OptionalLong.of(0), 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aWholeChainHasAHeadThatProvesItLater() throws Exception {
        Verdict verdict = bus.audits.verify(admin(), Optional.of(acme), Optional.empty());
        Head head = verdict.head().orElseThrow();
        assertThat(verdict.whole()).isTrue();
        assertThat(bus.audit.read(acme, head.sequence(), 1).get(0).content().action())
                .isEqualTo("verifyAudit");

        bus.execute(admin(), new SuspendTenant(acme));

        assertThat(Head.of(head.toString())).isEqualTo(head);
        assertThat(bus.audits
                        .verify(admin(), Optional.of(acme), Optional.of(head))
                        .whole())
                .isTrue();
    }

    @Test
    void aRewrittenChainDiffersFromTheKeptHead() throws Exception {
        Head other = new Head(1, "0".repeat(64));
        Head gone = new Head(1_000, "0".repeat(64));

        assertThat(bus.audits
                        .verify(admin(), Optional.of(acme), Optional.of(other))
                        .broken())
                .map(Break::sequence)
                .contains(1L);
        assertThat(bus.audits
                        .verify(admin(), Optional.of(acme), Optional.of(gone))
                        .broken())
                .map(Break::what)
                .hasValueSatisfying(what -> assertThat(what).contains("is not there"));
    }

    @Test
    void theFirstBrokenEntryIsReported() throws Exception {
        bus.tamper();

        Verdict verdict = bus.audits.verify(admin(), Optional.of(acme), Optional.empty());

        assertThat(verdict.whole()).isFalse();
        assertThat(verdict.broken()).contains(new Break(2, "entry 2 differs from the appended entry"));
    }

    @Test
    void headsAreReadAsTheyAreShownAndInNoOtherWay() {
        for (String wrong : List.of(
                "",
                ":",
                "0:" + "0".repeat(64),
                "1:" + "0".repeat(63),
                "1:" + "G".repeat(64),
                "1:" + "0".repeat(64) + "\n")) {
            assertThatThrownBy(() -> Head.of(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private Part read(Administrator by) throws Exception {
        return bus.audits.read(by, Optional.of(acme), LAST, 100);
    }

    private static Entry only(String action, Part part) {
        return part.entries().stream()
                .filter(entry -> entry.action().equals(action))
                .findFirst()
                .orElseThrow();
    }

    private void add(String login, Role role) throws Exception {
        bus.registry.addUser(
                acme,
                new NewUser(new Login(login), new Verifier(bus.hasher.verifier(SECRET.toCharArray()))),
                Set.of(role),
                boss);
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }
}
