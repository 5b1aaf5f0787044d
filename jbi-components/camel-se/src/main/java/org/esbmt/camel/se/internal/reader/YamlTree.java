package org.esbmt.camel.se.internal.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.reader.RouteVocabulary.Slot;

/**
 * Reads a file of Camel's YAML DSL as the nodes of its XML form: a key is an element if the vocabulary has one, else an
 * attribute.
 */
final class YamlTree {
    /** The attribute that a text alone sets, for elements with such a short form. */
    private static final Map<String, String> SHORT = Map.of(
            "from", "uri",
            "to", "uri",
            "wireTap", "uri",
            "removeHeader", "name",
            "removeHeaders", "pattern");

    private final Findings findings;

    private YamlTree(Findings findings) {
        this.findings = findings;
    }

    /** The root of the file; empty with a finding if it is not acceptable YAML. */
    static Optional<Node> read(String file, byte[] bytes, Findings findings) {
        return Yaml.read(file, bytes, findings).map(new YamlTree(findings)::root);
    }

    private Node root(Yaml yaml) {
        Node root = node("routes", yaml.place());
        if (yaml.kind() != Yaml.Kind.LIST) {
            wrong(yaml.place(), "a file is a list: of route, from, onException and errorHandler");
            return root;
        }
        for (Yaml item : yaml.items()) {
            Optional<Yaml> key = single(item);
            if (key.isPresent()) {
                Yaml value = item.items().get(1);
                if (key.get().text().equals("from")) {
                    Node route = node("route", item.place());
                    from(route, key.get(), value);
                    sort(route);
                    root.children().add(route);
                } else {
                    element(root, key.get(), value);
                }
            }
        }
        return root;
    }

    private static Node node(String name, Place place) {
        return new Node(Node.Vocabulary.CAMEL, name, place);
    }

    private void wrong(Place place, String sentence) {
        findings.add(place, "yaml.structure", sentence);
    }

    /** The key of a map with one key, the form of a step; for a text alone, the text. */
    private Optional<Yaml> single(Yaml item) {
        if (item.kind() == Yaml.Kind.MAP && item.items().size() == 2) {
            Yaml key = item.items().get(0);
            if (key.kind() == Yaml.Kind.SCALAR) {
                return Optional.of(key);
            }
        }
        wrong(item.place(), "an item of this list is a map with one key, such as '- to: ...'");
        return Optional.empty();
    }

    /** Adds the content of a key to a node. */
    private void element(Node parent, Yaml key, Yaml value) {
        String name = key.text();
        Node node = node(name, key.place());
        switch (value.kind()) {
            case MAP -> map(node, value);
            case SCALAR -> text(node, value);
            default -> {
                if (RouteVocabulary.STEPS.contains(name) || name.equals("route")) {
                    wrong(value.place(), Findings.quoted(name) + " is a map, not a list");
                }
            }
        }
        sort(node);
        parent.children().add(node);
    }

    private void text(Node node, Yaml value) {
        String attribute = SHORT.get(node.name());
        if (attribute != null) {
            node.attributes().put(attribute, new Node.Attribute(value.text(), value.place()));
        } else if (RouteVocabulary.TEXTS.contains(node.name())) {
            node.text().append(value.text());
        } else if (node.name().equals("handled")) {
            Node constant = node("constant", value.place());
            constant.text().append(value.text());
            node.children().add(constant);
        } else if (!value.text().isEmpty() && RouteVocabulary.rule(node.name()).isPresent()) {
            wrong(value.place(), Findings.quoted(node.name()) + " is a map, not a text");
        }
    }

