package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A lexer that passes over markup must see the same document as one that reads all of it. */
class PassedOverMarkupTest {
    private static final int STRICT = 2;
    private static final TagWords GUARDED = new TagWords("Root", "Part", "Header", "TenantContext");
    private static final String ORDER = "<order><symbol>IBM</symbol><buyerID>asankha</buyerID></order>";
    private static final XmlLimits LIMITS = new XmlLimits(24, 100, 8192, 1024, 64, 3000, 1L << 20, 1024);

    /** The strict elements, the guarded names with their place and depth, and the number of the others. */
    private static final class Seen implements XmlEvents {
        final List<String> events = new ArrayList<>();
        final XmlLexer lexer;
        int others;

        /** Reads everything. */
        Seen() {
            lexer = new XmlLexer(LIMITS, new NamespaceTable("urn:a"), this);
            lexer.strictDepth(STRICT);
            lexer.keepValues(false);
        }

        Seen(Engine engine) {
            this();
            lexer.passOver(GUARDED, engine.blocks(GUARDED));
        }

        @Override
        public void startElement(StartTag tag, int depth) {
            String local = tag.localName().toLowerCase(Locale.ROOT);
            if (depth <= STRICT
                    || List.of("root", "part", "header", "tenantcontext").contains(local)) {
                events.add(tag.name() + " at " + tag.from() + " in " + depth);
            } else {
                others++;
            }
        }

        @Override
        public void endElement(int depth, long to) {
            if (depth <= STRICT) {
                events.add("end of " + depth + " at " + to);
            }
        }

        @Override
        public void aside(Aside kind, int depth) {
            events.add(kind + " in " + depth);
        }

        @Override
        public void misplacedText(int depth) {
            throw new AssertionError();
        }

        void read(byte[] document, int piece) throws XmlRefusedException {
            for (int at = 0; at < document.length; at += piece) {
                lexer.feed(document, at, Math.min(document.length, at + piece));
            }
            lexer.finish();
        }
    }

