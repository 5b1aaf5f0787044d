package org.esbmt.testing.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.util.diff.DiffUtils.diff;
import static org.assertj.core.util.diff.DiffUtils.generateUnifiedDiff;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A committed text that a test compares with the text of this build. The system property {@value #WRITE} accepts a change: it
 * writes the file instead.
 */
public final class GoldenFile {
    /** {@code true}: write the files, do not compare. */
    public static final String WRITE = "golden.write";

    private static final Path FOLDER = Path.of("src", "test", "golden");
    private static final int CONTEXT = 3;

    private final Path file;
    private final boolean write;

    private GoldenFile(Path file, boolean write) {
        this.file = file;
        this.write = write;
    }

    /**
     * A file of the module whose tests are running, in {@code src/test/golden}.
     *
     * @param name may contain folders
     */
    public static GoldenFile of(String name) {
        return new GoldenFile(FOLDER.resolve(name), Boolean.getBoolean(WRITE));
    }

    /**
     * A committed file elsewhere that is delivered or published unchanged.
     *
     * @param file relative to the folder of the module whose tests are running
     */
    public static GoldenFile at(Path file) {
        return at(file, Boolean.getBoolean(WRITE));
    }

    static GoldenFile at(Path file, boolean write) {
        return new GoldenFile(requireNonNull(file, "file"), write);
    }

    /**
     * Compares.
     *
     * @param text lines, each ended by a line feed
     * @throws AssertionError with the difference and the way to accept it
     */
    public void check(String text) throws IOException {
        if (write) {
            Files.createDirectories(requireNonNull(file.toAbsolutePath().getParent(), "parent"));
            Files.writeString(file, text, UTF_8);
            return;
        }
        String golden = Files.exists(file) ? Files.readString(file, UTF_8) : "";
        if (!golden.equals(text)) {
            throw new AssertionError(difference(lines(golden), lines(text)));
        }
    }

    private String difference(List<String> golden, List<String> text) {
        String name = file.toString();
        List<String> lines = generateUnifiedDiff(name, "this build", golden, diff(golden, text), CONTEXT);
        return "The build publishes another text than the golden file has:\n" + String.join("\n", lines)
                + "\nUsers will see this change. If it is intended, run the test again with -D" + WRITE
                + "=true and commit " + name + ".";
    }

    /**
     * Includes the last line, which is empty for a text with a final line feed: a missing line feed is a difference,
     * too.
     */
    private static List<String> lines(String text) {
        return List.of(text.split("\n", -1));
    }
}
