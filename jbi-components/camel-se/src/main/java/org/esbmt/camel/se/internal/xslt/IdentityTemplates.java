package org.esbmt.camel.se.internal.xslt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.esbmt.camel.se.internal.document.DocumentXmlReader;
import org.esbmt.camel.se.internal.document.SaxonPaths;
import org.esbmt.xml.api.XmlLimits;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The identity templates of a stylesheet, of which some can copy more than one node at a time with the same result:
 *
 * <pre>
 * &lt;xsl:template match="@*|node()"&gt;&lt;xsl:copy&gt;&lt;xsl:apply-templates select="@*|node()"/&gt;&lt;/xsl:copy&gt;&lt;/xsl:template&gt;
 * </pre>
 *
 * <p>If the other templates of its mode match elements alone, a node without elements in it is copied as a whole, since no
 * other template can match an attribute or a text. {@link IdentityFilter} writes this into the stylesheet. Larger parts
 * are not copied so: an element between them may undeclare a namespace that each template's copy would pass on.
 */
final class IdentityTemplates {
    static final String XSLT = "http://www.w3.org/1999/XSL/Transform";

    /** The nodes that an identity template copies with all that they contain. */
    enum Whole {
        NONE,
        /** Those without elements in them. */
        LEAVES
    }

    private static final String USUAL = "#default";
    private static final Set<String> EVERY_NODE = Set.of("@*|node()", "node()|@*");
    private static final String XML_SPACE = " \t\r\n";
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");
    /** Longer patterns are none of these: a search for white space takes the square of its length. */
    private static final int LONGEST = 100;
    /** White space that parts no name. */
    private static final Pattern AROUND = Pattern.compile("\\s*([@*|()])\\s*");