    private void map(Node node, Yaml map) {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < map.items().size(); i += 2) {
            Yaml key = map.items().get(i);
            if (key.kind() != Yaml.Kind.SCALAR) {
                wrong(key.place(), "a key is a text");
            } else if (!keys.add(key.text())) {
                wrong(key.place(), "the key " + Findings.quoted(key.text()) + " is there twice");
            } else {
                entry(node, key, map.items().get(i + 1));
            }
        }
    }

    private void entry(Node node, Yaml key, Yaml value) {
        String name = key.text();
        boolean language = RouteVocabulary.LANGUAGES.contains(node.name());
        if (name.equals("steps")) {
            steps(node, key, value);
        } else if (name.equals("parameters") && node.attributes().containsKey("uri")) {
            parameters(node, value);
        } else if (name.equals("parameters")) {
            wrong(key.place(), "parameters stand behind the uri they belong to");
        } else if (node.name().equals("route") && name.equals("from")) {
            from(node, key, value);
        } else if (name.equals("expression") && language && value.kind() == Yaml.Kind.SCALAR) {
            node.text().append(value.text());
        } else if (name.equals("expression") && !language && value.kind() == Yaml.Kind.MAP) {
            map(node, value);
        } else if (name.equals("headers") && node.name().equals("setHeaders")) {
            items(node, new Yaml(Yaml.Kind.SCALAR, "setHeader", List.of(), key.place()), value);
        } else if (value.kind() == Yaml.Kind.LIST) {
            items(node, key, value);
        } else if (value.kind() == Yaml.Kind.MAP || isElement(node, name)) {
            element(node, key, value);
        } else {
            node.attributes().put(name, new Node.Attribute(value.text(), value.place()));
        }
    }

    /** Returns true if a text at this key represents an element. */
    private static boolean isElement(Node node, String name) {
        boolean attribute = RouteVocabulary.rule(node.name())
                .filter(r -> r.attributes().containsKey(name))
                .isPresent();
        return !attribute
                && (RouteVocabulary.rule(name).isPresent()
                        || RouteVocabulary.REFUSED_LANGUAGES.contains(name)
                        || RouteVocabulary.REFUSED_STEPS.contains(name));
    }

    /** Adds an element for each item of a list at a key. */
    private void items(Node node, Yaml key, Yaml list) {
        if (list.kind() != Yaml.Kind.LIST) {
            wrong(list.place(), Findings.quoted(key.text()) + " is a list here");
            return;
        }
        for (Yaml item : list.items()) {
            element(node, new Yaml(Yaml.Kind.SCALAR, key.text(), List.of(), item.place()), item);
        }
    }

    private void steps(Node node, Yaml key, Yaml list) {
        if (list.kind() != Yaml.Kind.LIST) {
            wrong(key.place(), "steps is a list");
            return;
        }
        for (Yaml item : list.items()) {
            single(item).ifPresent(k -> element(node, k, item.items().get(1)));
        }
    }

    /** Reads the steps of a route, which YAML has in its from. */
    private void from(Node route, Yaml key, Yaml value) {
        element(route, key, value);
        Node from = route.children().get(route.children().size() - 1);
        List<Node> steps = new ArrayList<>(from.children());
        from.children().clear();
        route.children().addAll(steps);
    }

    /** Reads the options of an address, one by one. */
    private void parameters(Node node, Yaml map) {
        if (map.kind() != Yaml.Kind.MAP) {
            wrong(map.place(), "parameters is a map");
            return;
        }
        StringBuilder uri = new StringBuilder(node.attributes().get("uri").value());
        for (int i = 0; i < map.items().size(); i += 2) {
            Yaml key = map.items().get(i);
            Yaml value = map.items().get(i + 1);
            if (key.kind() != Yaml.Kind.SCALAR || value.kind() != Yaml.Kind.SCALAR) {
                wrong(key.place(), "a parameter is a text");
                return;
            }
            uri.append(uri.indexOf("?") < 0 ? '?' : '&')
                    .append(key.text())
                    .append('=')
                    .append(value.text().replace("%", "%25").replace("&", "%26"));
        }
        Place place = node.placeOf("uri");
        node.attributes().put("uri", new Node.Attribute(uri.toString(), place));
    }

    /** Sorts the children into the order of the XML; the order of a YAML map has no meaning. */
    private static void sort(Node node) {
        List<Slot> slots = RouteVocabulary.rule(node.name()).map(r -> r.slots()).orElse(List.of());
        node.children().sort(Comparator.comparingInt(child -> slotOf(slots, child)));
    }

    private static int slotOf(List<Slot> slots, Node child) {
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i).names().contains(child.name())) {
                return i;
            }
        }
        return slots.size();
    }
}
