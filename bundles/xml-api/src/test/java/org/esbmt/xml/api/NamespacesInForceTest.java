package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespacesInForceTest {

    /** The namespaces in force at each element, by its name. */
    private static Map<String, Map<String, String>> namespaces(String xml) throws XmlRefusedException {
        Map<String, Map<String, String>> found = new HashMap<>();
        XmlEvents events = new XmlEvents() {
            @Override
            public void startElement(StartTag tag, int depth) {
                found.put(tag.localName(), tag.namespaces());
            }

            @Override
            public void endElement(int depth, long to) {
                // start tags have all namespaces
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
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, new NamespaceTable(), events);
        lexer.keepValues(true);
        byte[] bytes = xml.getBytes(UTF_8);
        lexer.feed(bytes, 0, bytes.length);
        lexer.finish();
        return found;
    }

    @Test
    void anElementSeesTheInnermostDeclarationOfEachPrefix() throws XmlRefusedException {
        Map<String, Map<String, String>> found =
                namespaces("<a xmlns='u:d' xmlns:p='u:p'><b xmlns:p='u:q' xmlns:r='u:r'><c xmlns=''/></b><d/></a>");
        assertThat(found.get("a")).isEqualTo(Map.of("", "u:d", "p", "u:p"));
        assertThat(found.get("b")).isEqualTo(Map.of("", "u:d", "p", "u:q", "r", "u:r"));
        assertThat(found.get("c")).isEqualTo(Map.of("p", "u:q", "r", "u:r"));
        assertThat(found.get("d")).isEqualTo(Map.of("", "u:d", "p", "u:p"));
    }
}
