package org.esbmt.administration.soap.internal.contract;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.soap.internal.vocabulary.Defaults;
import org.esbmt.administration.soap.internal.vocabulary.Names;
import org.esbmt.administration.soap.internal.vocabulary.RefusalNames;

/** The XML Schema of all requests, responses and the detail of faults. */
public final class SchemaDocument {
    /** The name of the file in the guide, and of the resource in this bundle. */
    public static final String FILE = "esbmt-administration.xsd";

    private static final String MEDIA_TYPES = "http://www.w3.org/2005/05/xmlmime";
    private static final String ELEMENT = "xs:element";
    private static final String COMPLEX_TYPE = "xs:complexType";
    private static final String SEQUENCE = "xs:sequence";
    private static final String NAME = "name";
    private static final String TYPE = "type";
    private static final String MIN = "minOccurs";
    private static final String MAX = "maxOccurs";
    private static final String STRING = "xs:string";

    private final XmlLines out = new XmlLines();
    private final Map<String, Shape<?>> shapes = new TreeMap<>();
    private final Map<String, Shape<?>> pages = new TreeMap<>();

    private SchemaDocument() {}

    /** Generates the document, with a line feed at its end. */
    public static String generated() {
        return new SchemaDocument().document();
    }

    private String document() {
        out.open(
                "xs:schema",
                "xmlns:xs",
                "http://www.w3.org/2001/XMLSchema",
                "xmlns:xmime",
                MEDIA_TYPES,
                "xmlns:adm",
                Names.NAMESPACE,
                "targetNamespace",
                Names.NAMESPACE,
                "elementFormDefault",
                "qualified");
        for (Manager manager : Manager.values()) {
            manager.entries().forEach(this::operation);
        }
        shapes.values().forEach(this::view);
        pages.values().forEach(this::page);
        table("Texts", STRING);
        table("Numbers", "xs:long");
        refusal();
        return out.close().document();
    }

    private void operation(Entry<?> entry) {
        out.open(ELEMENT, NAME, entry.name());
        documentation(entry.sentence());
        out.open(COMPLEX_TYPE).open(SEQUENCE);
        entry.words().forEach(this::word);
        out.close().close().close();
        out.open(ELEMENT, NAME, Names.response(entry)).open(COMPLEX_TYPE);
        if (!(entry.result() instanceof Result.Nothing)) {
            out.open(SEQUENCE);
            result(entry.result());
            out.close();
        }
        out.close().close();
    }

    private void word(Word<?> word) {
        Collection<String> occurrence = occurrence(word);
        String sentence = sentence(word);
        switch (word.kind()) {
            case NUMBER -> leaf(word.name(), "xs:long", sentence, occurrence);
            case COUNT -> leaf(word.name(), "xs:int", sentence, occurrence);
            case FLAG -> leaf(word.name(), "xs:boolean", sentence, occurrence);
            case MOMENT -> leaf(word.name(), "xs:dateTime", sentence, occurrence);
            case BYTES, FILES -> content(word, sentence, occurrence);
            case TEXT, IDENTIFIER, CHOICE, SECRET, TEXTS -> text(word, sentence, occurrence);
            default -> throw new IllegalStateException(word + " is no value of a request");
        }
    }

    private static Collection<String> occurrence(Word<?> word) {
        boolean repeated = word.kind() == Kind.TEXTS || word.kind() == Kind.FILES;
        boolean optional = repeated
                || word.absence().isPresent()
                || word.kind() == Kind.FLAG
                || Defaults.VALUES.containsKey(word.name());
        return Stream.of(
                        optional ? List.of(MIN, "0") : List.<String>of(),
                        repeated ? List.of(MAX, "unbounded") : List.<String>of())
                .flatMap(List::stream)
                .toList();
    }

    private static String sentence(Word<?> word) {
        String sentence = word.sentence();
        String absence = word.absence().orElse("");
        if (Defaults.VALUES.containsKey(word.name())) {
            absence = Defaults.VALUES.get(word.name()).toString();
        }
        return absence.isEmpty() ? sentence : sentence + "; absent: " + absence;
    }

    private void text(Word<?> word, String sentence, Collection<String> occurrence) {
        if (word.values().isEmpty()) {
            leaf(word.name(), STRING, sentence, occurrence);
            return;
        }
        open(word.name(), occurrence);
        documentation(sentence);
        choice(word.values());
        out.close();
    }

    private void choice(Collection<String> values) {
        out.open("xs:simpleType").open("xs:restriction", "base", STRING);
        values.forEach(value -> out.empty("xs:enumeration", "value", value));
        out.close().close();
    }

    private void content(Word<?> word, String sentence, Collection<String> occurrence) {
        leaf(word.name(), "xs:base64Binary", sentence, with(occurrence, "xmime:expectedContentTypes", "*/*"));
    }

    private static Collection<String> with(Collection<String> attributes, String name, String value) {
        return Stream.concat(attributes.stream(), Stream.of(name, value)).toList();
    }

    private void leaf(String name, String type, String sentence, Collection<String> attributes) {
        open(name, Stream.concat(Stream.of(TYPE, type), attributes.stream()).toList());
        documentation(sentence);
        out.close();
    }

    private void open(String name, Collection<String> attributes) {
        out.open(
                ELEMENT,
                Stream.concat(Stream.of(NAME, name), attributes.stream()).toArray(String[]::new));
    }

    private void documentation(String sentence) {
        out.text("xs:annotation", "xs:documentation", sentence);
    }

