package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of plain bytes accepts nothing that the lexer refuses, and sees the same elements and texts. */
class PlainReaderTest {
    private static final NamespaceTable TABLE = new NamespaceTable("urn:p", "urn:q");

    /** The tags and texts that the lexer reports, up to the refusal. */
    private static final class Lexed implements XmlEvents {
        final List<String> events = new ArrayList<>();
        final XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS, TABLE, this);
        boolean whole;

        Lexed(byte[] document) {
            try {
                lexer.feed(document, 0, document.length);
                lexer.finish();
                whole = true;
            } catch (XmlRefusedException e) {
                whole = false;
            }
        }

        private void text() {
            events.add("text " + new String(lexer.text(), UTF_8));
        }

        @Override
        public void startElement(StartTag tag, int depth) {
            text();
            events.add("start of " + tag.localName() + " in " + tag.namespace() + " at " + depth);
            lexer.collect(Integer.MAX_VALUE);
        }

        @Override
        public void endElement(int depth, long to) {
            text();
            events.add("end at " + (depth - 1));
            if (depth > 1) {
                lexer.collect(Integer.MAX_VALUE);
            }
        }

        @Override
        public void aside(Aside kind, int depth) {
            events.add(kind + " in " + depth);
            lexer.collect(Integer.MAX_VALUE);
        }

