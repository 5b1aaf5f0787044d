package org.esbmt.administration.jmx.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.administration.api.Administrator;
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
        return JmxAdministration.asked(by -> {
            Administrator asking =
                    operation == null || operation.isBlank() ? by : by.asking(UUID.fromString(operation.strip()));
            Batch read = read(JmxAdministration.given("batch", batch), named(archiveNames, archives));
            BatchReport report = dryRun ? batches.dryRun(asking, read) : batches.submit(asking, read);
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
            named.put(
                    JmxAdministration.given("archiveNames", names[i]),
                    requireNonNull(archives[i], "an archive").clone());
        }
        return named;
    }

    private static Batch read(String text, Map<String, byte[]> archives) {
        try {
            return BatchText.read(text.getBytes(UTF_8), name -> {
                byte[] archive = archives.get(name);
                if (archive == null) {
                    throw new FileNotFoundException(name);
                }
                return archive;
            });
        } catch (IOException e) {
            throw new IllegalArgumentException("the batch names an archive that was not given: " + e.getMessage(), e);
        }
    }
}