    private void result(Result<?> result) {
        if (result instanceof Result.One<?> one) {
            child(one.shape(), List.of());
        } else if (result instanceof Result.Texts<?> lines) {
            child(lines.shape(), List.of());
        } else if (result instanceof Result.All<?> all) {
            child(all.shape(), List.of(MIN, "0", MAX, "unbounded"));
        } else if (result instanceof Result.PageOf<?> page) {
            collect(page.shape());
            pages.put(page.shape().name(), page.shape());
            out.empty(ELEMENT, NAME, Names.PAGE, TYPE, "adm:" + Names.page(page.shape()));
        } else if (result instanceof Result.Text<?>) {
            out.empty(ELEMENT, NAME, Names.RESULT, TYPE, STRING);
        } else if (result instanceof Result.Whole<?>) {
            out.empty(ELEMENT, NAME, Names.RESULT, TYPE, "xs:long");
        } else if (result instanceof Result.Bytes bytes) {
            out.empty(
                    ELEMENT,
                    NAME,
                    Names.RESULT,
                    TYPE,
                    "xs:base64Binary",
                    "xmime:expectedContentTypes",
                    bytes.mediaType());
        }
    }

    private void child(Shape<?> shape, Collection<String> occurrence) {
        collect(shape);
        out.empty(
                ELEMENT,
                Stream.concat(Stream.of(NAME, shape.name(), TYPE, "adm:" + Names.view(shape)), occurrence.stream())
                        .toArray(String[]::new));
    }

    private void collect(Shape<?> shape) {
        Shape<?> other = shapes.put(shape.name(), shape);
        if (other != null && other != shape) {
            throw new IllegalStateException("two shapes are called " + shape);
        }
        shape.fields().forEach(field -> field.of().ifPresent(this::collect));
    }

    private void view(Shape<?> shape) {
        out.open(COMPLEX_TYPE, NAME, Names.view(shape)).open(SEQUENCE);
        shape.fields().forEach(this::field);
        out.close().close();
    }

    private void field(Shape.Field<?> field) {
        Collection<String> occurrence =
                switch (field.kind()) {
                    case TEXTS, SHAPES, TABLE, NUMBERS -> List.of(MIN, "0", MAX, "unbounded");
                    default -> field.optional() ? List.of(MIN, "0") : List.of();
                };
        leaf(field.name(), type(field), field.sentence(), occurrence);
    }

    private static String type(Shape.Field<?> field) {
        return switch (field.kind()) {
            case NUMBER -> "xs:long";
            case COUNT -> "xs:int";
            case FLAG -> "xs:boolean";
            case MOMENT -> "xs:dateTime";
            case TABLE -> "adm:TextsEntry";
            case NUMBERS -> "adm:NumbersEntry";
            case SHAPES -> "adm:" + Names.view(field.of().orElseThrow());
            case TEXT, IDENTIFIER, CHOICE, TEXTS -> STRING;
            default -> throw new IllegalStateException(field.name() + " is no field of a response");
        };
    }

    private void page(Shape<?> shape) {
        out.open(COMPLEX_TYPE, NAME, Names.page(shape)).open(SEQUENCE);
        child(shape, List.of(MIN, "0", MAX, "unbounded"));
        leaf(Names.TOTAL, "xs:long", "All entries of the list.", List.of());
        leaf(Names.TOTAL_EXACT, "xs:boolean", "False if there may be more entries than the total.", List.of());
        out.close().close();
    }

    private void table(String name, String type) {
        out.open(COMPLEX_TYPE, NAME, name + "Entry")
                .open("xs:simpleContent")
                .open("xs:extension", "base", type)
                .empty("xs:attribute", NAME, Names.KEY, TYPE, STRING, "use", "required")
                .close()
                .close()
                .close();
    }

    private void refusal() {
        Set<String> reasons = new LinkedHashSet<>();
        reasons.add(RefusalNames.NOT_AUTHENTICATED);
        for (Reason reason : Reason.values()) {
            reasons.add(reason.name());
        }
        out.open(ELEMENT, NAME, RefusalNames.ELEMENT);
        documentation("The detail of each fault: nothing was changed, unless the reason is IN_DOUBT.");
        out.open(COMPLEX_TYPE).open(SEQUENCE);
        out.open(ELEMENT, NAME, RefusalNames.REASON);
        choice(reasons);
        out.close();
        leaf(RefusalNames.SENTENCE, STRING, "The rule or the state that refuses the request.", List.of());
        leaf(RefusalNames.WHO, STRING, "The person who can act, and the step to take.", List.of());
        leaf(
                RefusalNames.OPERATION,
                STRING,
                "The identifier of the request, if it changes something.",
                List.of(MIN, "0"));
        out.open(ELEMENT, NAME, RefusalNames.FINDING, MIN, "0", MAX, "unbounded")
                .open(COMPLEX_TYPE)
                .open(SEQUENCE);
        leaf(RefusalNames.FIELD, STRING, "The element of the request; absent for an archive.", List.of(MIN, "0"));
        leaf(RefusalNames.SENTENCE, STRING, "The rule that it breaks.", List.of());
        leaf(
                RefusalNames.FILE,
                STRING,
                "The file in the archive; the path in a unit's archive follows !/.",
                List.of(MIN, "0"));
        leaf(RefusalNames.LINE, "xs:int", "The line of the file, from 1.", List.of(MIN, "0"));
        leaf(RefusalNames.RULE, STRING, "The broken rule of the guide.", List.of(MIN, "0"));
        out.close().close().close();
        out.close().close().close();
    }
}
