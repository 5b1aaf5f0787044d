package org.esbmt.suite.targets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The use of vectors for the checks of Bodies, from the logs of a bus. A bus logs the outcome of its trial of vectors,
 * seconds or minutes after its first message, and a later end of their use. Until the outcome it checks by words.
 */
public final class Vectors {
    static final String YES = "yes";
    static final String NO = "no";
    /** One node or bus checks otherwise than another one, or otherwise than before. */
    static final String IN_PART = "in part";

    static final String UNKNOWN = "unknown";

    private static final String BY_VECTORS = "Bodies are checked by vectors.";
    private static final String BY_WORDS = "Bodies are checked by words";

    private Vectors() {}

    /** The use by two nodes, or by two buses. */
    public static String both(String one, String other) {
        return one.equals(other) ? one : IN_PART;
    }

    /** @param logs the log of each node; older files of a log have its name with a suffix */
    static String of(List<Path> logs) {
        return logs.stream().map(Vectors::ofNode).reduce(Vectors::both).orElse(UNKNOWN);
    }

    private static String ofNode(Path log) {
        boolean vectors = false;
        boolean words = false;
        try (Stream<Path> folder = Files.list(log.getParent())) {
            String name = log.getFileName().toString();
            for (Path file : folder.filter(path -> path.getFileName().toString().startsWith(name))
                    .toList()) {
                String text = Files.readString(file, ISO_8859_1);
                vectors |= text.contains(BY_VECTORS);
                words |= text.contains(BY_WORDS);
            }
        } catch (IOException | UncheckedIOException e) {
            return UNKNOWN;
        }
        if (vectors) {
            return words ? IN_PART : YES;
        }
        return NO;
    }
}