        @Override
        public void misplacedText(int depth) {
            throw new AssertionError();
        }
    }

    /** The same, as far as the document is plain; its bytes arrive little by little. */
    private static final class Plain {
        final List<String> events = new ArrayList<>();
        final PlainReader reader = new PlainReader(TABLE);
        final int state;
        final boolean whole;

        Plain(byte[] document, SplittableRandom random) {
            int most = Math.min(document.length, PlainReader.MOST_BYTES);
            byte[] arriving = new byte[document.length];
            int to = 0;
            int tag = PlainReader.MORE;
            while (tag != PlainReader.OTHER && (tag != PlainReader.MORE || to < most)) {
                if (tag == PlainReader.MORE) {
                    int from = to;
                    to = Math.min(most, to + 1 + random.nextInt(random.nextBoolean() ? 9 : 2000));
                    arriving = arriving.clone();
                    System.arraycopy(document, from, arriving, from, to - from);
                    Arrays.fill(arriving, to, arriving.length, (byte) '>'); // as if left by another document
                }
                tag = reader.next(arriving, to);
                tell(tag, arriving);
            }
            state = tag;
            whole = tag == PlainReader.MORE && to == document.length && reader.isWhole(arriving, to);
        }

        private void tell(int tag, byte[] bytes) {
            if (tag == PlainReader.START || tag == PlainReader.END) {
                String text = reader.text(bytes);
                assertThat(reader.isTextChanged(bytes)).isEqualTo(text.indexOf('\r') >= 0);
                String normal = text.replace("\r\n", "\n").replace('\r', '\n');
                // the lexer reports no text outside of the root
                boolean outside = tag == PlainReader.START && reader.depth() == 1;
                events.add("text " + (outside ? "" : normal));
            }
            if (tag == PlainReader.START) {
                String local = reader.localName(bytes);
                assertThat(reader.is(bytes, reader.namespace(), local.getBytes(UTF_8)))
                        .isTrue();
                events.add("start of " + local + " in " + reader.namespace() + " at " + reader.depth());
            } else if (tag == PlainReader.END) {
                events.add("end at " + reader.depth());
            }
        }
    }

    @Test
    void theLexerSeesTheSame() {
        long seed = Long.getLong("esbmt.seed", new Random().nextLong());
        System.out.println("PlainReaderTest: -Desbmt.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        int whole = 0;
        int cut = 0;
        for (int i = 0; i < 10_000; i++) {
            byte[] document = document(random).getBytes(UTF_8);
            for (int damages = random.nextInt(3); damages > 0; damages--) {
                document = damaged(document, random);
            }
            String text = new String(document, UTF_8);
            Lexed lexed = new Lexed(document);
            Plain plain = new Plain(document, random);
            if (plain.whole) {
                assertThat(lexed.whole).as(text).isTrue();
                assertThat(plain.events).as(text).isEqualTo(lexed.events);
                whole++;
            } else {
                int seen = Math.min(plain.events.size(), lexed.events.size());
                assertThat(lexed.events.subList(0, seen)).as(text).isEqualTo(plain.events);
                cut += plain.events.isEmpty() ? 0 : 1;
            }
        }
        assertThat(whole).as("documents that are plain").isGreaterThan(1000);
        assertThat(cut).as("documents that begin plain").isGreaterThan(2000);
    }

    private static String document(SplittableRandom random) {
        StringBuilder out = new StringBuilder();
        switch (random.nextInt(8)) {
            case 0 -> out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
            case 1 -> out.append("<?xml version='1.0' encoding='UTF-8'?>\r\n");
            case 2 -> out.append(" \n");
            default -> out.append("");
        }
        element(random, out, 0);
        return out.append(random.nextInt(8) == 0 ? "\n " : "").toString();
    }

    private static String pick(SplittableRandom random, String... of) {
        return of[random.nextInt(of.length)];
    }

    private static void element(SplittableRandom random, StringBuilder out, int depth) {
        String name = pick(random, "a", "a1", "order", "a-very.long_name-of-an-element", "p:a", "p:order", "q:a");
        out.append('<').append(name);
        if (depth == 0) {
            out.append(" xmlns:p=\"urn:p\" xmlns:q='urn:q'");
        }
        for (int n = random.nextInt(7); n > 4; n--) {
            out.append(pick(random, " ", "  ", "\n"))
                    .append(pick(
                            random,
                            "x='1'",
                            "p:x=\"a 'b' >\"",
                            "q:x='2'",
                            "y=''",
                            "xmlns='urn:p'",
                            "xmlns=''",
                            "xmlns:p='urn:other'",
                            "xmlns:r='urn:q'"));
        }
        if (random.nextInt(9) == 0) {
            out.append(pick(random, "/>", " />"));
            return;
        }
        out.append(pick(random, ">", ">", ">", " >"));
        for (int n = random.nextInt(depth > 5 ? 1 : 4); n > 0; n--) {
            switch (random.nextInt(100)) {
                case 0 -> out.append("<!-- - -->");
                case 1 -> out.append("<![CDATA[<a>]]>");
                case 2 -> out.append("v&amp;\u00e4");
                case 15, 16, 17, 18 -> out.append(pick(random, "\u00e4", "Z\u00fcrich", "\u20ac 5", "\ud83d\ude00 ok"));
                case 3 -> out.append("\r\n a \r b");
                case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 ->
                    out.append(pick(random, "text", " ", "a > b", "7.25", "long ".repeat(9)));
                default -> element(random, out, depth + 1);
            }
        }
        out.append("</").append(name).append('>');
    }

    private static byte[] damaged(byte[] document, SplittableRandom random) {
        byte[] odd = "<>/\"'&]:=! \r\n\tax-\u00e4\u0000?".getBytes(UTF_8);
        int at = random.nextInt(document.length);
        int replaced = random.nextInt(3);
        int added = random.nextInt(3);
        byte[] damaged = new byte[document.length + 2];
        System.arraycopy(document, 0, damaged, 0, at);
        int to = at;
        for (int i = 0; i < added; i++) {
            damaged[to++] = odd[random.nextInt(odd.length)];
        }
        int from = Math.min(document.length, at + replaced);
        System.arraycopy(document, from, damaged, to, document.length - from);
        return Arrays.copyOf(damaged, Math.max(1, to + document.length - from));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF<a/>",
                "\u0001<a/>",
                "text<a/>",
                "</a>",
                "<!DOCTYPE a><a/>",
                "<!-- c --><a/>",
                "<?xml version='1.0'?><a>some more text, so that it is long</a>",
                "<?xml version=\"1.0\" encoding=\"US-ASCII\"?><a/>",
                "<?xml version=\"1.1\" encoding=\"UTF-8\"?><a/>",
                "<a/><a/>",
                "<a/>text<a/>",
                "<a/><!-- c -->",
                "<a></b>",
                "<a></aa>",
                "<aa></a> ",
                "<a></a >",
                "<a/ >",
                "<a>&lt;</a>",
                "<a>]]></a>",
                "\u00e4<a/>",
                "<a>\uffff</a>",
                "<a>\u0000</a>",
                "<\u00e4/>",
                "<a\u00e4/>",
                "<-a/>",
                "<a:/>",
                "<:a/>",
                "<a:b:c/>",
                "<p:a/>",
                "<xml:a/>",
                "<a p:x='1'/>",
                "<a xml:lang='de'/>",
                "<a x='1' x='2'/>",
                "<a x='1'y='2'/>",
                "<a xmlns:p='urn:p' xmlns:q='urn:p' p:x='1' q:x='2'/>",
                "<a xmlns:p='urn:p' xmlns:p='urn:q'/>",
                "<a xmlns='urn:p' xmlns='urn:q'/>",
                "<a xmlns:p=''/>",
                "<a xmlns:xml='http://www.w3.org/XML/1998/namespace'/>",
                "<a xmlns:xmlns='urn:p'/>",
                "<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
                "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
                "<a xmlns:='urn:p'/>",
                "<a x/>",
                "<a x=1/>",
                "<a x ='1'/>",
                "<a x= '1'/>",
                "<a x='<'/>",
                "<a x='&amp;'/>",
                "<a x='\t'/>",
                "<a x='\u00e4'/>",
                "<a b='1' c='2' d='3' e='4' f='5' g='6' h='7' i='8' j='9'/>",
                "<a><b><c><d><e><f><g><h><i><j><k><l><m><n><o><p><q/>",
                "<an-element-with-a-name-that-is-longer-than-any-usual-name-of-an-element/>",
                "<a><p:b xmlns:p='urn:p'/><p:b/></a>"
            })
    void allElseIsLeftToTheLexer(String document) {
        Plain plain = new Plain(document.getBytes(UTF_8), new SplittableRandom(1));

        assertThat(plain.state).isEqualTo(PlainReader.OTHER);
        assertThat(plain.whole).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<",
                "<a",
                "<a>",
                "<a></a",
                "<a/",
                "<a x",
                "<a x=",
                "<a x='",
                "<a x='1",
                "<a x='1'",
                "text",
                "<?xml"
            })
    void incompleteDocumentsWaitForMore(String document) {
        Plain plain = new Plain(document.getBytes(UTF_8), new SplittableRandom(1));

        assertThat(plain.state).isEqualTo(PlainReader.MORE);
        assertThat(plain.whole).isFalse();
    }

    @Test
    void limitsThatAPlainDocumentMayExceedDoNotFit() {
        XmlLimits all = XmlLimits.DEFAULTS;

        assertThat(PlainReader.fits(all)).isTrue();
        assertThat(PlainReader.fits(all.withMessageBytes(PlainReader.MOST_BYTES - 1)))
                .isFalse();
        assertThat(PlainReader.fits(new XmlLimits(15, 100, 8192, 1024, 64, 200_000, 1 << 20, 1024)))
                .isFalse();
        assertThat(PlainReader.fits(new XmlLimits(64, 7, 8192, 1024, 64, 200_000, 1 << 20, 1024)))
                .isFalse();
        assertThat(PlainReader.fits(new XmlLimits(64, 100, 2047, 1024, 64, 200_000, 1 << 20, 1024)))
                .isFalse();
        assertThat(PlainReader.fits(new XmlLimits(64, 100, 8192, 1024, 7, 200_000, 1 << 20, 1024)))
                .isFalse();
        assertThat(PlainReader.fits(new XmlLimits(64, 100, 8192, 1024, 64, 511, 1 << 20, 1024)))
                .isFalse();
    }
}
