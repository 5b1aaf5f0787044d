package org.esbmt.camel.se.internal.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.w3c.dom.TypeInfo;
import org.xml.sax.Attributes;

/**
 * The types for which the platform's validator may take a time in the square of a text's length. According to
 * measurements, these are two of XML schema's own and the types derived from them. Names are compared by their local
 * parts: if one of two equal ones is slow, both are.
 */
final class SlowTypes {
    /** Each takes seconds for some hundred thousand characters, and cannot be stopped. */
    private static final Set<String> OWN = Set.of("anyURI", "language");

    /** The longest text of such a type; it takes some 10 ms. */
    static final int LONGEST_TEXT = 8192;

    private static final class Definition {
        final String name;
        final Definition around;
        final int depth;
        boolean slow;

        Definition(String name, Definition around, int depth) {
            this.name = name;
            this.around = around;
            this.depth = depth;
        }
    }

    private final Deque<Definition> open = new ArrayDeque<>();
    private final Map<String, List<Definition>> madeOf = new HashMap<>();
    private final Set<String> slow = new HashSet<>();
    private boolean unnamed;
    private int depth;

    /** An element of XML schema, in the order of the document; {@link #end} follows. */
    void begin(String local, Attributes attributes) {
        depth++;
        switch (local) {
            case "simpleType", "complexType" ->
                open.push(new Definition(attributes.getValue("", "name"), open.peek(), depth));
            case "restriction", "extension" -> of(attributes.getValue("", "base"));
            case "list" -> of(attributes.getValue("", "itemType"));
            case "union" -> of(attributes.getValue("", "memberTypes"));
            default -> {
                // an element without influence on a text's type
            }
        }
    }

    private void of(String names) {
        if (names != null && !names.isBlank() && !open.isEmpty()) {
            for (String name : names.strip().split("\\s+", -1)) {
                madeOf.computeIfAbsent(name.substring(name.indexOf(':') + 1), n -> new ArrayList<>(1))
                        .add(open.element());
            }
        }
    }

    void end() {
        if (!open.isEmpty() && open.element().depth == depth) {
            open.pop();
        }
        depth--;
    }

    /** Completes the names; must be called once, after all files have been read. */
    void whole() {
        Deque<Definition> found = new ArrayDeque<>();
        OWN.forEach(name -> found.addAll(madeOf.getOrDefault(name, List.of())));
        while (!found.isEmpty()) {
            Definition definition = found.pop();
            if (definition.slow) {
                continue;
            }
            definition.slow = true;
            if (definition.around != null) {
                found.push(definition.around);
            }
            if (definition.name == null) {
                unnamed = true;
            } else if (slow.add(definition.name)) {
                madeOf.getOrDefault(definition.name, List.of()).forEach(found::push);
            }
        }
        madeOf.clear();
    }

    /** Returns true for a slow type of an element in a message, possibly by its {@code xsi:type}. */
    boolean has(TypeInfo type) {
        if (type == null) {
            return false; // not validated
        }
        String name = type.getTypeName();
        if (name != null && SchemaCheck.XSD.equals(type.getTypeNamespace())) {
            return OWN.contains(name);
        }
        boolean isUnnamed = name == null || name.startsWith("#");
        return isUnnamed ? unnamed : slow.contains(name);
    }
}
