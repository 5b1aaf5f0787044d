package org.esbmt.jbi.deployer.internal.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;

/** Writes the parsed content of a {@code META-INF/jbi.xml}, and no other text of its author. */
public final class JbiXmlWriter {
    private final UnaryOperator<QName> scoped;
    private final StringBuilder out = new StringBuilder();

    private JbiXmlWriter(UnaryOperator<QName> scoped) {
        this.scoped = scoped;
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<jbi xmlns=\"http://java.sun.com/xml/ns/jbi\" version=\"1.0\">\n");
    }

    /**
     * The descriptor of an assembly.
     *
     * @param scoped maps a service to its name on the bus
     */
    public static byte[] assembly(AssemblyFile file, UnaryOperator<QName> scoped) {
        JbiXmlWriter writer = new JbiXmlWriter(scoped);
        StringBuilder out = writer.out;
        AssemblyDescriptor descriptor = file.descriptor();
        out.append("  <service-assembly>\n");
        writer.identification("    ", descriptor.name(), descriptor.description());
        for (AssemblyDescriptor.Unit unit : descriptor.units()) {
            out.append("    <service-unit>\n");
            writer.identification("      ", unit.name(), unit.description());
            out.append("      <target><artifacts-zip>").append(escaped(unit.artifact()));
            out.append("</artifacts-zip><component-name>").append(escaped(unit.component()));
            out.append("</component-name></target>\n    </service-unit>\n");
        }
        if (!file.connections().isEmpty()) {
            out.append("    <connections>\n");
            for (AssemblyFile.Connection connection : file.connections()) {
                out.append("      <connection>\n");
                writer.endpoint("        <consumer", connection.endpoint());
                writer.endpoint("        <provider", connection.endpoint());
                out.append("      </connection>\n");
            }
            out.append("    </connections>\n");
        }
        out.append("  </service-assembly>\n");
        return writer.end();
    }

    /**
     * The descriptor of a unit.
     *
     * @param scoped maps a service to its name on the bus; names of interfaces stay
     */
    public static byte[] unit(UnitServices services, UnaryOperator<QName> scoped) {
        JbiXmlWriter writer = new JbiXmlWriter(scoped);
        writer.out.append("  <services binding-component=\"").append(services.bindingComponent());
        writer.out.append("\">\n");
        for (UnitServices.Provided provided : services.provided()) {
            Attributes attributes = writer.attributes();
            provided.interfaceName().ifPresent(name -> attributes.name("interface-name", name));
            attributes.name("service-name", scoped.apply(provided.endpoint().service()));
            attributes.text("endpoint-name", provided.endpoint().endpoint());
            writer.element("    <provides", attributes);
        }
        for (UnitServices.Consumed consumed : services.consumed()) {
            Attributes attributes = writer.attributes();
            consumed.interfaceName().ifPresent(name -> attributes.name("interface-name", name));
            consumed.service().ifPresent(name -> attributes.name("service-name", scoped.apply(name)));
            consumed.endpoint().ifPresent(name -> attributes.text("endpoint-name", name));
            consumed.linkType().ifPresent(type -> attributes.text("link-type", type));
            writer.element("    <consumes", attributes);
        }
        writer.out.append("  </services>\n");
        return writer.end();
    }

    private void identification(String indent, String name, String description) {
        out.append(indent)
                .append("<identification><name>")
                .append(escaped(name))
                .append("</name><description>");
        out.append(escaped(description)).append("</description></identification>\n");
    }

    private void endpoint(String start, EndpointName endpoint) {
        Attributes attributes = attributes();
        attributes.name("service-name", scoped.apply(endpoint.service()));
        attributes.text("endpoint-name", endpoint.endpoint());
        element(start, attributes);
    }

    private void element(String start, Attributes attributes) {
        out.append(start).append(attributes.text).append("/>\n");
    }

    private byte[] end() {
        return out.append("</jbi>\n").toString().getBytes(UTF_8);
    }

    private Attributes attributes() {
        return new Attributes();
    }

    /** The attributes of one element; names include the declaration of their prefix. */
    private static final class Attributes {
        private final StringBuilder text = new StringBuilder();
        private final Map<String, String> prefixes = new TreeMap<>();

        void name(String attribute, QName name) {
            if (name.getNamespaceURI().isEmpty()) {
                // The name of an interface: the default namespace is JBI's, so such a name cannot be written. The
                // router does not use it.
                return;
            }
            String prefix = prefixes.computeIfAbsent(name.getNamespaceURI(), uri -> {
                String next = "n" + (prefixes.size() + 1);
                text(("xmlns:" + next), uri);
                return next;
            });
            text(attribute, prefix + ":" + name.getLocalPart());
        }

        void text(String attribute, String value) {
            text.append(' ')
                    .append(attribute)
                    .append("=\"")
                    .append(escaped(value))
                    .append('"');
        }
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("\t", "&#9;")
                .replace("\n", "&#10;")
                .replace("\r", "&#13;");
    }
}