    @ParameterizedTest
    @MethodSource("org.esbmt.xml.api.Engine#available")
    void theGuardedNamesTheDepthAndTheEndAreTheSame(Engine engine) throws Exception {
        long seed = Long.getLong("esbmt.seed", new Random().nextLong());
        System.out.println("PassedOverMarkupTest: -Desbmt.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        int passedOver = 0;
        for (int i = 0; i < 4000; i++) {
            StringBuilder out = new StringBuilder("<Root><Part>");
            for (int n = random.nextInt(12); n >= 0; n--) {
                content(random, out, 0);
            }
            byte[] document = out.append("</Part><Last/></Root>").toString().getBytes(UTF_8);
            String text = new String(document, UTF_8);
            Seen all = new Seen();
            all.read(document, document.length);
            for (int piece :
                    new int[] {document.length, 1 + random.nextInt(document.length), 1 + random.nextInt(300)}) {
                int size = piece;
                Seen some = new Seen(engine);
                assertThatCode(() -> some.read(document, size))
                        .as("%d %s", size, text)
                        .doesNotThrowAnyException();
                assertThat(some.events).as("%d %s", size, text).isEqualTo(all.events);
                passedOver += all.others - some.others;
            }
        }
        assertThat(passedOver).as("elements that were passed over").isGreaterThan(4000);
    }

    private static void content(SplittableRandom random, StringBuilder out, int depth) {
        switch (random.nextInt(24)) {
            case 0 -> out.append("<p:Part a='/>'>").append(ORDER).append("</p:Part>");
            case 1 -> out.append("<hEADER\n/>");
            case 2 -> out.append("<x:TenantContext b=\"/>\"/>");
            case 3 -> out.append("<!-- <order> </order> <Part> -->");
            case 4 -> out.append("<![CDATA[</order></Part><Header>]]>");
            case 5 -> out.append("<?order <Part> ?>");
            case 6 -> out.append(" a > b /> Part header: the/part ");
            case 7 -> out.append("<e a='>' b=\"'/>\" c='\"'/>");
            case 8 -> out.append("<e/>".repeat(random.nextInt(60)));
            case 9 -> out.append("Gr\u00F6\u00DFe \u20AC \uD83D\uDE00 ".repeat(random.nextInt(20)));
            case 10 ->
                out.append("<\u00E9l\u00E9ment x='\u00E9'>").append(ORDER).append("</\u00E9l\u00E9ment>");
            case 11 -> out.append("x".repeat(random.nextInt(700)));
            case 12 ->
                out.append("<t a='").append("y/>".repeat(random.nextInt(120))).append("'>z</t >");
            case 13 -> out.append("\r\n\t".repeat(random.nextInt(60)));
            case 14 -> out.append("http://example.org/a/b/ &lt;Part&gt; 1/2");
            case 15, 16, 17 -> {
                String name = List.of("order", "parT-1", "head", "x:part.", "Tenant", "a:b")
                        .get(random.nextInt(6));
                out.append('<').append(name).append('>');
                for (int n = random.nextInt(4); n > 0 && depth < 8; n--) {
                    content(random, out, depth + 1);
                }
                out.append("</").append(name).append('>');
            }
            case 18 -> out.append(depth == 0 ? "</Part>\n<Part>" : "");
            default -> out.append(ORDER.repeat(random.nextInt(12)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a>",
                "<!ENTITY x 'y'>",
                "\u0000",
                "<order\u0001>",
                "\u001B",
                "\uFFFE",
                "</Part>",
                "<e/></Part></Root><Root><Part>",
                "</order></order></order>",
                "</Root>",
                "< order>",
                "<1/>"
            })
    void itIsRefusedAmidMarkupThatIsPassedOver(String bad) {
        String document = "<Root><Part>" + ORDER.repeat(20) + bad + ORDER.repeat(20) + "</Part></Root>";
        byte[] bytes = document.getBytes(UTF_8);
        for (int piece = bytes.length; piece > 0; piece = piece > 300 ? piece - 97 : piece - 13) {
            int size = piece;
            for (Engine engine : Engine.available()) {
                assertThatThrownBy(() -> new Seen(engine).read(bytes, size)).isInstanceOf(XmlRefusedException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0xC0BC, 0xC0AF, 0xC080, 0x80, 0xC3, 0xFF, 0xE080BC, 0xEDA080, 0xF4908080, 0xEFBFBF})
    void bytesThatAreNotUtf8AreRefusedAmidMarkupThatIsPassedOver(int bad) {
        byte[] before = ("<Root><Part>" + ORDER.repeat(20)).getBytes(UTF_8);
        byte[] after = (ORDER.repeat(20) + "</Part></Root>").getBytes(UTF_8);
        for (int shift = 0; shift < 140; shift++) {
            byte[] document = new byte[before.length + shift + 4 + after.length];
            Arrays.fill(document, (byte) 'x');
            System.arraycopy(before, 0, document, 0, before.length);
            int at = before.length + shift;
            for (int b = 24; b >= 0; b -= 8) {
                if (bad >>> b != 0) {
                    document[at++] = (byte) (bad >>> b);
                }
            }
            System.arraycopy(after, 0, document, document.length - after.length, after.length);
            for (Engine engine : Engine.available()) {
                assertThatThrownBy(() -> new Seen(engine).read(document, document.length))
                        .isInstanceOf(XmlRefusedException.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.esbmt.xml.api.Engine#available")
    void theLimitsHoldInMarkupThatIsPassedOver(Engine engine) throws Exception {
        String deepest = "<d>".repeat(22) + "</d>".repeat(22);
        String most = "<Root><Part>" + "<e></e>".repeat(2998) + "</Part></Root>";
        new Seen(engine).read(("<Root><Part>" + (ORDER + deepest).repeat(30) + "</Part></Root>").getBytes(UTF_8), 5000);
        new Seen(engine).read(most.getBytes(UTF_8), 100_000);
        for (String bad : new String[] {
            "<Root><Part>" + ORDER.repeat(20) + "<d>" + deepest + "</d>" + ORDER.repeat(20) + "</Part></Root>",
            "<Root><Part>" + ORDER.repeat(20) + "<d>t/>".repeat(23) + "</d>".repeat(23) + ORDER.repeat(20)
                    + "</Part></Root>",
            "<Root><Part>" + ORDER.repeat(20) + "<d e='/>'>".repeat(23) + "</d>".repeat(23) + ORDER.repeat(20)
                    + "</Part></Root>",
            "<Root><Part>" + "<d><e/>".repeat(500),
            most.replace("</Part>", "<e/></b>"),
            "<Root><Part>" + "<e/>".repeat(2999) + "</Part></Root>",
            "<Root><Part>" + ORDER.repeat(20) + "<" + "n".repeat(1025) + "/>" + ORDER.repeat(20) + "</Part></Root>",
            "<Root><Part>" + ORDER.repeat(20) + "<n x='" + "n".repeat(8193) + "'/>" + ORDER.repeat(20)
                    + "</Part></Root>"
        }) {
            for (int piece : new int[] {100_000, 999, 200, 7}) {
                assertThatThrownBy(() -> new Seen(engine).read(bad.getBytes(UTF_8), piece))
                        .as(bad)
                        .isInstanceOf(XmlRefusedException.class)
                        .matches(e -> ((XmlRefusedException) e).isLimit());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.esbmt.xml.api.Engine#available")
    void eachByteIsReadFewTimes(Engine engine) throws Exception {
        for (String evil : new String[] {
            "<a b='" + "/>".repeat(4000) + "'/>" + "x".repeat(256),
            "x\n".repeat(2000) + "/>".repeat(60) + "<a/>",
            "\u00E9".repeat(66) + "x".repeat(140) + "<!---->",
            "\u00E9".repeat(66) + "x<Part/>",
            "<a>" + "/>".repeat(60) + "</a>"
        }) {
            byte[] document =
                    ("<Root><Part>" + evil.repeat(200_000 / evil.length()) + "</Part></Root>").getBytes(UTF_8);
            Seen seen = new Seen(engine);
            try {
                seen.read(document, document.length);
            } catch (XmlRefusedException e) {
                assertThat(e.isLimit()).as("too many elements").isTrue();
            }
            assertThat(seen.lexer.steps()).as(evil).isLessThan(4L * document.length);
        }
    }

    @Test
    void smallLimitsOfTagsHoldToo() {
        XmlLimits small = new XmlLimits(24, 3, 64, 64, 2, 3000, 1L << 20, 1024);

        assertThat(PlainMarkup.of(small, GUARDED, null)).isNull();
        assertThat(PlainMarkup.of(XmlLimits.DEFAULTS, GUARDED, null)).isNotNull();
    }

    @Test
    void anEndTagWithAnOuterNameNeedsAStartTag() throws Exception {
        for (String bad : new String[] {"<x></Part></x>", "<x></Root></x>", "<Part></Part><x></Part></x>"}) {
            byte[] document = ("<Root><Part>" + bad + "</Part></Root>").getBytes(UTF_8);
            assertThatThrownBy(() -> new Seen().read(document, 100)).isInstanceOf(XmlRefusedException.class);
            for (Engine engine : Engine.available()) {
                assertThatThrownBy(() -> new Seen(engine).read(document, 100)).isInstanceOf(XmlRefusedException.class);
            }
        }
        for (Engine engine : Engine.available()) {
            new Seen(engine).read("<Root><Part><Root><Part><b></b></Part></Root></Part></Root>".getBytes(UTF_8), 100);
        }
    }
}
