package org.esbmt.camel.se.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.content.api.BytesSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class CollectedTest {
    @Test
    void partsKeepTheirNamespaces() throws Exception {
        Element root = parse(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>",
                "\uFEFF<c:b xmlns:c=\"urn:mine\"/>",
                "<?xml version='1.0'?><!-- aside --><d xmlns=\"urn:other\"><?pi?><e xmlns=\"\"/></d>");

        assertThat(root.getNamespaceURI()).isEqualTo("urn:esbmt:collected:1");
        assertThat(root.getLocalName()).isEqualTo("collected");
        List<Element> parts = new ArrayList<>();
        for (int i = 0; i < root.getChildNodes().getLength(); i++) {
            if (root.getChildNodes().item(i) instanceof Element element) {
                parts.add(element);
            }
        }
        assertThat(parts).hasSize(3);
        assertThat(parts.get(0).getNamespaceURI()).isNull();
        assertThat(parts.get(1).getNamespaceURI()).isEqualTo("urn:mine");
        assertThat(parts.get(2).getNamespaceURI()).isEqualTo("urn:other");
        assertThat(parts.get(2).getLastChild().getNamespaceURI()).isNull();
    }

    @Test
    void anInstructionThatResemblesADeclarationIsKept() throws Exception {
        assertThat(text(fragment(source("<?xml-stylesheet href='x'?><a/>"))))
                .isEqualTo("<?xml-stylesheet href='x'?><a/>");
    }

    @Test
    void textIsWrittenAsText() throws Exception {
        Element root = parse("5 > 4 & 3 < 4", "]]>", " \u00fc\uD83D\uDE00\r\n", "", "   ");

        assertThat(root.getTextContent()).isEqualTo("5 > 4 & 3 < 4]]> \u00fc\uD83D\uDE00\r\n");
        assertThat(root.getChildNodes().getLength()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>",
                "<a></a></c:collected><evil/><c:collected>",
                "<a/><b/>",
                "<a>",
                "<p:a/>",
                "<a b='1' b='2'/>",
                "<!-- only -->",
                "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a/>",
                "<?xml version=\"1.0\"?>",
                "a\u0000b",
                "a\uFFFEb"
            })
    void aPartThatBreaksTheWholeIsRefused(String part) {
        assertThatThrownBy(() -> fragment(source(part))).isInstanceOf(RouteFailure.Invalid.class);
    }

    @Test
    void bytesWithoutTextAreRefused() {
        assertThatThrownBy(() -> fragment(new BytesSource(new byte[] {'a', (byte) 0xC0, (byte) 0x80})))
                .isInstanceOf(RouteFailure.Invalid.class);
    }

    @Test
    void aFragmentAboveTheLimitIsNotMade() throws Exception {
        assertThat(Collected.fragment(source("<a/>"), 4)).isPresent();
        assertThat(Collected.fragment(source("<a/>"), 3)).isEmpty();
        assertThat(Collected.fragment(source(">>"), 8)).isPresent();
        assertThat(Collected.fragment(source("&&"), 9)).isEmpty();
    }

    private static ByteBuffer fragment(BytesSource message) throws RouteFailure {
        return Collected.fragment(message, Integer.MAX_VALUE).orElseThrow();
    }

    private static Element parse(String... parts) throws Exception {
        List<ByteBuffer> fragments = new ArrayList<>();
        for (String part : parts) {
            fragments.add(fragment(source(part)));
        }
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        try (InputStream in = Collected.join(fragments).bytes().getInputStream()) {
            return factory.newDocumentBuilder()
                    .parse(new ByteArrayInputStream(in.readAllBytes()))
                    .getDocumentElement();
        }
    }

    private static BytesSource source(String text) {
        return new BytesSource(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(ByteBuffer fragment) {
        return StandardCharsets.UTF_8.decode(fragment).toString();
    }
}
