package org.esbmt.message.security.internal.xml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;
import org.junit.jupiter.api.Test;

/** The lexer of the bus and {@link Markup} see the same tags in each document that both accept. */
class TwoReadersTest {
    private static final int DOCUMENTS = 20_000;
    private static final String[] NAMESPACES = {"urn:1", "urn:2", "urn:3", "urn:apex", "http://example.org/?x='y'"};
    private static final String MARKUP = "<>&\"'=/!?-[]:x \n\r";

    @Test
    void randomDocumentsHaveTheSameTags() throws Exception {
        for (int seed = 0; seed < DOCUMENTS; seed++) {
            String document = new RandomDocument(new Random(seed)).document();
            assertThat(markup(document.getBytes(UTF_8))).as(document).isEqualTo(lexer(document.getBytes(UTF_8)));
        }
    }

    @Test
    void damagedDocumentsThatAreAcceptedHaveTheSameTags() throws Exception {
        Random random = new Random(1);
        int accepted = 0;
        for (int seed = 0; seed < 5 * DOCUMENTS; seed++) {
            byte[] document = new RandomDocument(new Random(seed)).document().getBytes(UTF_8);
            for (int i = random.nextInt(3); i >= 0; i--) {
                document[random.nextInt(document.length)] = (byte) MARKUP.charAt(random.nextInt(MARKUP.length()));
            }
            try {
                List<String> tags = lexer(document);
                assertThat(markup(document)).as(new String(document, UTF_8)).isEqualTo(tags);
                accepted++;
            } catch (XmlRefusedException | SecurityRefusedException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
        assertThat(accepted).isGreaterThan(DOCUMENTS / 2);
    }

    private static List<String> markup(byte[] document) throws Exception {
        List<String> tags = new ArrayList<>();
        Markup m = new Markup(document);
        while (m.next() != Markup.Token.END_OF_DOCUMENT) {
            if (m.isElement()) {
                StringBuilder tag = new StringBuilder("start " + m.depth() + " " + m.from() + "-" + m.to() + " ");
                tag.append(new String(document, m.nameFrom, m.nameTo - m.nameFrom, UTF_8));
                for (int i = 0; i < NAMESPACES.length; i++) {
                    tag.append(m.hasNamespace(NAMESPACES[i].getBytes(UTF_8)) ? " in " + (i + 1) : "");
                }
                for (int i = 0; i < m.attributeCount; i++) {
                    int at = i * Markup.STRIDE;
                    int[] a = m.attributes;
                    tag.append(' ').append(new String(document, a[at], a[at + 2] - a[at], UTF_8));
                    tag.append(' ').append(a[at + 3]).append('-').append(a[at + 4]);
                }
                tags.add(tag.toString());
            }
            if (m.token() == Markup.Token.END || m.token() == Markup.Token.EMPTY) {
                tags.add("end " + m.depth() + " " + m.to());
            }
            if (m.token() == Markup.Token.COMMENT || m.token() == Markup.Token.CDATA) {
                tags.add(m.token() + " " + m.from() + "-" + m.to());
            }
        }
        return tags;
    }

    private static List<String> lexer(byte[] document) throws XmlRefusedException {
        List<String> tags = new ArrayList<>();
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, new NamespaceTable(NAMESPACES), new XmlEvents() {
            @Override
            public void startElement(StartTag tag, int depth) {
                StringBuilder text =
                        new StringBuilder("start " + depth + " " + tag.from() + "-" + tag.to() + " " + tag.name());
                text.append(tag.namespace() > 0 ? " in " + tag.namespace() : "");
                for (int i = 0; i < tag.attributeCount(); i++) {
                    text.append(' ').append(tag.attributeName(i));
                    text.append(' ')
                            .append(tag.attributeValueFrom(i))
                            .append('-')
                            .append(tag.attributeValueTo(i));
                }
                tags.add(text.toString());
            }

            @Override
            public void endElement(int depth, long to) {
                tags.add("end " + depth + " " + to);
            }

            @Override
            public void aside(Aside kind, int depth) {
                // its end has both offsets
            }

            @Override
            public void asideEnded(Aside kind, long from, long to) {
                if (kind != Aside.INSTRUCTION) {
                    tags.add(kind + " " + from + "-" + to);
                }
            }

            @Override
            public void misplacedText(int depth) {
                // no text was asked for
            }
        });
        lexer.feed(document, 0, document.length);
        lexer.finish();
        return tags;
    }
}
