package org.esbmt.camel.se.internal.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.xml.sax.Attributes;

/**
 * The number of tries that a validator makes of one text with the simple types of a schema. It replaces unions by their
 * members, so a few lines can mean millions. It tries each member, with each item of a list, until one fits, and cannot
 * be stopped meanwhile. Names are compared by their local parts; of two equal ones the larger counts.
 */
final class UnionTypes {
    static final String RULE =
            "Trying its unions may take too long: a union has at most 1,000 members, with those of the"
                    + " unions in it, and fewer with lists of it, patterns, or many enumerated or default values.";

    private static final double MOST_MEMBERS = 1000;
    private static final double MOST_MEMBERS_OF_ALL = 100_000;
    /** The largest number of tries. A try without a match takes some 10 us. */
    private static final double MOST_TRIES = 1e5;
    /** The largest number of characters in a large text; each member reads each of them once. */
    private static final double MOST_CHARS = 2e8;
    /** A list member splits its text into items, at some 40 ns a character, as much as other members take. */
    private static final double OTHERS_IN_A_LIST = 10;
    /** The list types of XML schema's own. */
    private static final Set<String> LISTS = Set.of("NMTOKENS", "IDREFS", "ENTITIES");

    private static final int LARGE_TEXT = 10 << 20;
    private static final int MOST_DEPTH = 500;

    /** The number of enumerated values with which an item is compared in the time of one try. */
    private static final double VALUES_IN_A_TRY = 1000;

    /**
     * The numbers of tries of a text, and of each of its items in addition; the number of splits of the text; the
     * numbers of enumerated values with which the text, and each of its items, is compared.
     */
    private record Tries(double text, double item, double lists, double values, double itemValues) {
        static final Tries NONE = new Tries(0, 0, 0, 0, 0);
        static final Tries ONCE = new Tries(1, 0, 0, 0, 0);
        static final Tries LIST = new Tries(1, 0, 1, 0, 0);
        static final Tries ENDLESS = new Tries(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 0, 0);

        Tries and(Tries other) {
            return new Tries(
                    text + other.text,
                    item + other.item,
                    lists + other.lists,
                    values + other.values,
                    itemValues + other.itemValues);
        }

        Tries or(Tries other) {
            return new Tries(
                    Math.max(text, other.text),
                    Math.max(item, other.item),
                    Math.max(lists, other.lists),
                    Math.max(values, other.values),
                    Math.max(itemValues, other.itemValues));
        }
    }

    private enum Kind {
        UNION,
        LIST,
        /** A type, or an element that derives one from another. */
        OTHER
    }

    /** An element of the schema that represents a simple type, or a part of one. */
    private static final class Part {
        final Kind kind;
        final List<Part> inside = new ArrayList<>(0);
        List<String> names = List.of();
        int values;
        Tries tries;
        boolean open;

        Part(Kind kind) {
            this.kind = kind;
        }
    }

    private final Deque<Part> path = new ArrayDeque<>();
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, List<Part>> named = new HashMap<>();
    private int values;
    private int longestValue;

    /** An element of XML schema, in the order of the document; {@link #end} follows. */
    void begin(String local, Attributes attributes) {
        Part part = new Part(local.equals("union") ? Kind.UNION : local.equals("list") ? Kind.LIST : Kind.OTHER);
        switch (local) {
            case "simpleType", "complexType" -> {
                String name = attributes.getValue("", "name");
                if (name != null) {
                    named.computeIfAbsent(name, n -> new ArrayList<>(1)).add(part);
                }
            }
            case "union" -> part.names = localParts(attributes.getValue("", "memberTypes"));
            case "list" -> part.names = localParts(attributes.getValue("", "itemType"));
            case "restriction", "extension" -> part.names = localParts(attributes.getValue("", "base"));
            case "enumeration" -> {
                if (!path.isEmpty()) {
                    path.element().values++;
                }
                remember(attributes.getValue("", "value"));
            }
            default -> {
                for (String attribute : List.of("default", "fixed")) {
                    String value = attributes.getValue("", attribute);
                    values += value == null ? 0 : 1;
                    remember(value);
                }
            }
        }
        boolean ofType =
                switch (local) {
                    case "simpleType", "union", "list", "restriction", "extension", "simpleContent" -> true;
                    default -> false;
                };
        if (ofType && !path.isEmpty()) {
            path.element().inside.add(part);
        }
        if (ofType || local.equals("complexType")) {
            parts.add(part);
        }
        path.push(part);
    }

    private void remember(String value) {
        longestValue = Math.max(longestValue, value == null ? 0 : value.length());
    }

    void end() {
        path.pop();
    }

    /**
     * Returns true if the types can be compiled in time, without regard to texts of messages; called after all files
     * have been read.
     */
    boolean areSmall() {
        double members = 0;
        double tries = 0;
        for (Part part : parts) {
            Tries each = tries(part, 0);
            if (part.kind == Kind.UNION) {
                members += each.text;
            }
            if (each.text > MOST_MEMBERS) {
                return false;
            }
            tries += each.text > 1 || each.item > 0 ? part.values * (each.text + each.item * longestValue / 2) : 0;
        }
        Tries most = most();
        if (most.text > 1 || most.item > 0) {
            tries += values * (most.text + most.item * longestValue / 2);
        }
        return members <= MOST_MEMBERS_OF_ALL && tries <= MOST_TRIES;
    }

    /** The largest number of members of a union, nested unions included; 1 without a union. */
    double mostMembers() {
        return Math.max(1, most().text);
    }

    /** Returns true if texts of this length, or any length, can be tried in time. */
    boolean allow(int length) {
        Tries most = most();
        double chars = Math.min(length, LARGE_TEXT);
        double item = most.item + most.itemValues / VALUES_IN_A_TRY;
        return item * chars / 2 <= MOST_TRIES
                && (most.text <= 1 || (most.text + most.lists * OTHERS_IN_A_LIST) * chars <= MOST_CHARS);
    }

    private Tries most() {
        return parts.stream().map(part -> tries(part, 0)).reduce(Tries.ONCE, Tries::or);
    }

    private Tries tries(Part part, int depth) {
        if (part.tries != null) {
            return part.tries;
        }
        if (part.open) {
            return Tries.NONE; // a circle, which the validator refuses, or the base of a redefinition
        }
        if (depth > MOST_DEPTH) {
            return Tries.ENDLESS;
        }
        part.open = true;
        Tries made = Tries.NONE;
        for (String name : part.names) {
            Tries named = named(name, depth);
            made = part.kind == Kind.UNION ? made.and(named) : made.or(named);
        }
        for (Part inside : part.inside) {
            Tries of = tries(inside, depth + 1);
            made = part.kind == Kind.UNION ? made.and(of) : made.or(of);
        }
        part.open = false;
        // in a list of a type without unions, the first item that does not fit is the last try
        part.tries = part.kind == Kind.LIST
                ? new Tries(1, made.text > 1 ? made.text : 0, 1, 0, made.values)
                : made.or(new Tries(1, 0, 0, part.values, 0));
        return part.tries;
    }

    private Tries named(String name, int depth) {
        Tries most = LISTS.contains(name) ? Tries.LIST : Tries.ONCE;
        for (Part part : named.getOrDefault(name, List.of())) {
            most = most.or(tries(part, depth + 1));
        }
        return most;
    }

    private static List<String> localParts(String names) {
        if (names == null || names.isBlank()) {
            return List.of();
        }
        List<String> locals = new ArrayList<>();
        for (String name : names.strip().split("\\s+", -1)) {
            locals.add(name.substring(name.indexOf(':') + 1));
        }
        return locals;
    }
}
