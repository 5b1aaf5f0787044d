package org.esbmt.management.service.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.management.api.message.Sha256;

/**
 * The progress of this node, in a file of three lines: the cluster, the last applied revision, and the SHA-256 of its
 * text. Confined to one thread at a time.
 */
final class Progress {
    private static final Pattern FORM =
            Pattern.compile("cluster (\\S+)\nrevision ([1-9][0-9]{0,17})\ntext ([0-9a-f]{64})\n");
    private static final int MAX_BYTES = 1_024;

    private final Path file;
    private final UUID cluster;
    private Optional<Applied> last;

    private Progress(Path file, UUID cluster, Optional<Applied> last) {
        this.file = file;
        this.cluster = cluster;
        this.last = last;
    }

    /** The last request that was applied. */
    record Applied(long revision, Sha256 text) {}

    /**
     * Reads the file. Without a file, no revision was applied.
     *
     * @throws IOException if the file has another form or belongs to another cluster; the message names the remedy
     */
    static Progress load(Path file, UUID cluster) throws IOException {
        if (!Files.exists(file)) {
            return new Progress(file, cluster, Optional.empty());
        }
        Matcher form = FORM.matcher(text(file));
        if (!form.matches()) {
            throw new IOException(
                    "The file " + file + " is not one in which a node keeps how far it is: put it back from"
                            + " a backup of this node, with everything in its folder.");
        }
        if (!form.group(1).equals(cluster.toString())) {
            throw new IOException("This node was part of the cluster " + form.group(1) + ", as the file " + file
                    + " says, and not of " + cluster + ". Start it with data of its own.");
        }
        return new Progress(
                file, cluster, Optional.of(new Applied(Long.parseLong(form.group(2)), new Sha256(form.group(3)))));
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.size(file) > MAX_BYTES ? "" : Files.readString(file, US_ASCII);
        } catch (CharacterCodingException e) {
            return "";
        }
    }

    Optional<Applied> last() {
        return last;
    }

    /** 0 if nothing was applied. */
    long revision() {
        return last.map(Applied::revision).orElse(0L);
    }

    /** Stores the next revision. The file is durable when this method returns. */
    void advance(Applied next) throws IOException {
        if (next.revision() != revision() + 1) {
            throw new IllegalArgumentException("after the revision " + revision() + " comes not " + next.revision());
        }
        String text = "cluster " + cluster + "\nrevision " + next.revision() + "\ntext " + next.text() + "\n";
        DurableFiles.replace(file, text.getBytes(US_ASCII));
        last = Optional.of(next);
    }
}
