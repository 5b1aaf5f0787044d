package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.BATCHES;
import static org.esbmt.administration.catalogue.Words.ARCHIVES;
import static org.esbmt.administration.catalogue.Words.ARCHIVE_NAMES;
import static org.esbmt.administration.catalogue.Words.BATCH;
import static org.esbmt.administration.catalogue.Words.DRY_RUN;
import static org.esbmt.administration.catalogue.Words.OPERATION;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.tenancy.api.Audit;

/** Batches: many commands as one. */
final class BatchEntries {
    static final List<Entry<?>> ALL = List.of(Entry.makes(
                    BATCHES,
                    "submitBatch",
                    "Does all operations of a batch, or none; or tells what they would be. Gives a line for each step, and one"
                            + " with the operation's identifier.",
                    BATCH,
                    ARCHIVE_NAMES,
                    ARCHIVES,
                    OPERATION,
                    DRY_RUN)
            .submits(new Result.Texts<>(Shapes.PLAN, BatchEntries::lines), Batch.class, (administration, by, with) -> {
                Batch batch = read(with.get(BATCH), named(with.get(ARCHIVE_NAMES), with.get(ARCHIVES)));
                return with.get(DRY_RUN) ? administration.dryRun(by, batch) : administration.execute(by, batch);
            }));

    private BatchEntries() {}

    private static List<String> lines(BatchReport report) {
        return Stream.concat(
                        report.steps().stream().map(Object::toString), Stream.of("operation " + report.operation()))
                .toList();
    }

    private static Map<String, byte[]> named(Optional<List<String>> names, Optional<List<byte[]>> archives) {
        if (names.isEmpty()
                || archives.isEmpty()
                || names.get().size() != archives.get().size()) {
            throw new IllegalArgumentException("there are as many names of archives as archives");
        }
        Map<String, byte[]> named = new HashMap<>();
        for (int i = 0; i < names.get().size(); i++) {
            String name = Word.given(ARCHIVE_NAMES.name(), names.get().get(i));
            byte[] archive = archives.get().get(i);
            if (archive == null) {
                throw new IllegalArgumentException("the archive '" + Audit.shown(name) + "' is missing");
            }
            if (named.put(name, archive) != null) {
                throw new IllegalArgumentException("two archives are called '" + Audit.shown(name) + "'");
            }
        }
        return named;
    }

    private static Batch read(String text, Map<String, byte[]> archives) {
        Set<String> unnamed = new TreeSet<>(archives.keySet());
        Batch batch;
        try {
            batch = BatchText.read(text, name -> {
                byte[] archive = archives.get(name);
                if (archive == null) {
                    throw new FileNotFoundException("the archive '" + Audit.shown(name) + "' was not given");
                }
                unnamed.remove(name);
                return archive;
            });
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (!unnamed.isEmpty()) {
            // A step with another name would lack it, or is missing.
            throw new IllegalArgumentException("no step names the archive '"
                    + Audit.shown(unnamed.iterator().next()) + "'");
        }
        return batch;
    }
}
