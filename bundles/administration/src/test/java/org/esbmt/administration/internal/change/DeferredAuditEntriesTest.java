package org.esbmt.administration.internal.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.testing.configuration.InMemoryAuditTrail;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeferredAuditEntriesTest {
    private static final UserId ACTOR = new UserId(new UUID(0x4000, 0x8000_0000_0000_0001L));
    private static final Caller CALLER = new Caller(TenantRegistry.SYSTEM, ACTOR, Set.of(Role.SYSTEM_ADMIN));
    private static final OperationTarget LOST = OperationTarget.installation("resource old.database");

    @TempDir
    Path data;

    private final InMemoryAuditTrail trail = new InMemoryAuditTrail();

    @Test
    void anEntryIsMadeAtOnceWhileTheRegistryIsThere() throws Exception {
        DeferredAuditEntries owed = process();
        owed.bindTrail(trail);

        owed.done(owed.begin(CALLER, Operation.RETIRE_RESOURCE, LOST));

        assertThat(entries()).singleElement().satisfies(e -> {
            assertThat(e.action()).isEqualTo("retireTransactionResource");
            assertThat(e.object()).isEqualTo("resource old.database");
            assertThat(e.actor()).isEqualTo(ACTOR);
            assertThat(e.after()).isEmpty();
        });
        assertThat(files()).isEmpty();
    }

    @Test
    void deferredEntriesAreMadeOnceAfterTheOutageAlsoByTheNextProcess() throws Exception {
        DeferredAuditEntries killed = process();
        Instant before = Instant.now();
        killed.done(killed.begin(CALLER, Operation.RETIRE_RESOURCE, LOST));
        killed.done(killed.begin(CALLER, Operation.RECOVER_TRANSACTIONS, OperationTarget.installation("transactions")));
        assertThat(entries()).isEmpty();

        DeferredAuditEntries next = process();
        assertThatThrownBy(next::enter).isInstanceOf(RegistryException.Unavailable.class);
        assertThat(files()).hasSize(2);
        next.bindTrail(trail);
        next.enter();
        next.enter();

        assertThat(entries())
                .extracting(NewAuditEntry::action)
                .containsExactly("retireTransactionResource", "recoverTransactions");
        String note = entries().get(0).after().orElseThrow();
        assertThat(note).matches("done at [^ ]+, and entered later, since the registry was out of reach");
        assertThat(Instant.parse(note.substring("done at ".length(), note.indexOf(','))))
                .isBetween(before, Instant.now());
        assertThat(files()).isEmpty();
    }

    @Test
    void anOperationBrokenOffByACrashIsEnteredWithAnUnknownOutcome() throws Exception {
        process().begin(CALLER, Operation.RETIRE_RESOURCE, LOST);

        DeferredAuditEntries next = process();
        next.bindTrail(trail);
        next.enter();

        assertThat(entries())
                .singleElement()
                .satisfies(e -> assertThat(e.after().orElseThrow()).contains("whether it was done is not known"));
    }

    @Test
    void anOperationIsNotEnteredBeforeItsEnd() throws Exception {
        DeferredAuditEntries owed = process();
        owed.bindTrail(trail);
        DeferredAuditEntries.Owed underWay = owed.begin(CALLER, Operation.RETIRE_RESOURCE, LOST);

        owed.enter();
        assertThat(entries()).isEmpty();

        owed.never(underWay);
        owed.enter();
        assertThat(entries()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void anEntryMadeBeforeACrashIsNotMadeTwice() throws Exception {
        DeferredAuditEntries killed = process();
        killed.bindTrail(trail);
        DeferredAuditEntries.Owed underWay = killed.begin(CALLER, Operation.RETIRE_RESOURCE, LOST);
        Path file = files().get(0);
        byte[] content = Files.readAllBytes(file);
        killed.done(underWay);
        Files.write(file, content); // its deletion did not reach the disk
        for (int i = 0; i < 1_200; i++) {
            trail.append(new NewAuditEntry(
                    TenantRegistry.SYSTEM,
                    TenantRegistry.SYSTEM,
                    ACTOR,
                    "something else",
                    "",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
        }

        DeferredAuditEntries next = process();
        next.bindTrail(trail);
        next.enter();

        assertThat(entries()).filteredOn(e -> e.action().startsWith("retire")).hasSize(1);
        assertThat(files()).isEmpty();
    }

    @Test
    void anInvalidFileStaysAndDelaysNoOtherEntry() throws Exception {
        DeferredAuditEntries owed = process();
        owed.done(owed.begin(CALLER, Operation.RETIRE_RESOURCE, LOST));
        Path folder = data.resolve(DeferredAuditEntries.NAME);
        String whole = Files.readString(files().get(0));
        Path strange = Files.writeString(folder.resolve("notes"), "nothing");
        Path broken = Files.writeString(folder.resolve("escape"), "action=\\u12");
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xFF});
        Path cut = Files.writeString(
                folder.resolve(UUID.randomUUID().toString()), whole.replaceAll("(?m)^action=.*$", ""));

        owed.bindTrail(trail);
        owed.enter();

        assertThat(entries()).hasSize(1);
        assertThat(files()).containsExactlyInAnyOrder(strange, broken, bytes, cut);
    }

    @Test
    void textsAreReadAsTheyWereWritten() throws Exception {
        DeferredAuditEntries owed = process();
        String hostile = "a = b # c\\ \n\u202e ${x} \u00e4";
        owed.done(owed.begin(CALLER, Operation.FORGET_HEURISTIC, OperationTarget.installation(hostile)));

        owed.bindTrail(trail);
        owed.enter();

        assertThat(entries()).singleElement().satisfies(e -> assertThat(e.object())
                .isEqualTo(hostile));
    }

    @Test
    void anOperationWithoutAStoredEntryIsRefused() throws Exception {
        Files.writeString(data.resolve(DeferredAuditEntries.NAME), "in the way");

        assertThatThrownBy(() -> process().begin(CALLER, Operation.RETIRE_RESOURCE, LOST))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.INTERNAL))
                .hasMessageContaining("nothing was done");
    }

    /** Another process on the same disk. A killed process loses only its memory. */
    private DeferredAuditEntries process() {
        return DeferredAuditEntries.in(data.resolve(DeferredAuditEntries.NAME));
    }

    private List<NewAuditEntry> entries() {
        return trail.read(TenantRegistry.SYSTEM, 1, 1_000).stream()
                .map(AuditEntry::content)
                .toList();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve(DeferredAuditEntries.NAME))) {
            return files.toList();
        }
    }
}
