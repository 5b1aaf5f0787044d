package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.testing.CollidingNames.ATTRIBUTES;
import static org.esbmt.testing.CollidingNames.PREFIXES;
import static org.esbmt.testing.CollidingNames.prefix;

import org.esbmt.testing.CollidingNames;
import org.junit.jupiter.api.Test;

/**
 * Bounds the byte-by-byte comparisons of names: about one for each name, also if a sender provokes comparisons of all.
 */
class ComparisonsTest {

    private static long comparisonsIn(String xml) throws XmlRefusedException {
        long[] most = new long[1];
        XmlEvents counting = new XmlEvents() {
            @Override
            public void startElement(StartTag tag, int depth) {
                most[0] = tag.comparisons();
            }

            @Override
            public void endElement(int depth, long to) {
                // start tags have all names
            }

            @Override
            public void aside(Aside kind, int depth) {
                // there is none
            }

            @Override
            public void misplacedText(int depth) {
                // there is none
            }
        };
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, new NamespaceTable(), counting);
        byte[] bytes = xml.getBytes(UTF_8);
        lexer.feed(bytes, 0, bytes.length);
        lexer.finish();
        return most[0];
    }

    @Test
    void aCollidingPrefixIsComparedOnlyWithItsOwnDeclaration() throws XmlRefusedException {
        assertThat(comparisonsIn(CollidingNames.block())).isBetween((long) ATTRIBUTES, ATTRIBUTES + 2L * PREFIXES);
    }

    @Test
    void collidingNamespacesAreNotCompared() throws XmlRefusedException {
        int ofAnElement = PREFIXES / 4;
        StringBuilder xml = new StringBuilder();
        for (int i = 0; i < PREFIXES; i++) {
            xml.append(i % ofAnElement == 0 ? "<a" : "")
                    .append(" xmlns:p" + i + "=\"" + prefix(i) + "\" p" + i + ":a=\"\"")
                    .append(i % ofAnElement == ofAnElement - 1 ? ">" : "");
        }

        assertThat(comparisonsIn(xml.append("</a>".repeat(4)).toString())).isLessThan(2L * PREFIXES);
    }

    @Test
    void collidingAttributesAreNotCompared() throws XmlRefusedException {
        StringBuilder xml = new StringBuilder("<a>");
        for (int i = 0; i < ATTRIBUTES; i++) {
            xml.append(i % 100 == 0 ? "<a " : " ")
                    .append(prefix(i % 100))
                    .append("=\"\"")
                    .append(i % 100 == 99 ? "/>" : "");
        }

        assertThat(comparisonsIn(xml.append("</a>").toString())).isLessThan(ATTRIBUTES);
    }
}
