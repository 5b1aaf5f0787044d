package org.esbmt.camel.se.internal.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import net.sf.saxon.Configuration;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.expr.parser.Loc;
import net.sf.saxon.om.AttributeInfo;
import net.sf.saxon.om.AttributeMap;
import net.sf.saxon.om.EmptyAttributeMap;
import net.sf.saxon.om.FingerprintedQName;
import net.sf.saxon.om.LargeAttributeMap;
import net.sf.saxon.om.NamespaceMap;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.SmallAttributeMap;
import net.sf.saxon.om.SpaceStrippingRule;
import net.sf.saxon.str.StringView;
import net.sf.saxon.str.Twine8;
import net.sf.saxon.str.UnicodeString;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.tree.tiny.TinyBuilder;
import net.sf.saxon.type.BuiltInAtomicType;
import net.sf.saxon.type.Untyped;
import org.esbmt.guarded.saxon.EvaluationStopped;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.TagNames;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLexer.Text;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** Builds Saxon's tree of one document. */
public final class TreeReader implements XmlEvents {
    /** The largest number of new names in one document. */
    private static final int MOST_NEW_NAMES = 50_000;

    private static final NamespaceTable NO_NAMESPACES = new NamespaceTable();

    private static final byte[] NO_TEXT = {};

    private final byte[] bytes;
    private final Names names;
    private final Receiver receiver;
    private final XmlLexer lexer;
    private final List<NamespaceMap> scopes = new ArrayList<>();
    private final TagNames<InScope> elements = new TagNames<>();
    private final TagNames<InScope> attributes = new TagNames<>();
    private NamespaceMap scope = NamespaceMap.emptyMap();
    private int newNames;

    /** A name by the declarations that were in force. */
    private record InScope(NamespaceMap scope, FingerprintedQName name) {

        /** The same object, not an equal one: most elements declare nothing. */
        @SuppressWarnings("ReferenceEquality")
        boolean isIn(NamespaceMap present) {
            return scope == present;
        }
    }

    private TreeReader(byte[] bytes, Names names, XmlLimits limits, Receiver receiver) {
        this.bytes = bytes;
        this.names = names;
        this.receiver = receiver;
        this.lexer = new XmlLexer(limits, NO_NAMESPACES, this);
    }

    /**
     * The document's node.
     *
     * @param names the names of the configuration's pool
     * @param stripping the rule for white space to leave out; null for none
     * @throws EvaluationStopped if it has too many names
     * @throws XmlRefusedException if the bytes are no document, or exceed the limits
     */
    public static NodeInfo read(
            byte[] bytes, XmlLimits limits, Configuration configuration, Names names, SpaceStrippingRule stripping)
            throws XmlRefusedException, XPathException {
        PipelineConfiguration pipeline = configuration.makePipelineConfiguration();
        TinyBuilder builder = new TinyBuilder(pipeline);
        Receiver receiver = stripping == null ? builder : stripping.makeStripper(builder);
        try {
            receiver.open();
            receiver.startDocument(0);
            TreeReader reader = new TreeReader(bytes, names, limits, receiver);
            reader.lexer.feed(bytes, 0, bytes.length);
            reader.lexer.finish();
            receiver.endDocument();
            receiver.close();
        } catch (UncheckedXPathException e) {
            throw e.wrapped();
        }
        return builder.getCurrentRoot();
    }

    @Override
    public void startElement(StartTag tag, int depth) {
        flush();
        scopes.add(scope);
        for (int i = 0; i < tag.declarationCount(); i++) {
            scope = scope.bind(tag.declaredPrefix(i), NamespaceUri.of(tag.declaredUri(i)));
        }
        try {
            receiver.startElement(name(tag), Untyped.getInstance(), attributes(tag), scope, Loc.NONE, 0);
        } catch (XPathException e) {
            throw new UncheckedXPathException(e);
        }
        lexer.collect(Integer.MAX_VALUE);
    }

    /** Most names repeat an earlier one of the document, which takes no text and no search (StylesheetBenchmark). */
    private FingerprintedQName name(StartTag tag) {
        InScope known = elements.find(tag);
        if (known == null || !known.isIn(scope)) {
            String prefix = tag.prefix();
            known = new InScope(scope, name(prefix, namespace(prefix), tag.localName()));
            elements.keep(tag, known);
        }
        return known.name();
    }

