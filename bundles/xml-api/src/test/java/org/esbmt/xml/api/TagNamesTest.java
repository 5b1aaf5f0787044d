package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TagNamesTest {

    /** Notes each name with the value found for it, and keeps the name as its value. */
    private static List<String> found(String document) throws XmlRefusedException {
        List<String> found = new ArrayList<>();
        TagNames<String> elements = new TagNames<>();
        TagNames<String> attributes = new TagNames<>();
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, new NamespaceTable(), new XmlEvents() {
            @Override
            public void startElement(StartTag tag, int depth) {
                found.add(tag.name() + '=' + elements.find(tag));
                elements.keep(tag, tag.name());
                for (int i = 0; i < tag.attributeCount(); i++) {
                    found.add('@' + tag.attributeName(i) + '=' + attributes.findAttribute(tag, i));
                    attributes.keepAttribute(tag, i, tag.attributeName(i));
                }
            }

            @Override
            public void endElement(int depth, long to) {}

            @Override
            public void aside(Aside kind, int depth) {}

            @Override
            public void misplacedText(int depth) {}
        });
        byte[] bytes = document.getBytes(UTF_8);
        lexer.feed(bytes, 0, bytes.length);
        lexer.finish();
        return found;
    }

    @Test
    void aNameIsFoundAgainByAllOfItsBytes() throws Exception {
        assertThat(found("<p:a xmlns:p='u' b='1'><p:a/><a/><p:b b='2'/><b p:b='3'/><a/></p:a>"))
                .containsExactly(
                        "p:a=null", "@b=null", "p:a=p:a", "a=null", "p:b=null", "@b=b", "b=null", "@p:b=null", "a=a");
    }

    @Test
    void noNameIsTakenForAnother() throws Exception {
        StringBuilder many = new StringBuilder("<r>");
        for (int i = 0; i < 20_000; i++) {
            many.append('<').append('n').append(i % 3_000).append("x/>");
        }

        assertThat(found(many.append("</r>").toString())).allMatch(entry -> {
            String[] parts = entry.split("=", -1);
            return parts[1].equals("null") || parts[1].equals(parts[0]);
        });
    }
}
