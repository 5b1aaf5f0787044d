package org.esbmt.camel.se.internal.reader;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/** An XML file as a tree of nodes. Nothing is fetched, included or replaced. */
final class XmlTree implements XmlEvents {
    private static final String[] CAMEL = {
        "http://camel.apache.org/schema/spring",
        "http://camel.apache.org/schema/xml-io",
        "http://camel.apache.org/schema/blueprint"
    };
    private static final int BEANS_FROM = CAMEL.length + 1;
    private static final int SCHEMA_INSTANCE = BEANS_FROM + 2;
    private static final int OURS = SCHEMA_INSTANCE + 1;
    private static final NamespaceTable TABLE = new NamespaceTable(
            CAMEL[0],
            CAMEL[1],
            CAMEL[2],
            "http://www.springframework.org/schema/beans",
            "http://www.osgi.org/xmlns/blueprint/v1.0.0",
            "http://www.w3.org/2001/XMLSchema-instance",
            Canonical.NAMESPACE);
    private static final int MOST_ELEMENTS = 100_000;
    private static final int MOST_NAMESPACES = 32;
    private static final int MOST_TEXT = 64 * 1024;

    private final String file;
    private final Lines lines;
    private final XmlLexer lexer;
    private final Deque<Node> open = new ArrayDeque<>();
    private Node root;

    private XmlTree(String file, byte[] bytes) {
        this.file = file;
        this.lines = new Lines(bytes);
        XmlLimits d = XmlLimits.DEFAULTS;
        this.lexer = new XmlLexer(
                new XmlLimits(
                        d.depth(),
                        d.attributes(),
                        d.attributeBytes(),
                        d.nameBytes(),
                        MOST_NAMESPACES,
                        MOST_ELEMENTS,
                        Math.max(1024, bytes.length),
                        d.headerBytes()),
                TABLE,
                this);
        lexer.keepValues(true);
    }

    /** The root of the file; empty with a finding if it is not acceptable XML. */
    static Optional<Node> read(String file, byte[] bytes, Findings findings) {
        XmlTree tree = new XmlTree(file, bytes);
        int line = 1;
        try {
            for (int from = 0; from < bytes.length; line++) {
                int to = tree.lines.endOfLine(line);
                tree.lexer.feed(bytes, from, to);
                from = to;
            }
            tree.lexer.finish();
            return Optional.of(tree.root);
        } catch (XmlRefusedException e) {
            int last = Math.min(line, tree.lines.count());
            findings.add(new Place(file, last), e.rule(), e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public void startElement(StartTag tag, int depth) throws XmlRefusedException {
        takeText();
        Node node = new Node(vocabulary(tag.namespace()), tag.localName(), place(tag.from()));
        for (int i = 0; i < tag.attributeCount(); i++) {
            int namespace = tag.attributeNamespace(i);
            if (namespace != SCHEMA_INSTANCE) {
                String name = namespace == OURS ? Canonical.AT : tag.attributeName(i);
                node.attributes()
                        .put(name, new Node.Attribute(tag.attributeValue(i), place(tag.attributeValueFrom(i))));
            }
        }
        if (node.is("xpath")) {
            Map<String, String> namespaces = tag.namespaces();
            namespaces.remove("");
            if (namespaces.size() > MOST_NAMESPACES) {
                throw new LimitException("More than " + MOST_NAMESPACES + " namespaces are in force at an xpath.");
            }
            node.namespaces(namespaces);
        }
        if (root == null) {
            root = node;
        } else {
            open.element().children().add(node);
        }
        open.push(node);
        lexer.collect(MOST_TEXT);
    }

    private static Node.Vocabulary vocabulary(int namespace) {
        if (namespace >= NamespaceTable.NONE && namespace < BEANS_FROM) {
            return Node.Vocabulary.CAMEL;
        }
        return namespace == BEANS_FROM || namespace == BEANS_FROM + 1 ? Node.Vocabulary.BEANS : Node.Vocabulary.FOREIGN;
    }

    private Place place(long offset) {
        return new Place(file, lines.of((int) offset));
    }

    /** Takes the text between the previous tag and this one. */
    private void takeText() throws XmlRefusedException {
        Node node = open.peek();
        if (node == null) {
            return;
        }
        byte[] text = lexer.text();
        if (lexer.textOverflow() || node.text().length() + text.length > MOST_TEXT) {
            throw new LimitException("An element has more than " + MOST_TEXT + " bytes of text.");
        }
        node.text().append(new String(text, UTF_8));
    }

    private static final class LimitException extends XmlRefusedException {
        private static final long serialVersionUID = 1L;

        LimitException(String sentence) {
            super(sentence);
        }

        @Override
        public String rule() {
            return "xml.limit";
        }
    }

    @Override
    public void endElement(int depth, long to) throws XmlRefusedException {
        takeText();
        open.pop();
        if (!open.isEmpty()) {
            lexer.collect(MOST_TEXT);
        }
    }

    @Override
    public void aside(Aside kind, int depth) {
        // comments and processing instructions are ignored; the content of a CDATA section is text
    }

    @Override
    public void misplacedText(int depth) throws XmlRefusedException {
        throw new XmlRefusedException("There is text where only elements may stand.");
    }
}
