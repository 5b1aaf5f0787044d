package org.esbmt.jbi.deployer.internal.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import javax.xml.namespace.QName;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptors, and the sentences of their refusals. */
class JbiXmlTest {
    private static final String UNIT = """
            <service-unit>
            <identification><name>in</name><description>d</description></identification>
            <target><artifacts-zip>in.zip</artifacts-zip><component-name>http-bc</component-name></target>
            </service-unit>
            """;
    private static final String IDENTIFICATION =
            "<identification><name>orders</name><description>Takes orders.</description></identification>\n";

    private static AssemblyDescriptor assembly(String content) throws DeploymentException {
        return document(
                "<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\" xmlns:a=\"urn:a\" xmlns:b=\"urn:a\" version=\"1.0\">\n"
                        + "<service-assembly>\n" + content + "</service-assembly></jbi>");
    }

    private static AssemblyDescriptor document(String text) throws DeploymentException {
        return JbiXml.readAssembly("META-INF/jbi.xml", text.getBytes(UTF_8));
    }

    private static void assertRefused(String content, int line, String rule) {
        assertThatThrownBy(() -> assembly(content))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("META-INF/jbi.xml:" + line + ": ")
                .hasMessageContaining(rule);
    }

    @Test
    void anAssemblyIsRead() throws Exception {
        AssemblyDescriptor assembly = assembly(IDENTIFICATION + UNIT + "<connections/>");

        assertThat(assembly.name()).isEqualTo("orders");
        assertThat(assembly.description()).isEqualTo("Takes orders.");
        assertThat(assembly.units()).containsExactly(new AssemblyDescriptor.Unit("in", "d", "in.zip", "http-bc"));
    }

    @Test
    void extensionsOfOthersAreSkipped() throws Exception {
        assertThat(assembly(IDENTIFICATION + UNIT + "<x:tool xmlns:x=\"urn:x\"><x:a>text</x:a></x:tool>")
                        .units())
                .hasSize(1);
    }

    @Test
    void unknownElementsAreRefusedWithTheirLine() {
        assertRefused(IDENTIFICATION + "<bean/>" + UNIT, 4, "the element bean is not known here");
        assertRefused(IDENTIFICATION + UNIT + "<service-unit id=\"1\"/>", 8, "does not have an attribute id");
        assertRefused(IDENTIFICATION + "text" + UNIT, 4, "text where there may be elements only");
        assertRefused(UNIT, 2, "the service-assembly has no identification");
        assertRefused(IDENTIFICATION, 2, "the service-assembly has no service-unit");
        assertRefused(IDENTIFICATION + IDENTIFICATION + UNIT, 4, "identification is there twice");
        assertRefused(IDENTIFICATION + UNIT + UNIT, 8, "two units with the name in");
        assertRefused(IDENTIFICATION + UNIT + UNIT.replace(">in<", ">two<"), 8, "two units have the archive in.zip");
    }

    @Test
    void allErrorsAreReportedTogether() {
        assertThatThrownBy(() -> assembly("<bean><a/></bean>\n" + IDENTIFICATION.replace("orders", "a b")
                        + UNIT.replace("<target>", "<target x=\"1\"><y/>") + "text"))
                .isInstanceOfSatisfying(DeploymentException.class, e -> assertThat(e.findings())
                        .extracting(ArchiveFinding::line, ArchiveFinding::rule)
                        .containsExactlyInAnyOrder(
                                tuple(3, "jbi.element"),
                                tuple(4, "jbi.name"),
                                tuple(7, "jbi.attribute"),
                                tuple(7, "jbi.element"),
                                tuple(9, "jbi.element")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", "a b", ".a", "a..b", "a.", "\u00e4", "a,b=c", "a\nb"})
    void namesAreHarmless(String name) {
        assertThatThrownBy(() -> assembly(IDENTIFICATION.replace("orders", name) + UNIT))
                .hasMessageContaining("is not a name for an assembly");
        assertThatThrownBy(() -> assembly(IDENTIFICATION + UNIT.replace("<name>in<", "<name>" + name + "<")))
                .hasMessageContaining("is not a name for a service unit");
    }

    @Test
    void aDoctypeIsRefused() {
        assertThatThrownBy(() -> document("<!DOCTYPE jbi [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n"
                        + "<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\"><service-assembly><identification>"
                        + "<name>&e;</name></identification></service-assembly></jbi>"))
                .hasMessageContaining("META-INF/jbi.xml:1: a DOCTYPE is not allowed [xml.doctype]");
    }

    @Test
    void brokenXmlIsRefusedWithItsLineAndReason() {
        assertThatThrownBy(() -> document("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\">\n<service-assembly></jbi>"))
                .hasMessageStartingWith("META-INF/jbi.xml:2: is not well-formed XML: ")
                .hasMessageContaining("service-assembly")
                .hasMessageEndingWith(" [xml.not-well-formed]");
    }

    @Test
    void installersAndUnitsAreNotAssemblies() {
        assertThatThrownBy(() -> document("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\"><component/></jbi>"))
                .hasMessageContaining("this is the installer of a component or a library");
        assertThatThrownBy(() -> document("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\"><services/></jbi>"))
                .hasMessageContaining("this is a service unit");
        assertThatThrownBy(() -> document("<jbi/>")).hasMessageContaining("the root element must be jbi");
    }

    @Test
    void connectionsThatRenameNothingAreTaken() throws Exception {
        String same = "<connections><connection><consumer service-name=\"a:s\" endpoint-name=\"e\"/>"
                + "<provider service-name=\"b:s\" endpoint-name=\"e\"/></connection></connections>";
        assertThat(assembly(IDENTIFICATION + UNIT + same).units()).hasSize(1);
        assertRefused(
                IDENTIFICATION + UNIT + same.replace("b:s", "b:t"),
                8,
                "a connection must have a consumer and a provider of the same service");
        assertRefused(
                IDENTIFICATION + UNIT + same.replace("service-name=\"a:s\"", "interface-name=\"a:s\""),
                8,
                "by interface-name is not supported");
    }

    @Test
    void theEndpointsOfAUnitAreRead() throws Exception {
        String unit = "<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\" xmlns:a=\"urn:a\" version=\"1.0\">"
                + "<services binding-component=\"true\"><consumes service-name=\"a:other\" link-type=\"standard\"/>\n"
                + "<provides interface-name=\"a:i\" service-name=\"a:s\" endpoint-name=\"e\"/></services></jbi>";
        assertThat(JbiXml.readProvided("in.zip!/META-INF/jbi.xml", unit.getBytes(UTF_8)))
                .containsExactly(new EndpointName(new QName("urn:a", "s"), "e"));
        String twice = unit.replace("</services>", "<provides service-name=\"a:s\" endpoint-name=\"e\"/></services>");
        assertThatThrownBy(() -> JbiXml.readProvided("in.zip!/META-INF/jbi.xml", twice.getBytes(UTF_8)))
                .hasMessage("in.zip!/META-INF/jbi.xml:2: the endpoint {urn:a}s:e is provided twice [jbi.duplicate]");
        String undeclared = unit.replace("a:s\"", "z:s\"");
        assertThatThrownBy(() -> JbiXml.readProvided("in.zip!/META-INF/jbi.xml", undeclared.getBytes(UTF_8)))
                .hasMessageContaining("the prefix of 'z:s' of service-name is not declared");
    }
}
