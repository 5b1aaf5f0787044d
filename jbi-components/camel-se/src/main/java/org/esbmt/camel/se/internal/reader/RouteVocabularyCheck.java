package org.esbmt.camel.se.internal.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.AttributeRule;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.ElementRule;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.Slot;

/** Checks a tree against the vocabulary. It reports and removes all content that is not permitted. */
final class RouteVocabularyCheck {
    /** Bean elements of Camel's own languages. */
    private static final Set<String> BEANS = Set.of("bean", "beans");

    private static final Set<String> GROUPS = Set.of("beans", "blueprint", "camel", "camelContext", "routes");

    private final Findings findings;

    /** True if elements may name their place in the author's files; only files written by the bus do. */
    private final boolean ours;

    RouteVocabularyCheck(Findings findings, boolean ours) {
        this.findings = findings;
        this.ours = ours;
    }

    /** @param node a node with a rule */
    void check(Node node) {
        ElementRule rule = RouteVocabulary.rule(node.name()).orElseThrow();
        attributes(node, rule);
        text(node, rule);
        children(node, rule);
        node.children().forEach(this::check);
    }

    private void attributes(Node node, ElementRule rule) {
        node.attributes().entrySet().removeIf(a -> !accepts(node, rule, a.getKey(), a.getValue()));
        rule.attributes().forEach((name, r) -> {
            if (r.required() && !node.attributes().containsKey(name) && !refused(node, name)) {
                findings.add(node.place(), "camel.missing", node.name() + " needs the attribute " + name);
            }
        });
    }

    /** Returns true if the attribute was present, but refused and removed, with a finding. */
    private boolean refused(Node node, String attribute) {
        return node.refused().contains(attribute);
    }

    private boolean accepts(Node node, ElementRule rule, String name, Node.Attribute attribute) {
        if (ours && name.equals(Canonical.AT)) {
            return true;
        }
        AttributeRule known = rule.attributes().get(name);
        String value = attribute.value();
        if (known == null) {
            findings.add(
                    attribute.place(),
                    "camel.attribute",
                    node.name() + " does not know the attribute " + Findings.quoted(name) + "; it knows "
                            + String.join(", ", rule.attributes().keySet()));
            return false;
        }
        if (isPlaceholder(value)) {
            placeholder(attribute.place(), name, value);
        } else if (!known.kind().accepts(value)) {
            findings.add(
                    attribute.place(),
                    "camel.value",
                    name + " must be " + known.kind().description() + ", but is " + Findings.quoted(value));
        } else {
            return true;
        }
        node.refused().add(name);
        return false;
    }

    static boolean isPlaceholder(String text) {
        return text.contains("{{") || text.contains("${") || text.contains("#{");
    }

    private void placeholder(Place place, String subject, String value) {
        findings.add(
                place, "camel.placeholder", subject + " is " + Findings.quoted(value) + ": nothing is replaced here");
    }

    private void text(Node node, ElementRule rule) {
        String text = node.text().toString();
        if (!rule.text()) {
            if (!text.isBlank()) {
                findings.add(
                        node.place(),
                        "camel.text",
                        node.name() + " has the text " + Findings.quoted(text.strip()) + ", but none may stand there");
            }
        } else if (node.name().equals("simple") ? text.contains("{{") || text.contains("#{") : isPlaceholder(text)) {
            placeholder(node.place(), node.name(), text.strip());
            node.text().setLength(0);
            node.refused().add("text");
        }
    }

    private void children(Node node, ElementRule rule) {
        List<Slot> slots = rule.slots();
        int[] counts = new int[slots.size()];
        int current = 0;
        List<Node> kept = new ArrayList<>();
        for (Node child : node.children()) {
            Optional<Integer> found = slot(slots, child, current, counts);
            if (found.isEmpty()) {
                misplaced(node, child, slots);
                countRefused(slots, child, counts);
                continue;
            }
            int slot = found.get();
            current = slot;
            counts[slot]++;
            if (counts[slot] > slots.get(slot).most()) {
                findings.add(
                        child.place(),
                        "camel.order",
                        "there are more than " + slots.get(slot).most() + " of " + child.name() + " in " + node.name());
            } else {
                kept.add(child);
            }
        }
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] < slots.get(i).least()) {
                findings.add(node.place(), "camel.missing", node.name() + " needs " + description(slots.get(i)));
            }
        }
        node.children().clear();
        node.children().addAll(kept);
    }

    private static Optional<Integer> slot(List<Slot> slots, Node child, int from, int[] counts) {
        if (child.vocabulary() != Node.Vocabulary.CAMEL) {
            return Optional.empty();
        }
        Optional<Integer> full = Optional.empty();
        for (int i = from; i < slots.size(); i++) {
            if (slots.get(i).names().contains(child.name())) {
                if (counts[i] < slots.get(i).most()) {
                    return Optional.of(i);
                }
                full = full.isPresent() ? full : Optional.of(i);
            }
        }
        return full;
    }

    /** Counts a refused or misplaced element as present, so that no second finding calls it missing. */
    private static void countRefused(List<Slot> slots, Node child, int[] counts) {
        for (int i = 0; i < counts.length; i++) {
            boolean expression = slots.get(i).names().equals(RouteVocabulary.LANGUAGES);
            boolean step = slots.get(i).names().equals(RouteVocabulary.STEPS);
            boolean misplaced = slots.get(i).names().contains(child.name());
            boolean refused = (expression && !RouteVocabulary.STEPS.contains(child.name()))
                    || (step && !RouteVocabulary.REFUSED_LANGUAGES.contains(child.name()));
            if (counts[i] == 0 && (misplaced || refused)) {
                counts[i]++;
                return;
            }
        }
    }

    private static String description(Slot slot) {
        if (slot.names().equals(RouteVocabulary.STEPS)) {
            return "a step";
        }
        return slot.names().equals(RouteVocabulary.LANGUAGES)
                ? "an expression: constant, header, simple or xpath"
                : "the element " + String.join(" or ", slot.names());
    }

    private void misplaced(Node parent, Node child, List<Slot> slots) {
        String name = child.name();
        String item = Findings.quoted(name);
        if (child.vocabulary() == Node.Vocabulary.BEANS || (BEANS.contains(name) && GROUPS.contains(parent.name()))) {
            findings.add(
                    child.place(), "camel.bean", item + " is of Spring or Blueprint: a unit has routes, and no beans");
        } else if (child.vocabulary() == Node.Vocabulary.FOREIGN) {
            findings.add(child.place(), "camel.element", item + " is of a namespace that is not Camel's");
        } else if (RouteVocabulary.REFUSED_LANGUAGES.contains(name) && !RouteVocabulary.REFUSED_STEPS.contains(name)) {
            findings.add(
                    child.place(),
                    "camel.language",
                    "the language " + item + " is not there; there are constant, header, simple and xpath");
        } else if (RouteVocabulary.REFUSED_STEPS.contains(name)) {
            findings.add(
                    child.place(),
                    "camel.step",
                    "the step " + item + " is not there; there are "
                            + String.join(", ", new TreeSet<>(RouteVocabulary.STEPS)));
        } else if (slots.stream().anyMatch(s -> s.names().contains(name))) {
            findings.add(child.place(), "camel.order", item + " is not in its required order in " + parent.name());
        } else {
            findings.add(child.place(), "camel.element", item + " cannot stand in " + parent.name());
        }
    }
}
