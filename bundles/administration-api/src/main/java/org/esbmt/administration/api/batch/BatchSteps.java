package org.esbmt.administration.api.batch;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.batch.BatchWriter.Element;

/**
 * Steps in another syntax than XML, such as JSON, and their text for {@link BatchText}. That checks the values, as those of each other
 * text. Confined to one thread.
 */
public final class BatchSteps {
    private static final String REVISION = "revision";
    private static final String QUOTA = "quota";

    private static final List<Kind> KINDS = StepForms.ALL.stream()
            .map(form ->
                    new Kind(form.name(), StepForms.attributes(form), form.hasQuotas() ? StepForms.QUOTA : List.of()))
            .toList();

    private final BatchWriter writer = new BatchWriter();
    private final StringBuilder text = new StringBuilder(BatchWriter.BEGIN);
    private Optional<Element> last = Optional.empty();

    /**
     * An attribute of a step.
     *
     * @param type a simple type of {@code esbmt-batch.xsd}: {@code Amount} and {@code Revision} are whole numbers, {@code Roles} is a
     *     list with spaces, {@code Secret} is a password, {@code File} is the name of a file, the others are texts
     */
    public record Attribute(String name, String type, boolean required) {
        public Attribute {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
        }

        /** The rule of the type that a value breaks, to follow the name; empty if it breaks none. The rule repeats no value. */
        public Optional<String> broken(String value) {
            return SimpleTypes.broken(type, value);
        }
    }

    /**
     * A kind of step.
     *
     * @param quota the attributes of a quota of a new tenant; empty for a step without such quotas
     */
    public record Kind(String name, List<Attribute> attributes, List<Attribute> quota) {
        public Kind {
            requireNonNull(name, "name");
            attributes = List.copyOf(attributes);
            quota = List.copyOf(quota);
        }
    }

    /** A step, or a quota of a step, whose attributes are put once. */
    public static final class Values {
        private final Element element;
        private final List<Attribute> known;
        private final List<Attribute> quota;
        private final Set<String> put = new HashSet<>();

        private Values(Element element, List<Attribute> known, List<Attribute> quota) {
            this.element = element;
            this.known = known;
            this.quota = quota;
        }

        /** Finds an attribute. */
        public Optional<Attribute> attribute(String name) {
            return known.stream().filter(one -> one.name().equals(name)).findFirst();
        }

        /**
         * Puts a value.
         *
         * @throws IllegalArgumentException if there is no such attribute, or it has a value
         */
        public void put(String name, String value) {
            if (attribute(name).isEmpty() || !put.add(name)) {
                throw new IllegalArgumentException(name + " stands there twice, or is no value of this step");
            }
            element.put(name, value);
        }

        /** Tells whether {@link #quota} adds a quota. */
        public boolean hasQuotas() {
            return !quota.isEmpty();
        }

        /**
         * Adds a quota of a new tenant.
         *
         * @throws IllegalArgumentException if the step has none
         */
        public Values quota() {
            if (quota.isEmpty()) {
                throw new IllegalArgumentException("this step has no quotas");
            }
            return new Values(element.child(QUOTA), quota, List.of());
        }

        /** The names of required attributes without a value. */
        public List<String> missing() {
            return known.stream()
                    .filter(one -> one.required() && !put.contains(one.name()))
                    .map(Attribute::name)
                    .toList();
        }
    }

    /** All kinds of steps. */
    public static List<Kind> kinds() {
        return KINDS;
    }

    /**
     * Adds a step.
     *
     * @throws IllegalArgumentException if there is no such kind
     */
    public Values add(String kind) {
        Kind known = KINDS.stream()
                .filter(one -> one.name().equals(kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a batch has no step of this kind"));
        end();
        Element element = writer.element(kind);
        last = Optional.of(element);
        return new Values(element, known.attributes(), known.quota());
    }

    /** The text, with a line for each step and each quota. It contains the passwords of the steps. */
    public String text() {
        end();
        return text + BatchWriter.END;
    }

    private void end() {
        last.ifPresent(element -> element.to(text, "  "));
        last = Optional.empty();
    }

    static Attribute revision() {
        return new Attribute(REVISION, "Revision", false);
    }
}
