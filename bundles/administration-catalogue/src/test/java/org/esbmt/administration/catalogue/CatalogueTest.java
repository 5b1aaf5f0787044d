package org.esbmt.administration.catalogue;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.junit.jupiter.api.Test;

/** Rules of the catalogue. */
class CatalogueTest {
    /** Commands without an entry of their own, with the reason. */
    private static final Map<Class<?>, String> WITHOUT_ENTRY = Map.of(
            SetQuota.class, "only the text of a batch grants or changes, whatever there is",
            SetContingent.class, "only the text of a batch grants or changes, whatever there is");

    @Test
    void partAndNameIdentifyAnEntry() {
        assertThat(Catalogue.entries()).extracting(Entry::toString).doesNotHaveDuplicates();
    }

    /** A client, or a form, expects one kind of value for a word of a part. */
    @Test
    void wordsOfOneNameAreOfOneKindInAPart() {
        for (Part part : Part.values()) {
            Map<String, Set<Kind>> kinds = Catalogue.entries(part).stream()
                    .flatMap(entry -> entry.words().stream())
                    .collect(groupingBy(Word::name, mapping(Word::kind, toSet())));

            assertThat(kinds)
                    .allSatisfy(
                            (name, of) -> assertThat(of).as(part + " " + name).hasSize(1));
        }
    }

    @Test
    void everythingHasASentence() {
        assertThat(Catalogue.entries()).allSatisfy(entry -> {
            assertThat(entry.sentence()).as(entry.toString()).endsWith(".");
            assertThat(entry.words()).allSatisfy(word -> assertThat(word.sentence())
                    .as(entry + " " + word)
                    .isNotBlank()
                    .matches(".*([^.]|, \\.\\.\\.)"));
        });
    }

    @Test
    void everyChangeNamesItsCommandAndNoQueryDoes() {
        assertThat(Catalogue.entries())
                .allSatisfy(entry -> assertThat(entry.command().isPresent())
                        .as(entry.toString())
                        .isEqualTo(entry.effect() != Effect.READS));
    }

    @Test
    void theWordsOfTheEffectExist() {
        assertThat(Catalogue.entries()).allSatisfy(entry -> {
            boolean changes = entry.effect() == Effect.CHANGES;
            assertThat(entry.words().contains(Words.OPERATION))
                    .as(entry.toString())
                    .isEqualTo(changes || entry.effect() == Effect.MAKES);
            assertThat(entry.words().contains(Words.REVISION))
                    .as(entry.toString())
                    .isEqualTo(changes);
        });
    }

    @Test
    void everyCommandHasAnEntryOrAReason() {
        Set<Class<?>> named = Catalogue.entries().stream()
                .flatMap(entry -> entry.command().stream())
                .collect(toSet());
        Set<Class<?>> missing = commands(Command.class).collect(toSet());
        assertThat(missing).containsAll(named);
        missing.removeAll(named);

        assertThat(missing).isEqualTo(WITHOUT_ENTRY.keySet());
    }

    private static Stream<Class<?>> commands(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(CatalogueTest::commands)
                : Stream.of(type);
    }

    @Test
    void aPartHasTheServicesOfItsEntries() {
        assertThat(Catalogue.services(Part.LINKS))
                .containsExactlyInAnyOrder(Administration.class, LinkAdministration.class);
        assertThat(Catalogue.services(Part.AUDIT)).containsExactly(AuditAdministration.class);
        assertThat(Catalogue.services(Part.NOTIFICATIONS)).isEmpty();
    }
}