    private static final Pattern PLAIN_MODE = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.\\-]*");

    private record Template(String file, int number, String match, List<String> modes, boolean identity) {}

    private final Map<String, byte[]> files;
    private final List<Template> templates = new ArrayList<>();
    private final Map<String, Map<Integer, Whole>> found = new HashMap<>();
    private boolean modesAreDeclared;

    /** @param files all files of the stylesheet by path, each well-formed */
    IdentityTemplates(Map<String, byte[]> files) {
        this.files = files;
        try {
            for (String path : files.keySet()) {
                XMLReader reader = plain(path);
                reader.setContentHandler(new FileReader(path));
                reader.parse(path);
            }
        } catch (SAXException | IOException e) {
            templates.clear(); // the compilation reads the same bytes, and reports this
        }
        if (!modesAreDeclared) {
            decide();
        }
        templates.clear();
    }

    private XMLReader plain(String path) {
        return new DocumentXmlReader(files.get(path), XmlLimits.DEFAULTS, SaxonPaths.SCHEME + path);
    }

    private void decide() {
        Map<String, Whole> modes = new HashMap<>();
        Whole everyMode = Whole.LEAVES;
        for (Template other : templates) {
            if (!other.identity()) {
                Whole atMost = ElementPatterns.isForElements(other.match()) ? Whole.LEAVES : Whole.NONE;
                for (String mode : other.modes()) {
                    if (mode.equals(USUAL) || PLAIN_MODE.matcher(mode).matches()) {
                        modes.merge(mode, atMost, IdentityTemplates::less);
                    } else {
                        everyMode = less(everyMode, atMost); // #all, #unnamed, or a name in a namespace
                    }
                }
            }
        }
        for (Template identity : templates) {
            if (identity.identity()) {
                String mode = identity.modes().get(0);
                Whole whole = less(everyMode, modes.getOrDefault(mode, Whole.LEAVES));
                found.computeIfAbsent(identity.file(), f -> new HashMap<>()).put(identity.number(), whole);
            }
        }
    }

    private static Whole less(Whole one, Whole other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** A reader of one of the files, with the identity templates that copy more at a time. */
    XMLReader reader(String path) {
        Map<Integer, Whole> here = found.get(path);
        return here == null ? plain(path) : new IdentityFilter(plain(path), here);
    }

    /** The decisions on all identity templates of a file, by the number of the template in it, from 0. */
    Map<Integer, Whole> of(String path) {
        return found.getOrDefault(path, Map.of());
    }

    /** Reads the templates of one file. */
    private final class FileReader extends DefaultHandler {
        /** The elements of an identity template, outermost first. */
        private static final List<String> SHAPE = List.of("template", "copy", "apply-templates");

        private final String file;
        private int number = -1;
        private int outermost;
        private boolean spaceIsText;
        private int depth;
        private int templateDepth; // 0 outside of a template
        private Attributes template;
        private boolean asIdentity;
        private int seen; // elements of the shape

        FileReader(String file) {
            this.file = file;
        }

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            depth++;
            boolean ofXslt = uri.equals(XSLT);
            spaceIsText |= attributes.getIndex("xml:space") >= 0;
            modesAreDeclared |= (ofXslt && local.equals("mode"))
                    || attributes.getIndex("", "default-mode") >= 0
                    || attributes.getIndex(XSLT, "default-mode") >= 0;
            boolean isTemplate = ofXslt && local.equals("template");
            if (isTemplate) {
                number++;
            }
            if (isTemplate && templateDepth == 0) { // use-when may permit one in another
                outermost = number;
                templateDepth = depth;
                template = new AttributesImpl(attributes);
                asIdentity = true;
                seen = 0;
            }
            if (templateDepth > 0) {
                asIdentity &= ofXslt
                        && seen < SHAPE.size()
                        && depth == templateDepth + seen
                        && local.equals(SHAPE.get(seen))
                        && hasShape(attributes);
                seen++;
            }
        }

        private boolean hasShape(Attributes attributes) {
            return switch (seen) {
                case 0 -> has(attributes, Set.of("match", "mode", "priority")) && copiesEveryNode(attributes, "match");
                case 1 -> attributes.getLength() == 0;
                default ->
                    has(attributes, Set.of("select", "mode"))
                            && copiesEveryNode(attributes, "select")
                            && staysInMode(attributes.getValue("", "mode"));
            };
        }

        private boolean has(Attributes attributes, Set<String> allowed) {
            for (int i = 0; i < attributes.getLength(); i++) {
                if (!attributes.getURI(i).isEmpty() || !allowed.contains(attributes.getLocalName(i))) {
                    return false;
                }
            }
            return true;
        }

        private boolean copiesEveryNode(Attributes attributes, String name) {
            String nodes = attributes.getValue("", name);
            return nodes != null
                    && nodes.length() <= LONGEST
                    && EVERY_NODE.contains(AROUND.matcher(nodes.trim()).replaceAll("$1"));
        }

        private boolean staysInMode(String asked) {
            String own = template.getValue("", "mode");
            if (own == null) {
                return asked == null;
            }
            return PLAIN_MODE.matcher(own).matches()
                    && asked != null
                    && (asked.equals(own) || asked.equals("#current"));
        }

        @Override
        public void characters(char[] text, int from, int length) {
            for (int i = from; i < from + length; i++) {
                asIdentity &= XML_SPACE.indexOf(text[i]) >= 0;
            }
        }

        @Override
        public void endElement(String uri, String local, String name) {
            if (depth-- == templateDepth) {
                templateDepth = 0;
                String match = template.getValue("", "match");
                if (match != null) {
                    String mode = template.getValue("", "mode");
                    List<String> modes = mode == null ? List.of(USUAL) : List.of(WHITE_SPACE.split(mode.strip()));
                    templates.add(new Template(file, outermost, match, modes, asIdentity && seen == SHAPE.size()));
                }
            }
        }

        @Override
        public void endDocument() {
            if (spaceIsText) {
                templates.replaceAll(t ->
                        t.file().equals(file) ? new Template(t.file(), t.number(), t.match(), t.modes(), false) : t);
            }
        }
    }
}
