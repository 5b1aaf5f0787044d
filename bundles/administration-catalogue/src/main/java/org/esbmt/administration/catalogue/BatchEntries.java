package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.BATCHES;
import static org.esbmt.administration.catalogue.Words.ARCHIVES;
import static org.esbmt.administration.catalogue.Words.ARCHIVE_NAMES;
import static org.esbmt.administration.catalogue.Words.BATCH;
import static org.esbmt.administration.catalogue.Words.DRY_RUN;
import static org.esbmt.administration.catalogue.Words.OPERATION;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.esbmt.administration.api.batch.SentArchives;
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
                Batch batch = named(with.get(ARCHIVE_NAMES), with.get(ARCHIVES)).read(with.get(BATCH));
                return with.get(DRY_RUN) ? administration.dryRun(by, batch) : administration.execute(by, batch);
            }));

    private BatchEntries() {}

    private static List<String> lines(BatchReport report) {
        return Stream.concat(
                        report.steps().stream().map(Object::toString), Stream.of("operation " + report.operation()))
                .toList();
    }

    private static SentArchives named(Optional<List<String>> names, Optional<List<byte[]>> archives) {
        if (names.isEmpty()
                || archives.isEmpty()
                || names.get().size() != archives.get().size()) {
            throw new IllegalArgumentException("there are as many names of archives as archives");
        }
        SentArchives named = new SentArchives();
        for (int i = 0; i < names.get().size(); i++) {
            String name = Word.given(ARCHIVE_NAMES.name(), names.get().get(i));
            byte[] archive = archives.get().get(i);
            if (archive == null) {
                throw new IllegalArgumentException("the archive '" + Audit.shown(name) + "' is missing");
            }
            named.add(name, archive);
        }
        return named;
    }
}
