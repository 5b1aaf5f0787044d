package org.esbmt.registry.api.configuration;

/** The name of a component in its {@code jbi.xml}: 1 to {@value #MAX_LENGTH} visible characters without spaces. */
public record ComponentName(String value) {
    /** The largest number of characters. */
    public static final int MAX_LENGTH = 128;

    public ComponentName {
        StoredTexts.checkName("a component's name", value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
