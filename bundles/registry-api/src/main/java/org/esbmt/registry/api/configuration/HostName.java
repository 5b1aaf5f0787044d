package org.esbmt.registry.api.configuration;

/** The host of a node, for people: 1 to {@value #MAX_LENGTH} visible characters without spaces. */
public record HostName(String value) {
    /** The largest number of characters. */
    public static final int MAX_LENGTH = 255;

    public HostName {
        StoredTexts.checkName("a host's name", value, MAX_LENGTH);
    }

    @Override
    public String toString() {
        return value;
    }
}
