package org.esbmt.management.service.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.UnreadableMessageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers of this node, one file each. It holds the undelivered ones, so that each is sent again after a crash. It
 * also holds the last delivered ones, for a repeated request. Above the maximum the oldest are dropped, because each
 * later answer contains the state of the node. Confined to one thread at a time.
 */
final class Outbox {
    /** The largest number of undelivered answers. */
    static final int MAX = 1_000;
    /** The largest number of delivered answers: more than the requests that a broker redelivers after a crash. */
    static final int MAX_TAKEN = 100;

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final String WAITING = ".answer";
    private static final String TAKEN = ".taken";
    private static final Pattern NAME = Pattern.compile("([1-9][0-9]{0,17})(\\.answer|\\.taken)");

    private final Path folder;
    private final NavigableMap<Long, ManagementResponse> waiting = new TreeMap<>();
    private final NavigableMap<Long, ManagementResponse> taken = new TreeMap<>();

    private Outbox(Path folder) {
        this.folder = folder;
    }

    /**
     * Reads the folder, or creates it.
     *
     * @param revision the last applied revision: an answer to a later request was written before a crash, and the
     *     request is applied again
     */
    static Outbox load(Path folder, long revision) throws IOException {
        Outbox outbox = new Outbox(DurableFiles.folder(folder));
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        for (Path file : files) {
            Matcher name = NAME.matcher(file.getFileName().toString());
            if (name.matches() && Long.parseLong(name.group(1)) <= revision) {
                outbox.load(file, Long.parseLong(name.group(1)), name.group(2).equals(WAITING));
            } else {
                Files.deleteIfExists(file);
            }
        }
        return outbox;
    }

    private void load(Path file, long revision, boolean waits) throws IOException {
        try {
            if (MessageText.read(Files.readString(file)) instanceof ManagementResponse answer
                    && answer.revision() == revision) {
                (waits ? waiting : taken).put(revision, answer);
                return;
            }
        } catch (UnreadableMessageException e) {
            LOG.debug("Cause of the problem with {}:", file, e);
        }
        LOG.warn("{} is no answer of this node; the cluster is not told what came of the revision {}.", file, revision);
        Files.deleteIfExists(file);
    }

    /** Stores an answer. It is durable when this returns, and sent after {@link #release}. */
    void keep(ManagementResponse answer) throws IOException {
        DurableFiles.replace(
                file(answer.revision(), WAITING), MessageText.write(answer).getBytes(UTF_8));
    }

    /** Releases a kept answer for sending: the node has reached that revision. */
    void release(ManagementResponse answer) {
        waiting.put(answer.revision(), answer);
        shorten(waiting, MAX, WAITING);
    }

    /** The answers that were not delivered yet, oldest first. */
    List<ManagementResponse> answers() {
        return List.copyOf(waiting.values());
    }

    /**
     * Marks answers as delivered, durably. If a mark cannot be written, the answer is sent again after the next start,
     * which is harmless.
     */
    void remove(List<ManagementResponse> told) {
        for (ManagementResponse answer : told) {
            if (waiting.remove(answer.revision(), answer)) {
                taken.put(answer.revision(), answer);
                move(answer.revision(), WAITING, TAKEN);
            }
        }
        shorten(taken, MAX_TAKEN, TAKEN);
    }

    /** Sends the answer to a request once more, if it is known. */
    void again(long revision) {
        ManagementResponse answer = taken.remove(revision);
        if (answer != null) {
            waiting.put(revision, answer);
            move(revision, TAKEN, WAITING);
        }
    }

    private void move(long revision, String from, String to) {
        try {
            Files.move(file(revision, from), file(revision, to), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.debug("The answer {} cannot be moved.", revision, e);
        }
    }

    private void shorten(NavigableMap<Long, ManagementResponse> answers, int max, String kind) {
        while (answers.size() > max) {
            Path oldest = file(answers.pollFirstEntry().getKey(), kind);
            try {
                Files.deleteIfExists(oldest);
            } catch (IOException e) {
                LOG.debug("{} cannot be deleted.", oldest, e);
            }
        }
    }

    private Path file(long revision, String kind) {
        return folder.resolve(revision + kind);
    }
}
