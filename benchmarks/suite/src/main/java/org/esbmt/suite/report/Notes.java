package org.esbmt.suite.report;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;

/** An author's sentences about missed goals: a properties file with the identifiers of goals as keys. */
final class Notes {
    private final Properties sentences;

    private Notes(Properties sentences) {
        this.sentences = sentences;
    }

    /** No sentences. */
    static Notes none() {
        return new Notes(new Properties());
    }

    /**
     * Reads a file in UTF-8.
     *
     * @throws IOException if it cannot be read, or has a key that is no goal
     */
    static Notes read(Path file) throws IOException {
        Properties sentences = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            sentences.load(reader);
        }
        SortedSet<String> unknown = new TreeSet<>(sentences.stringPropertyNames());
        Goals.all().forEach(goal -> unknown.remove(goal.id()));
        if (!unknown.isEmpty()) {
            throw new IOException(file + " has notes on unknown goals: " + String.join(", ", unknown));
        }
        return new Notes(sentences);
    }

    /** The sentence about a goal. */
    Optional<String> of(Goal goal) {
        return Optional.ofNullable(sentences.getProperty(goal.id())).filter(sentence -> !sentence.isBlank());
    }
}
