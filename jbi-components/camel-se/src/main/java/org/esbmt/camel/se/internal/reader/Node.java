package org.esbmt.camel.se.internal.reader;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.camel.se.internal.model.Place;

/** An element of either language, with its place in the file; an element of YAML has the shape of its XML form. */
final class Node {
    /** The owner of an element's name. */
    enum Vocabulary {
        CAMEL,
        /** Spring's or Blueprint's own. */
        BEANS,
        FOREIGN
    }

    record Attribute(String value, Place place) {
        Attribute {
            requireNonNull(value, "value");
            requireNonNull(place, "place");
        }
    }

    private final Vocabulary vocabulary;
    private final String name;
    private final Place place;
    private final Map<String, Attribute> attributes = new LinkedHashMap<>();
    private final List<Node> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final Set<String> refused = new HashSet<>();
    private Map<String, String> namespaces = Map.of();

    Node(Vocabulary vocabulary, String name, Place place) {
        this.vocabulary = vocabulary;
        this.name = name;
        this.place = place;
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    boolean is(String camelName) {
        return vocabulary == Vocabulary.CAMEL && name.equals(camelName);
    }

    /** The name without prefix. */
    String name() {
        return name;
    }

    Place place() {
        return place;
    }

    Map<String, Attribute> attributes() {
        return attributes;
    }

    Optional<String> attribute(String attribute) {
        return Optional.ofNullable(attributes.get(attribute)).map(Attribute::value);
    }

    /** The names of attributes that were present and have findings. */
    Set<String> refused() {
        return refused;
    }

    Place placeOf(String attribute) {
        Attribute found = attributes.get(attribute);
        return found == null ? place : found.place();
    }

    List<Node> children() {
        return children;
    }

    Optional<Node> child(String childName) {
        return children.stream().filter(c -> c.is(childName)).findFirst();
    }

    List<Node> children(String childName) {
        return children.stream().filter(c -> c.is(childName)).toList();
    }

    StringBuilder text() {
        return text;
    }

    /** The namespaces in scope, by prefix; the default one is not included. */
    Map<String, String> namespaces() {
        return namespaces;
    }

    void namespaces(Map<String, String> inForce) {
        namespaces = inForce;
    }
}
