package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The boundaries of pieces make no difference. A tag that is whole in a piece may be read by {@link PlainTagScanner}, and one that
 * a boundary divides is read by {@link TagScanner}: so both have to agree about each document.
 */
class PiecesTest {
    private static final int DOCUMENTS = 60_000;
    private static final XmlLimits NARROW = new XmlLimits(6, 3, 64, 64, 2, 30, 4096, 1024);
    private static final String[] PARTS = {
        "<",
        ">",
        "/",
        "</",
        "/>",
        "<a",
        "<a>",
        "</a>",
        "<b:a ",
        "</b:a>",
        "<abcdefgh:ijklmnopq ",
        "</abcdefgh:ijklmnopq>",
        " x='1'",
        " y=\"2\"",
        " b:x='3'",
        " xmlns:b='urn:b'",
        " xmlns='urn:d'",
        " xmlns:abcdefgh=\"urn:b\"",
        " xmlns:c='urn:c' c:x=''",
        " longname=\"1\"",
        " longnames=\"2\"",
        " longnames='3'",
        "=",
        "'",
        "\"",
        " ",
        "\t",
        "\r\n",
        "\n",
        "text",
        "long text of ASCII",
        "&amp;",
        "&\u0000gt;",
        "\u0000",
        "&\u0000",
        "&lt;",
        "&quot;",
        "&apos;",
        "&gt;",
        "&am;",
        "&ampx;",
        "&",
        ";",
        "&#65;",
        "]",
        "]]>",
        "\u00E9",
        "<\u00E9>",
        "</\u00E9>",
        " \u00E9='\u00E9'",
        "<!--c-->",
        "<![CDATA[d]]>",
        "<?p i?>",
        ":",
        "-",
        "1",
        "\u0001",
        "xmlns",
        "<a x='",
        "x".repeat(70)
    };

    @Test
    void documentsHaveTheSameEventsInOnePieceAndInMany() {
        Random random = new Random(20);
        int good = 0;
        for (int i = 0; i < DOCUMENTS; i++) {
            byte[] document = document(random).getBytes(UTF_8);
            int strict = random.nextInt(3) == 0 ? random.nextInt(3) : Integer.MAX_VALUE;
            boolean values = random.nextBoolean();
            List<String> whole = events(document, document.length, strict, values);

            assertThat(whole).as(new String(document, UTF_8)).isEqualTo(events(document, 1, strict, values));
            assertThat(whole)
                    .as(new String(document, UTF_8))
                    .isEqualTo(events(document, 2 + random.nextInt(20), strict, values));
            good += whole.get(whole.size() - 1).equals("good") ? 1 : 0;
        }
        assertThat(good).isBetween(DOCUMENTS / 8, DOCUMENTS * 7 / 8);
    }

    /** About half of them are well-formed: elements are nested, and some parts are thrown in anywhere. */
    private static String document(Random random) {
        StringBuilder xml = new StringBuilder();
        element(random, xml, 0);
        for (int n = random.nextInt(3); n > 0; n--) {
            String part = PARTS[random.nextInt(PARTS.length)];
            int at = random.nextInt(xml.length() + 1);
            xml.replace(at, random.nextBoolean() ? at : Math.min(xml.length(), at + 1), part);
        }
        return xml.toString();
    }

    private static void element(Random random, StringBuilder xml, int depth) {
        String[] names = {"a", "b:a", "abcdefgh:ijklmnopq", "abcdefgh", "abcdefghi", "\u00E9"};
        String name = names[random.nextInt(depth == 0 ? 4 : names.length)];
        xml.append('<').append(name);
        xml.append(depth == 0 ? " xmlns:b='urn:b' xmlns:abcdefgh=\"urn:b\"" : "");
        String[] attributes = {" x='1'", "\ny=\"\"", " b:x='3 >'", " c ='&lt;'", " longnames='/'", " xmlns='urn:d'"};
        for (String attribute : attributes) {
            xml.append(random.nextInt(5) == 0 ? attribute : "");
        }
        if (random.nextInt(4) == 0) {
            xml.append(random.nextInt(4) == 0 ? " />" : "/>");
            return;
        }
        xml.append(random.nextInt(8) == 0 ? " >" : ">");
        String[] texts = {
            "",
            "text",
            "a longer text, \n of ASCII &amp;&lt;&gt;&#65;",
            "\u00E9",
            "<!-- - -->",
            "<![CDATA[<]]>",
            "<?a b?>"
        };
        for (int n = random.nextInt(4); n > 0; n--) {
            xml.append(texts[random.nextInt(texts.length)]);
            if (depth < 4 && random.nextBoolean()) {
                element(random, xml, depth + 1);
            }
        }
        xml.append("</").append(name).append(random.nextInt(8) == 0 ? "\r>" : ">");
    }

    private static List<String> events(byte[] document, int pieceBytes, int strictDepth, boolean values) {
        List<String> events = new ArrayList<>();
        NamespaceTable table = new NamespaceTable("urn:b", "urn:d");
        XmlLexer lexer = new XmlLexer(NARROW, table, new Recording(events));
        lexer.strictDepth(strictDepth);
        lexer.keepValues(values);
        try {
            for (int from = 0; from < document.length; from += pieceBytes) {
                byte[] piece = Arrays.copyOfRange(document, from, Math.min(document.length, from + pieceBytes));
                lexer.feed(piece, 0, piece.length);
                Arrays.fill(piece, (byte) '!');
            }
            lexer.finish();
            events.add("good");
        } catch (XmlRefusedException e) {
            events.add(e.getMessage());
        }
        return events;
    }

    private record Recording(List<String> events) implements XmlEvents {
        @Override
        public void startElement(StartTag tag, int depth) {
            StringBuilder shown = new StringBuilder("start " + depth + ' ' + tag.from() + '-' + tag.to());
            shown.append(' ')
                    .append(tag.name())
                    .append(' ')
                    .append(tag.prefix())
                    .append(' ')
                    .append(tag.localName());
            shown.append(' ').append(tag.namespace()).append(tag.localIs("ijklmnopq".getBytes(UTF_8)));
            for (int i = 0; i < tag.attributeCount(); i++) {
                shown.append(' ').append(tag.attributeName(i)).append(' ').append(tag.attributeNamespace(i));
                shown.append(' ').append(tag.attributeValue(i)).append(' ').append(tag.attributeValueFrom(i));
                shown.append('-').append(tag.attributeValueTo(i)).append(tag.attributeLocalIs(i, new byte[] {'x'}));
                shown.append(tag.attributeValueIs(i, new byte[] {'1'}));
            }
            for (int i = 0; i < tag.declarationCount(); i++) {
                shown.append(' ').append(tag.declaredPrefix(i)).append('=').append(tag.declaredUri(i));
            }
            events.add(shown + " " + tag.namespaces());
        }

        @Override
        public void endElement(int depth, long to) {
            events.add("end " + depth + ' ' + to);
        }

        @Override
        public void aside(Aside kind, int depth) {
            events.add(kind + " " + depth);
        }

        @Override
        public void asideEnded(Aside kind, long from, long to) {
            events.add(kind + " " + from + '-' + to);
        }

        @Override
        public void misplacedText(int depth) {
            events.add("misplaced " + depth);
        }
    }
}
