package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The forms of steps, the commands and {@code esbmt-batch.xsd} agree. */
class StepFormsTest {
    private static final String XS = "http://www.w3.org/2001/XMLSchema";

    /** A batch sets quotas and contingents without regard to earlier grants. A tenant leaves only by a request of its own. */
    private static final Set<Class<?>> WITHOUT_FORM = Set.of(
            GrantQuota.class,
            ChangeQuota.class,
            GrantContingent.class,
            ChangeContingent.class,
            RequestOffboarding.class,
            WithdrawOffboarding.class);

    private final Element schema = schema();

    @Test
    void everyCommandOfABatchHasAForm() {
        List<Class<?>> commands = new ArrayList<>();
        leaves(BatchableCommand.class, commands);

        assertThat(StepForms.ALL.stream().<Class<?>>map(StepForm::command).toList())
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(commands.stream()
                        .filter(command -> !WITHOUT_FORM.contains(command))
                        .toList());
        assertThat(commands).containsAll(WITHOUT_FORM);
    }

    private static void leaves(Class<?> type, List<Class<?>> commands) {
        if (type.isSealed()) {
            Arrays.stream(type.getPermittedSubclasses()).forEach(sub -> leaves(sub, commands));
        } else {
            commands.add(type);
        }
    }

    @Test
    void theSchemaHasTheElementsAndAttributesOfTheForms() throws Exception {
        String every = Files.readString(Path.of("src/test/golden/batch/every-attribute.xml"), UTF_8);
        Batch batch = BatchText.read(every, name -> name.getBytes(UTF_8));
        Map<Class<?>, Boolean> revisions =
                new TreeMap<>((one, other) -> one.getName().compareTo(other.getName()));
        batch.steps()
                .forEach(step ->
                        revisions.put(step.command().getClass(), step.command().hasRevision()));

        Map<String, SortedSet<String>> forms = new TreeMap<>();
        for (StepForm<?> form : StepForms.ALL) {
            SortedSet<String> attributes = new TreeSet<>();
            form.attributes().forEach(a -> attributes.add(line(a.name(), a.type(), a.required())));
            if (revisions.get(form.command())) {
                attributes.add(line("revision", "Revision", false));
            }
            forms.put(form.name(), attributes);
        }
        Map<String, SortedSet<String>> kinds = new TreeMap<>();
        BatchSteps.kinds().forEach(kind -> kinds.put(kind.name(), lines(kind.attributes())));

        assertThat(ofSchema()).isEqualTo(forms).isEqualTo(kinds).hasSizeGreaterThan(30);
        assertThat(ofType(named("attributeGroup", "Ceiling")))
                .as("a quota of a new tenant")
                .containsExactly(line("hard", "Amount", true), line("resource", "Text", true))
                .isEqualTo(lines(StepForms.QUOTA));
    }

    private static SortedSet<String> lines(List<BatchSteps.Attribute> attributes) {
        SortedSet<String> lines = new TreeSet<>();
        attributes.forEach(one -> lines.add(line(one.name(), one.type(), one.required())));
        return lines;
    }

    private static String line(String name, String type, boolean required) {
        return name + " " + type + (required ? " required" : "");
    }

    private Map<String, SortedSet<String>> ofSchema() {
        Map<String, SortedSet<String>> steps = new TreeMap<>();
        Element choice = (Element) schema.getElementsByTagNameNS(XS, "choice").item(0);
        children(choice)
                .forEach(step ->
                        steps.put(step.getAttribute("name"), ofType(named("complexType", step.getAttribute("type")))));
        return steps;
    }

    /** The attributes of a type, of its base and of its groups. */
    private SortedSet<String> ofType(Element type) {
        SortedSet<String> attributes = new TreeSet<>();
        children(type).forEach(child -> {
            switch (child.getLocalName()) {
                case "attribute" ->
                    attributes.add(line(
                            child.getAttribute("name"),
                            child.getAttribute("type"),
                            child.getAttribute("use").equals("required")));
                case "attributeGroup" -> attributes.addAll(ofType(named("attributeGroup", child.getAttribute("ref"))));
                case "complexContent" -> attributes.addAll(ofType(child));
                case "extension" -> {
                    attributes.addAll(ofType(named("complexType", child.getAttribute("base"))));
                    attributes.addAll(ofType(child));
                }
                case "sequence" -> {}
                default -> throw new AssertionError(child.getLocalName());
            }
        });
        return attributes;
    }

    private Element named(String kind, String name) {
        return children(schema)
                .filter(child -> child.getLocalName().equals(kind)
                        && child.getAttribute("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
    }

    private static Stream<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                children.add(element);
            }
        }
        return children.stream();
    }

    private static Element schema() {
        try (InputStream in = BatchText.class.getResourceAsStream("esbmt-batch.xsd")) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            return factory.newDocumentBuilder().parse(in).getDocumentElement();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
