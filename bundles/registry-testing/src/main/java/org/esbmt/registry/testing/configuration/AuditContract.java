package org.esbmt.registry.testing.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.ChainHead;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

/** The storage of audit entries. A part of {@link ConfigurationRegistryContract}. */
abstract class AuditContract extends ConfigurationFixture {

    @Test
    void eachTenantHasAChainAndSoHasTheSystem() throws Exception {
        AuditEntry first = append(ACME, "one");
        AuditEntry second = append(ACME, "two");
        AuditEntry foreign = append(GLOBEX, "one");
        AuditEntry systems = append(TenantRegistry.SYSTEM, "one");

        assertThat(List.of(first.sequence(), second.sequence(), foreign.sequence(), systems.sequence()))
                .containsExactly(1L, 2L, 1L, 1L);
        assertThat(first.formerHash()).isEmpty();
        assertThat(second.formerHash()).contains(first.hash());
        assertThat(registry.audit().read(ACME, 1, 100)).containsExactly(first, second);
        assertThat(registry.audit().read(ACME, 2, 100)).containsExactly(second);
        assertThat(registry.audit().read(ACME, 1, 1)).containsExactly(first);
        assertThat(registry.audit().read(ACME, 3, 1)).isEmpty();
        assertThat(registry.audit().head(ACME)).contains(new ChainHead(2, second.hash()));
        assertThat(registry.audit().verify(ACME)).isEmpty();
        assertThat(registry.audit().verify(TenantRegistry.SYSTEM)).isEmpty();
        TenantId nobody = new TenantId(OperationId.random().value());
        assertThat(registry.audit().head(nobody)).isEmpty();
        assertThat(registry.audit().verify(nobody)).isEmpty();
    }

    @Test
    void theActsOfOneUserAreReadWithoutThoseOfOthers() throws Exception {
        UserId olga = new UserId(UUID.randomUUID());
        List<AuditEntry> olgas = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            append(ACME, "other");
            olgas.add(append(ACME, ACME, olga));
        }
        append(GLOBEX, ACME, olga);
        append(ACME, GLOBEX, olga); // another user, of another tenant

        assertThat(registry.audit().readActs(ACME, ACME, olga, 1, 100)).isEqualTo(olgas);
        assertThat(registry.audit().readActs(ACME, ACME, olga, 3, 2)).isEqualTo(olgas.subList(1, 3));
        assertThat(registry.audit().readActs(ACME, ACME, olga, 11, 100)).isEmpty();
        assertThat(registry.audit().lastActs(ACME, ACME, olga, 2)).isEqualTo(olgas.subList(3, 5));
        assertThat(registry.audit().lastActs(ACME, ACME, olga, 100)).isEqualTo(olgas);
        UserId nobody = new UserId(UUID.randomUUID());
        assertThat(registry.audit().readActs(ACME, ACME, nobody, 1, 100)).isEmpty();
        assertThat(registry.audit().lastActs(ACME, ACME, nobody, 100)).isEmpty();
    }

    @Test
    void anEntryIsKeptAsItIsAndItsHashIsTheDocumentedOne() throws Exception {
        NewAuditEntry full = new NewAuditEntry(
                ACME,
                TenantRegistry.SYSTEM,
                BY,
                "change quota",
                "ENDPOINTS \u00fc\ud83d\ude00",
                Optional.of("{\"hard\": 1}\r\n"),
                Optional.of(""),
                Optional.of(OperationId.random()));

        registry.audit().append(full);

        AuditEntry kept = registry.audit().read(ACME, 1, 1).get(0);
        assertThat(kept.content()).isEqualTo(full);
        assertThat(kept.hash()).isEqualTo(kept.expectedHash());
    }

    @Test
    void aFieldThatMovesIntoItsNeighbourChangesTheHash() throws Exception {
        AuditEntry entry = append(ACME, "deploy");
        NewAuditEntry content = entry.content();
        NewAuditEntry moved = new NewAuditEntry(
                ACME,
                ACME,
                BY,
                "deployo",
                content.object().substring(1),
                content.before(),
                content.after(),
                content.operation());
        assertThat(content.action() + content.object()).isEqualTo(moved.action() + moved.object());

        assertThat(AuditEntry.hash(moved, 1, entry.occurredAt(), Optional.empty()))
                .isNotEqualTo(entry.hash());
    }

    @Test
    void entriesOfManyAtOnceAreOneChain() throws Exception {
        AtOnce.run(8, () -> {
            List<AuditEntry> own = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                own.add(append(ACME, "deploy"));
            }
            return own;
        });

        assertThat(registry.audit().head(ACME).orElseThrow().sequence()).isEqualTo(40);
        assertThat(registry.audit().verify(ACME)).isEmpty();
    }

    @Test
    void textsAreAnyAndStayThem() throws Exception {
        for (String attack : ATTACKS) {
            NewAuditEntry entry = new NewAuditEntry(
                    ACME, ACME, BY, attack, attack, Optional.of(attack), Optional.of(attack), Optional.empty());
            assertThat(registry.audit().append(entry).content()).isEqualTo(entry);
        }
        assertThat(registry.audit().verify(ACME)).isEmpty();
        for (String unkept : List.of("a\u0000b", "a\ud83d")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new NewAuditEntry(
                            ACME, ACME, BY, "a", unkept, Optional.empty(), Optional.empty(), Optional.empty()));
        }
    }

    private AuditEntry append(TenantId chain, TenantId actorTenant, UserId actor) throws RegistryException {
        return registry.audit()
                .append(new NewAuditEntry(
                        chain,
                        actorTenant,
                        actor,
                        "deploy",
                        "object",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private AuditEntry append(TenantId chain, String action) throws RegistryException {
        return registry.audit()
                .append(new NewAuditEntry(
                        chain, chain, BY, action, "object", Optional.empty(), Optional.of("after"), Optional.empty()));
    }
}
