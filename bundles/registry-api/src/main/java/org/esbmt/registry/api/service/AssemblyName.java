package org.esbmt.registry.api.service;

/**
 * The name of a service assembly, unique in its tenant: 1 to 100 letters, digits, {@code _} and {@code -}, with single
 * dots between them. Names of files and bundles contain it.
 */
public record AssemblyName(String value) implements Comparable<AssemblyName> {
    public AssemblyName {
        IndexedTexts.name("the name of an assembly", value);
    }

    @Override
    public int compareTo(AssemblyName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
