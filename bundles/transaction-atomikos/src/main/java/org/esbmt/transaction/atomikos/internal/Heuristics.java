package org.esbmt.transaction.atomikos.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.transaction.api.Heuristic;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The heuristic decisions of resources. Each branch has a file until an administrator forgets it. Thread-safe. */
final class Heuristics {
    private static final Logger LOG = LoggerFactory.getLogger(Heuristics.class);
    private static final String SEPARATOR = "@";
    private static final int LINES = 3;

    private final Path folder;
    private final Clock clock;
    private final Map<BranchXid, Heuristic> all = new ConcurrentHashMap<>();

    Heuristics(Path folder, Clock clock) throws IOException {
        this.folder = folder;
        this.clock = clock;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (!file.toString().endsWith(DurableFiles.UNFINISHED)) {
                    Heuristic one = read(file);
                    all.put(new BranchXid(one.transaction(), one.resource()), one);
                }
            }
        }
    }

    private static Heuristic read(Path file) throws IOException {
        String[] name = file.getFileName().toString().split(SEPARATOR, 2);
        List<String> lines = Files.readAllLines(file, UTF_8);
        if (name.length != 2 || lines.size() != LINES) {
            throw new IOException(file + " was not written by the bus");
        }
        try {
            return new Heuristic(
                    new TransactionId(name[0]),
                    new ResourceName(name[1]),
                    Boolean.parseBoolean(lines.get(0)),
                    Instant.parse(lines.get(1)),
                    lines.get(2));
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new IOException(file + " was not written by the bus", e);
        }
    }

    List<Heuristic> all() {
        return all.values().stream()
                .sorted(Comparator.comparing(Heuristic::since))
                .toList();
    }

    /** Logs and stores a heuristic decision. */
    synchronized void add(BranchXid branch, boolean committed, String problem) {
        if (all.containsKey(branch)) {
            return;
        }
        LOG.error(
                "The {} differs from the rest of its transaction, which is {}: {}. Compare the data and mend them, then forget"
                        + " the entry.",
                branch,
                committed ? "committed" : "rolled back",
                problem);
        Heuristic one =
                new Heuristic(branch.transaction(), branch.resource(), committed, clock.instant(), oneLine(problem));
        all.put(branch, one);
        try {
            DurableFiles.replace(
                    file(branch), (committed + "\n" + one.since() + "\n" + one.problem() + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            LOG.error(
                    "The heuristic outcome of the {} could not be stored; it is listed until the bus stops.",
                    branch,
                    e);
        }
    }

    synchronized void forget(BranchXid branch) throws IOException {
        if (!all.containsKey(branch)) {
            throw new IllegalArgumentException("there is no heuristic outcome of the " + branch);
        }
        DurableFiles.delete(file(branch));
        all.remove(branch);
        LOG.warn("An administrator has forgotten that the {} differs from the rest of its transaction.", branch);
    }

    private Path file(BranchXid branch) {
        return folder.resolve(branch.transaction() + SEPARATOR + branch.resource());
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
