package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.esbmt.administration.api.Audit;
import org.esbmt.administration.api.batch.Batch;
import org.esbmt.administration.api.batch.BatchAdministration;
import org.esbmt.administration.api.batch.BatchReport;
import org.esbmt.administration.api.batch.BatchText;

/** Asks on behalf of the administrator who is connected. */
final class JmxBatches implements BatchesMXBean {
    private final BatchAdministration batches;

    JmxBatches(BatchAdministration batches) {
        this.batches = requireNonNull(batches, "batches");
    }

    @Override
    public String[] submitBatch(
            String batch, String[] archiveNames, byte[][] archives, String operation, boolean dryRun) {
        return JmxAdministration.asked(operation, -1, by -> {
            Batch read = read(JmxAdministration.given("batch", batch), named(archiveNames, archives));
            BatchReport report = dryRun ? batches.dryRun(by, read) : batches.submit(by, read);
            return Stream.concat(
                            report.steps().stream().map(Object::toString), Stream.of("operation " + report.operation()))
                    .toArray(String[]::new);
        });
    }

    private static Map<String, byte[]> named(String[] names, byte[][] archives) {
        if (names == null || archives == null || names.length != archives.length) {
            throw new IllegalArgumentException("there are as many names of archives as archives");
        }
        Map<String, byte[]> named = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            String name = JmxAdministration.given("archiveNames", names[i]);
            if (archives[i] == null) {
                throw new IllegalArgumentException("the archive '" + Audit.shown(name) + "' is missing");
            }
            if (named.put(name, archives[i]) != null) {
                throw new IllegalArgumentException("two archives are called '" + Audit.shown(name) + "'");
            }
        }
        return named;
    }

    private static Batch read(String text, Map<String, byte[]> archives) {
        try {
            return BatchText.read(text, name -> {
                byte[] archive = archives.get(name);
                if (archive == null) {
                    throw new FileNotFoundException("the archive '" + Audit.shown(name) + "' was not given");
                }
                return archive;
            });
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
