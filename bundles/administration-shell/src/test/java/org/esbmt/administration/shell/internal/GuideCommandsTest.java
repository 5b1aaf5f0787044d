package org.esbmt.administration.shell.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The commands of the shell in the guide are there, with their options. */
class GuideCommandsTest {
    private static final Path DOCS = Path.of("..", "..", "docs");
    private static final Path README = Path.of("..", "..", "README.md");

    /** A command, and the rest of its line or of its text in backquotes. */
    private static final Pattern COMMAND = Pattern.compile("(?<![:.\\w])esbmt:([a-z]+(?:-[a-z]+)*)([^`\\n]*)");

    private static final Pattern OPTION = Pattern.compile("(?<= |\\()--[a-z][a-z-]*");

    /** The options of each command, of which {@link PublishedCommandsTest} keeps the file. */
    private static Map<String, Set<String>> published() throws IOException {
        Map<String, Set<String>> published = new TreeMap<>();
        String command = "";
        for (String line : Files.readAllLines(Path.of("src/test/golden/commands.txt"))) {
            if (line.startsWith("command ")) {
                command = line.substring("command ".length());
                published.put(command, new TreeSet<>(Set.of("--help")));
            } else if (line.startsWith("  option ")) {
                String names = line.substring("  option ".length(), line.indexOf(": "));
                published.get(command).addAll(Arrays.asList(names.split(", ")));
            }
        }
        return published;
    }

    @Test
    void eachCommandOfTheGuideIsPublishedWithItsOptions() throws IOException {
        Map<String, Set<String>> published = published();
        List<String> wrong = new ArrayList<>();
        int found = 0;
        for (Path page : pages()) {
            for (MatchResult match :
                    COMMAND.matcher(Files.readString(page)).results().toList()) {
                found++;
                Set<String> options = published.get("esbmt:" + match.group(1));
                boolean known = options != null
                        && OPTION.matcher(match.group(2))
                                .results()
                                .map(MatchResult::group)
                                .allMatch(options::contains);
                if (!known) {
                    wrong.add(page + ": " + match.group());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(found).isGreaterThan(100);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(DOCS.resolve("guide"))) {
            return Stream.concat(files, Stream.of(README))
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }
}
