package org.esbmt.camel.se.internal.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/** A unit's files as texts in a test. */
public record TextFiles(Map<String, String> texts) implements UnitFiles {
    @Override
    public SortedSet<String> names() {
        return new TreeSet<>(texts.keySet());
    }

    @Override
    public Optional<byte[]> content(String name) {
        return Optional.ofNullable(texts.get(name)).map(text -> text.getBytes(UTF_8));
    }
}
