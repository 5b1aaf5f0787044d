package org.esbmt.camel.se.internal.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.xml.sax.Attributes;

/**
 * Sizes of the automata that a validator makes of a schema's complex types. The validator expands references to groups,
 * and repetitions, so a few lines can mean millions of elements. Names are compared by their local parts; of two equal
 * ones the larger counts.
 */
final class ContentModels {
    static final String RULE =
            "The content of a type has too many elements, with its groups, base types and repetitions.";

    /** Making an automaton takes time in the third power of its elements: one of a thousand takes seconds. */
    private static final double MOST_WORK = 1e9;

    private static final int MOST_DEPTH = 500;

    /** An element of the schema that represents a part of a content model. */
    private static final class Particle {
        final double times;
        final double own;
        final List<Particle> inside = new ArrayList<>(0);
        String group;
        String base;
        double leaves = -1;
        boolean open;

        Particle(double times, double own) {
            this.times = times;
            this.own = own;
        }
    }

    private final Deque<Particle> path = new ArrayDeque<>();
    private final List<Particle> types = new ArrayList<>();
    private final Map<String, List<Particle>> namedTypes = new HashMap<>();
    private final Map<String, List<Particle>> groups = new HashMap<>();

    /** An element of XML schema, in the order of the document; {@link #end} follows. */
    void begin(String local, Attributes attributes) {
        String name = attributes.getValue("", "name");
        Particle particle;
        boolean root = false;
        switch (local) {
            case "complexType" -> {
                particle = new Particle(1, 0);
                root = true;
                types.add(particle);
                if (name != null) {
                    namedTypes.computeIfAbsent(name, n -> new ArrayList<>()).add(particle);
                }
            }
            case "group" -> {
                particle = new Particle(times(attributes), 0);
                if (name != null) {
                    root = true;
                    groups.computeIfAbsent(name, n -> new ArrayList<>()).add(particle);
                } else {
                    particle.group = localPart(attributes.getValue("", "ref"));
                }
            }
            case "sequence", "choice", "all" -> particle = new Particle(times(attributes), 0);
            case "element", "any" -> particle = new Particle(1, 1);
            default -> {
                particle = new Particle(1, 0);
                if (local.equals("extension")) {
                    particle.base = localPart(attributes.getValue("", "base"));
                }
            }
        }
        if (!root && !path.isEmpty()) {
            path.element().inside.add(particle);
        }
        path.push(particle);
    }

    void end() {
        path.pop();
    }

    /** Returns true if all automata are small; called after all files have been read. */
    boolean areSmall() {
        double work = 0;
        for (Particle type : types) {
            double leaves = leaves(type, 0);
            work += leaves * leaves * leaves;
        }
        return work <= MOST_WORK;
    }

    private double leaves(Particle particle, int depth) {
        if (particle.leaves >= 0) {
            return particle.leaves;
        }
        if (particle.open || depth > MOST_DEPTH) {
            return Double.POSITIVE_INFINITY;
        }
        particle.open = true;
        double sum = particle.own + most(groups, particle.group, depth) + most(namedTypes, particle.base, depth);
        for (Particle part : particle.inside) {
            sum += leaves(part, depth + 1);
        }
        particle.open = false;
        particle.leaves = sum == 0 ? 0 : sum * particle.times;
        return particle.leaves;
    }

    private double most(Map<String, List<Particle>> named, String name, int depth) {
        double most = 0;
        for (Particle particle : name == null ? List.<Particle>of() : named.getOrDefault(name, List.of())) {
            most = Math.max(most, leaves(particle, depth + 1));
        }
        return most;
    }

    private static String localPart(String name) {
        return name == null ? null : name.strip().substring(name.strip().indexOf(':') + 1);
    }

    /** An unbounded repetition is one loop, after the required occurrences. */
    private static double times(Attributes attributes) {
        String most = attributes.getValue("", "maxOccurs");
        String least = attributes.getValue("", "minOccurs");
        return most == null || most.strip().equals("unbounded") ? Math.max(1, number(least)) : number(most);
    }

    private static double number(String text) {
        if (text == null || !text.strip().matches("[0-9]{1,18}")) {
            return 1; // an error that the validator reports
        }
        return Long.parseLong(text.strip());
    }
}
