package org.esbmt.administration.soap.internal.vocabulary;

/** Names in the detail of faults. */
public final class RefusalNames {
    public static final String ELEMENT = "refusal";
    public static final String REASON = "reason";
    public static final String SENTENCE = "sentence";
    public static final String WHO = "who";
    public static final String OPERATION = "operation";
    public static final String FINDING = "finding";
    public static final String FIELD = "field";
    public static final String FILE = "file";
    public static final String LINE = "line";
    public static final String RULE = "rule";

    /** The reason of every message without a valid credential. The others are those of administration. */
    public static final String NOT_AUTHENTICATED = "NOT_AUTHENTICATED";

    private RefusalNames() {}
}