    private FingerprintedQName attributeName(StartTag tag, int i) {
        InScope known = attributes.findAttribute(tag, i);
        if (known == null || !known.isIn(scope)) {
            String name = tag.attributeName(i);
            int colon = name.indexOf(':');
            String prefix = colon < 0 ? "" : name.substring(0, colon);
            NamespaceUri namespace = colon < 0 ? NamespaceUri.NULL : namespace(prefix);
            known = new InScope(scope, name(prefix, namespace, name.substring(colon + 1)));
            attributes.keepAttribute(tag, i, known);
        }
        return known.name();
    }

    private FingerprintedQName name(String prefix, NamespaceUri namespace, String local) {
        FingerprintedQName known = names.known(prefix, namespace, local);
        if (known != null) {
            return known;
        }
        newNames++;
        if (newNames > MOST_NEW_NAMES) {
            throw new EvaluationStopped(
                    EvaluationStopped.Reason.MEMORY, "The document has more than " + MOST_NEW_NAMES + " names.");
        }
        return names.name(prefix, namespace, local);
    }

    private NamespaceUri namespace(String prefix) {
        if (prefix.equals("xml")) {
            return NamespaceUri.XML;
        }
        NamespaceUri found = scope.getNamespaceUri(prefix);
        return found == null ? NamespaceUri.NULL : found;
    }

    private AttributeMap attributes(StartTag tag) {
        int count = tag.attributeCount();
        if (count == 0) {
            return EmptyAttributeMap.getInstance();
        }
        List<AttributeInfo> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(new AttributeInfo(
                    attributeName(tag, i), BuiltInAtomicType.UNTYPED_ATOMIC, tag.attributeValue(i), Loc.NONE, 0));
        }
        return count <= SmallAttributeMap.LIMIT ? new SmallAttributeMap(all) : new LargeAttributeMap(all);
    }

    @Override
    public void endElement(int depth, long to) {
        flush();
        scope = scopes.remove(scopes.size() - 1);
        try {
            receiver.endElement();
        } catch (XPathException e) {
            throw new UncheckedXPathException(e);
        }
        if (depth > 1) {
            lexer.collect(Integer.MAX_VALUE);
        }
    }

    @Override
    public void aside(Aside kind, int depth) {
        if (kind != Aside.CDATA && depth > 0) {
            flush();
        }
    }

    @Override
    public void asideEnded(Aside kind, long from, long to) {
        if (kind == Aside.CDATA) {
            return;
        }
        String text = new String(bytes, (int) from, (int) (to - from), UTF_8)
                .replace("\r\n", "\n")
                .replace('\r', '\n');
        try {
            if (kind == Aside.COMMENT) {
                receiver.comment(StringView.tidy(text.substring(4, text.length() - 3)), Loc.NONE, 0);
            } else {
                instruction(text.substring(2, text.length() - 2));
            }
        } catch (XPathException e) {
            throw new UncheckedXPathException(e);
        }
    }

    private void instruction(String text) throws XPathException {
        int end = 0;
        while (end < text.length() && " \t\n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        receiver.processingInstruction(
                text.substring(0, end), StringView.tidy(text.substring(end).stripLeading()), Loc.NONE, 0);
    }

    @Override
    public void misplacedText(int depth) {
        // never called: text may occur everywhere
    }

    /** Passes on the text before a tag, a comment or an instruction. */
    private void flush() {
        byte[] text = scopes.isEmpty() ? NO_TEXT : lexer.text();
        if (text.length > 0) {
            try {
                receiver.characters(characters(text), Loc.NONE, 0);
            } catch (XPathException e) {
                throw new UncheckedXPathException(e);
            }
            if (lexer.collecting()) {
                lexer.collect(Integer.MAX_VALUE);
            } else {
                lexer.text(Text.IGNORE);
            }
        }
    }

    /** Text of US-ASCII is taken over without a copy: its bytes in UTF-8 are those of its characters. */
    private static UnicodeString characters(byte[] text) {
        for (byte b : text) {
            if (b < 0) {
                return StringView.tidy(new String(text, UTF_8));
            }
        }
        return new Twine8(text);
    }

    private static final class UncheckedXPathException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UncheckedXPathException(XPathException cause) {
            super(cause);
        }

        XPathException wrapped() {
            return (XPathException) getCause();
        }
    }
}
