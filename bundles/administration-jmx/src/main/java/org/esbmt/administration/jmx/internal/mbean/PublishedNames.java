package org.esbmt.administration.jmx.internal.mbean;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Set;
import javax.management.MBeanOperationInfo;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.catalogue.Word;

/**
 * The names and conventions that JMX clients know, as far as they do not follow from the catalogue. JMX has no absent values: an absent
 * text is empty, an absent number is -1 or, for numbers from 1, 0.
 */
final class PublishedNames {
    /** Clients compare the names of types, so these remain the names of former classes. */
    private static final String PACKAGE = "org.esbmt.administration.jmx.internal.";

    private static final Map<String, String> TYPES =
            Map.of("auditPart", "AuditPart", "auditVerdict", "AuditVerdict", "library", "ComponentData");

    /** The entry that is published as attributes and not as an operation. */
    private static final Set<String> ATTRIBUTES = Set.of("listTransactions");

    /** Read-only operations that are published with the impact ACTION. */
    private static final Set<String> READING_ACTIONS = Set.of("exportAssembly", "wsdl", "policy", "assemblyHistory");

    /** Fields and words with 0 for an absent number. */
    private static final Set<String> ZERO_IF_ABSENT =
            Set.of("auditVerdict.brokenAt", "operation.revision", "component.revision", "library.revision", "from");

    private static final Map<String, String> SENTENCES = Map.ofEntries(
            entry("COMPONENTS operation", "a UUID of yours for this request, or empty"),
            entry("COMPONENTS revision", "the one that is to be changed, or -1 for any"),
            entry("COMPONENTS nodeId", "the one node to set, or empty for all"),
            entry("COMPONENTS installer", "the zip file, at most 10 MiB; larger ones in the shell"),
            entry("TENANTS archive", "the bytes of the assembly's zip file, at most 10 MiB"));

    private PublishedNames() {}

    static String type(Shape<?> shape) {
        return PACKAGE + TYPES.getOrDefault(shape.name(), capitalized(shape.name()) + "Data");
    }

    static String pageType(Shape<?> shape) {
        return PACKAGE + capitalized(shape.name()) + "Page";
    }

    static String attribute(String field) {
        return capitalized(field);
    }

    static boolean isAttributes(Entry<?> entry) {
        return ATTRIBUTES.contains(entry.name());
    }

    static int impact(Entry<?> entry) {
        return entry.effect() == Effect.READS && !READING_ACTIONS.contains(entry.name())
                ? MBeanOperationInfo.INFO
                : MBeanOperationInfo.ACTION;
    }

    static long absentNumber(Word<?> word) {
        return absentNumber(word.name());
    }

    static long absentNumber(Shape<?> shape, String field) {
        return absentNumber(shape.name() + "." + field);
    }

    private static long absentNumber(String name) {
        return ZERO_IF_ABSENT.contains(name) ? 0 : -1;
    }

    /** The description of a parameter, with the value that means absence. */
    static String sentence(Part part, Word<?> word) {
        String published = SENTENCES.get(part + " " + word.name());
        if (published != null) {
            return published;
        }
        String absent = word.kind() == Kind.NUMBER ? Long.toString(absentNumber(word)) : "empty";
        String bytes = word.kind() == Kind.BYTES ? "the bytes of " : "";
        return bytes
                + word.sentence()
                + word.absence()
                        .map(meaning -> meaning.isEmpty() ? "; or " + absent : "; " + absent + ": " + meaning)
                        .orElse("");
    }

    private static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
