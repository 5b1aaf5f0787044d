package org.esbmt.administration.catalogue;

/** The kind of a value, for adapters: open types, JSON, XML and form fields follow from it. */
public enum Kind {
    TEXT,
    /** A UUID in canonical form, or another text that identifies one object permanently. */
    IDENTIFIER,
    /** One of a few names. */
    CHOICE,
    /** ISO 8601, UTC. */
    MOMENT,
    /** A password: an adapter never shows it. */
    SECRET,
    /** A whole number of 64 bits. */
    NUMBER,
    /** A whole number of 32 bits. */
    COUNT,
    FLAG,
    /** Texts in their order. */
    TEXTS,
    /** An archive or a document. */
    BYTES,
    /** Archives in their order. */
    FILES,
    /** Texts by text. */
    TABLE,
    /** Numbers by text. */
    NUMBERS,
    /** Views of one shape in their order. */
    SHAPES
}
