package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.testing.golden.GoldenFile;
import org.junit.jupiter.api.Test;

/**
 * Every batch of the corpus in {@code src/test/golden/batch} is read or refused as before. The steps are written in the words of
 * the format, with every default. So the text does not depend on the types of the commands.
 */
class PublishedBatchesTest {
    private static final Path CORPUS = Path.of("src", "test", "golden", "batch");
    private static final String EVERY_STEP = "every-step.xml";
    private static final String EVERY_ATTRIBUTE = "every-attribute.xml";
    private static final String REFUSED = "refused: ";

    /** The JDK's own messages, which change with its version. */
    private static final Pattern SCHEMA = Pattern.compile("(line \\d+): cvc-.*");

    private static final Pattern STEP = Pattern.compile("(?s)  <(\\w+) [^<>]*(?:/>|>.*?</\\1>)\n");
    private static final Pattern ATTRIBUTE = Pattern.compile(" (\\w+)=\"([^\"]*)\"");
    private static final String TOO_LONG = "x".repeat(501);

    /** Replacements for a value: nothing, too much, and numbers at and beyond their limits. */
    private static final Map<String, String> VALUES = values();

    @Test
    void everyBatchIsReadOrRefusedAsBefore() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.sorted().toList()) {
                text.append(file.getFileName()).append('\n');
                text.append(outcome(Files.readString(file, UTF_8)).indent(2));
            }
        }
        GoldenFile.of("batches.txt").check(text.toString());
    }

    /** Every step with all of its attributes, each of them once missing, empty, too long or out of its range. */
    @Test
    void everyAttributeIsAcceptedOrRefusedAsBefore() throws IOException {
        StringBuilder text = new StringBuilder();
        for (MatchResult step : steps(EVERY_ATTRIBUTE)) {
            text.append(step.group(1)).append('\n');
            text.append("  other unknown: ")
                    .append(variant(step, step.end(1), step.end(1), "other", "1"))
                    .append('\n');
            for (MatchResult attribute :
                    ATTRIBUTE.matcher(step.group()).results().toList()) {
                attribute(text, step, attribute);
            }
        }
        GoldenFile.of("batch-attributes.txt").check(text.toString());
    }

    private static void attribute(StringBuilder text, MatchResult step, MatchResult attribute) {
        String name = attribute.group(1);
        int start = step.start() + attribute.start();
        int end = step.start() + attribute.end();
        text.append("  ")
                .append(name)
                .append(" missing: ")
                .append(variant(step, start, end, name, null))
                .append('\n');
        Map<String, List<String>> outcomes = new LinkedHashMap<>();
        VALUES.forEach((kind, value) -> outcomes.computeIfAbsent(
                        variant(step, start, end, name, value), outcome -> new ArrayList<>())
                .add(kind));
        outcomes.forEach((outcome, kinds) -> text.append("  ")
                .append(name)
                .append(' ')
                .append(String.join(", ", kinds))
                .append(": ")
                .append(outcome)
                .append('\n'));
    }

    /** The outcome of the step with another value of one attribute; {@code taken} if the value was read as it stands. */
    private static String variant(MatchResult step, int start, int end, String name, String value) {
        String made = "<createTenant as=\"x\" name=\"x\" displayName=\"X\" login=\"x\" password=\"a long password\"/>";
        String all = step.group();
        String changed = all.substring(0, start - step.start())
                + (value == null ? "" : " " + name + "=\"" + value + "\"")
                + all.substring(end - step.start());
        String outcome = outcome("<batch xmlns=\"urn:esbmt:batch:1\">" + made + "\n" + changed + "</batch>");
        if (outcome.startsWith(REFUSED)) {
            return outcome;
        }
        String second = outcome.lines().skip(1).collect(joining());
        String shown = value == null ? "" : value.replace("&#10;", "\\u000a").replace("&#x9B;", "\\u009b");
        boolean taken = value != null && second.contains("\"" + shown.replace(TOO_LONG, "(501 x)") + "\"");
        return taken ? "taken" : "taken as " + second;
    }

    @Test
    void everyStepAndEveryAttributeOfTheSchemaIsInTheCorpus() throws IOException {
        String schema = Files.readString(Path.of("..", "..", "docs", "guide", "schemas", "esbmt-batch.xsd"), UTF_8);
        String choice = schema.substring(schema.indexOf("<xs:choice"), schema.indexOf("</xs:choice>"));
        List<String> names = all(Pattern.compile("<xs:element name=\"(\\w+)\""), choice);
        List<String> attributes = all(Pattern.compile("<xs:attribute name=\"(\\w+)\""), schema);

        assertThat(steps(EVERY_STEP)).extracting(step -> step.group(1)).containsExactlyInAnyOrderElementsOf(names);
        assertThat(steps(EVERY_ATTRIBUTE)).extracting(step -> step.group(1)).containsExactlyInAnyOrderElementsOf(names);
        assertThat(all(ATTRIBUTE, Files.readString(CORPUS.resolve(EVERY_ATTRIBUTE), UTF_8)))
                .containsAll(attributes);
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }

    private static List<MatchResult> steps(String file) throws IOException {
        return STEP.matcher(Files.readString(CORPUS.resolve(file), UTF_8))
                .results()
                .toList();
    }

    private static Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("empty", "");
        values.put("a space", " ");
        values.put("too long", TOO_LONG);
        values.put("-1", "-1");
        values.put("0", "0");
        values.put("2^63", "9223372036854775808");
        values.put("#x", "#x");
        values.put("control", "a&#10;b&#x9B;");
        return values;
    }

    private static String outcome(String batch) {
        try {
            return lines(BatchText.read(batch.getBytes(UTF_8), PublishedBatchesTest::file));
        } catch (IllegalArgumentException | IOException e) {
            String message = String.valueOf(e.getMessage());
            return REFUSED
                    + SCHEMA.matcher(message)
                            .replaceFirst("$1 (the XML schema)")
                            .replace(TOO_LONG, "(501 x)");
        }
    }

    private static byte[] file(String name) throws IOException {
        if (name.equals("missing.zip")) {
            throw new FileNotFoundException(name);
        }
        return name.getBytes(UTF_8);
    }

    private static String lines(Batch batch) {
        return batch.steps().stream()
                .map(step -> new StepText(step).toString())
                .collect(joining("\n"))
                .replace(TOO_LONG, "(501 x)");
    }
}
