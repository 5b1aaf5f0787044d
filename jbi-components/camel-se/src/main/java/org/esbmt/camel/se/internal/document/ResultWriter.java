package org.esbmt.camel.se.internal.document;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.event.ReceiverOption;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.NamespaceBinding;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeName;
import net.sf.saxon.s9api.Location;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.str.WhitespaceString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.SchemaType;
import org.esbmt.guarded.saxon.Guard;

/**
 * Writes the result of a transformation as UTF-8 in one step, in place of five receivers of Saxon's (StylesheetBenchmark). It
 * writes the same bytes. A result that does not begin with an element goes to Saxon's serializer from its beginning, and so
 * does HTML. Saxon's own rules have made the names and namespaces consistent before.
 *
 * <p>Not for concurrent use.
 */
final class ResultWriter implements Receiver {
    private static final byte[] DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>".getBytes(US_ASCII);

    /** Numbers for each open element: begin and end of its name in the output. */
    private static final int STRIDE = 2;

    private final ResultForm form;
    private final XmlBuffer out;
    private final Serialization saxon;

    private PipelineConfiguration pipeline;
    private String systemId;
    /** Saxon's serializer, if it writes the result. */
    private Receiver other;

    private boolean begun;
    private boolean inStartTag;
    private int depth;
    private int[] names = new int[16 * STRIDE];
    private NamespaceMap[] scopes = new NamespaceMap[16];

    /** Opens Saxon's serializer. */
    @FunctionalInterface
    interface Serialization {
        Receiver open() throws XPathException;
    }

    ResultWriter(PipelineConfiguration pipeline, ResultForm form, XmlBuffer out, Serialization saxon) {
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.form = requireNonNull(form, "form");
        this.out = requireNonNull(out, "out");
        this.saxon = requireNonNull(saxon, "saxon");
        scopes[0] = NamespaceMap.emptyMap();
    }

    /** True if Saxon's serializer writes the result. */
    private boolean isOther() throws XPathException {
        if (other == null && !begun) {
            Guard.room(); // for classes of the serializer that are used for the first time
            other = saxon.open();
            other.open();
            other.startDocument(ReceiverOption.NONE);
        }
        return other != null;
    }

    @Override
    public void startElement(
            NodeName name,
            SchemaType type,
            AttributeMap attributes,
            NamespaceMap namespaces,
            Location location,
            int properties)
            throws XPathException {
        if (!begun && other == null) {
            begin(name);
        }
        if (isOther()) {
            other.startElement(name, type, attributes, namespaces, location, properties);
            return;
        }
        content();
        open(name, namespaces);
        declarations(namespaces, scopes[depth - 1]);
        for (AttributeInfo attribute : attributes) {
            attribute(attribute);
        }
        inStartTag = true;
    }

    /** The first element decides on HTML, if the stylesheet does not. */
    private void begin(NodeName name) {
        if (form.isXml() || !name.getLocalPart().equalsIgnoreCase("html")) {
            begun = true;
            if (form.declared()) {
                out.add(DECLARATION);
            }
        }
    }

    private void open(NodeName name, NamespaceMap namespaces) {
        if (depth + 1 == scopes.length) {
            scopes = Arrays.copyOf(scopes, scopes.length * 2);
            names = Arrays.copyOf(names, names.length * 2);
        }
        out.add('<');
        names[depth * STRIDE] = out.length();
        name(name);
        names[depth * STRIDE + 1] = out.length();
        depth++;
        scopes[depth] = namespaces;
    }

    private void name(NodeName name) {
        String prefix = name.getPrefix();
        if (!prefix.isEmpty()) {
            out.add(prefix);
            out.add(':');
        }
        out.add(name.getLocalPart());
    }

    @SuppressWarnings("ReferenceEquality") // two equal objects are compared in full
    private void declarations(NamespaceMap namespaces, NamespaceMap outer) {
        if (namespaces == outer) {
            return;
        }
        if (!outer.getDefaultNamespace().isEmpty()
                && namespaces.getDefaultNamespace().isEmpty()) {
            declaration("", NamespaceUri.NULL);
        }
        for (NamespaceBinding binding : namespaces) {
            NamespaceUri uri = binding.getNamespaceUri();
            if (!uri.equals(outer.getNamespaceUri(binding.getPrefix()))) {
                declaration(binding.getPrefix(), uri);
            }
        }
    }

    private void declaration(String prefix, NamespaceUri uri) {
        if (prefix.equals("xml") || (uri.isEmpty() && !prefix.isEmpty())) {
            return;
        }
        out.add(prefix.isEmpty() ? " xmlns" : " xmlns:");
        out.add(prefix);
        value(uri.toString(), ReceiverOption.NONE);
    }

    private void attribute(AttributeInfo attribute) {
        out.add(' ');
        name(attribute.getNodeName());
        value(attribute.getValue(), attribute.getProperties());
    }

    private void value(String value, int properties) {
        out.add('=');
        out.add('"');
        if (isRaw(properties)) {
            out.add(value);
        } else {
            out.addValue(value);
        }
        out.add('"');
    }

    private static boolean isRaw(int properties) {
        return (properties & (ReceiverOption.NO_SPECIAL_CHARS | ReceiverOption.DISABLE_ESCAPING)) != 0;
    }

    private void content() {
        if (inStartTag) {
            out.add('>');
            inStartTag = false;
        }
    }

    @Override
    public void endElement() throws XPathException {
        if (isOther()) {
            other.endElement();
            return;
        }
        depth--;
        if (inStartTag) {
            out.add('/');
            out.add('>');
            inStartTag = false;
        } else {
            out.add('<');
            out.add('/');
            out.repeat(names[depth * STRIDE], names[depth * STRIDE + 1]);
            out.add('>');
        }
    }

    @Override
    public void characters(UnicodeString text, Location location, int properties) throws XPathException {
        if (isOther()) {
            other.characters(text, location, properties);
            return;
        }
        content();
        if (isRaw(properties) || text instanceof WhitespaceString) {
            out.add(text);
        } else {
            out.addText(text);
        }
    }

    @Override
    public void comment(UnicodeString text, Location location, int properties) throws XPathException {
        if (isOther()) {
            other.comment(text, location, properties);
            return;
        }
        content();
        out.add("<!--");
        out.add(text);
        out.add("-->");
    }

    @Override
    public void processingInstruction(String target, UnicodeString data, Location location, int properties)
            throws XPathException {
        if (isOther()) {
            other.processingInstruction(target, data, location, properties);
            return;
        }
        content();
        out.add("<?");
        out.add(target);
        if (!data.isEmpty()) {
            out.add(' ');
            out.add(data);
        }
        out.add("?>");
    }

    @Override
    public void close() throws XPathException {
        if (isOther()) {
            other.endDocument();
            other.close();
        }
    }

    // ---- of no importance for the bytes

    @Override
    public void open() {
        // the first element opens it
    }

    @Override
    public void startDocument(int properties) {
        // the first element begins it
    }

    @Override
    public void endDocument() {
        // close ends it
    }

    @Override
    public void setUnparsedEntity(String name, String publicId, String unparsedSystemId) {
        // documents of the bus have no entities
    }

    @Override
    public void setPipelineConfiguration(PipelineConfiguration next) {
        pipeline = next;
    }

    @Override
    public PipelineConfiguration getPipelineConfiguration() {
        return pipeline;
    }

    @Override
    public void setSystemId(String id) {
        systemId = id;
    }

    @Override
    public String getSystemId() {
        return systemId;
    }
}
