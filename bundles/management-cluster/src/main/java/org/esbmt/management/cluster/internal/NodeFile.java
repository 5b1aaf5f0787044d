package org.esbmt.management.cluster.internal;

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
import org.esbmt.registry.api.configuration.ClusterName;

/**
 * The identity of this node, in a file that lasts as long as its data. The first line has the instance. A second line
 * has the cluster's id and name, once known.
 *
 * @param cluster empty before the first start with a registry
 */
record NodeFile(UUID instance, Optional<Joined> cluster) {
    private static final String UUID_FORM = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final Pattern FORM = Pattern.compile(
            "instance (" + UUID_FORM + ")\n(?:cluster (" + UUID_FORM + ") ([a-z0-9][a-z0-9-]{0,62})\n)?");
    private static final int MAX_BYTES = 1_024;

    /** The cluster that a node is part of. */
    record Joined(UUID id, ClusterName name) {}

    /**
     * Reads the file, or creates it.
     *
     * @throws IOException if the file has another form; the message names the remedy
     */
    static NodeFile load(Path file) throws IOException {
        if (!Files.exists(file)) {
            DurableFiles.folder(file.getParent());
            NodeFile made = new NodeFile(UUID.randomUUID(), Optional.empty());
            made.write(file);
            return made;
        }
        Matcher form = FORM.matcher(text(file));
        if (!form.matches()) {
            throw new IOException(
                    "The file " + file + " has not the identity of this node: put it back from a backup of this"
                            + " node, with everything in its folder.");
        }
        return new NodeFile(
                UUID.fromString(form.group(1)),
                Optional.ofNullable(form.group(2))
                        .map(id -> new Joined(UUID.fromString(id), new ClusterName(form.group(3)))));
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.size(file) > MAX_BYTES ? "" : Files.readString(file, US_ASCII);
        } catch (CharacterCodingException e) {
            return "";
        }
    }

    NodeFile join(Joined joined) {
        return new NodeFile(instance, Optional.of(joined));
    }

    /** Writes the file. It is durable when this method returns. */
    void write(Path file) throws IOException {
        String text = "instance " + instance + "\n"
                + cluster.map(joined -> "cluster " + joined.id() + " " + joined.name() + "\n")
                        .orElse("");
        DurableFiles.replace(file, text.getBytes(US_ASCII));
    }
}
