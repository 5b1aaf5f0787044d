package org.esbmt.administration.soap.internal.vocabulary;

import java.util.Map;
import org.esbmt.administration.catalogue.Words;

/** The values of words that a list has even if its request does not name them. */
public final class Defaults {
    /** By the name of the word. */
    public static final Map<String, Long> VALUES = Map.of(Words.OFFSET.name(), 0L, Words.LIMIT.name(), 50L);

    private Defaults() {}
}
