package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.soap.FaultCode.CONTEXT_INVALID;
import static org.esbmt.http.bc.internal.soap.FaultCode.LIMIT_EXCEEDED;
import static org.esbmt.http.bc.internal.soap.FaultCode.MALFORMED;
import static org.esbmt.http.bc.internal.soap.Messages.CONTEXT;
import static org.esbmt.http.bc.internal.soap.Messages.envelope;

import java.util.stream.Stream;
import org.esbmt.http.bc.internal.soap.Messages.Reading;
import org.esbmt.xml.api.MarkupEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks amid a large Body that nobody reads: each is refused by every check, at each place and in all pieces. */
@ParameterizedClass
@MethodSource("org.esbmt.xml.api.MarkupEngine#available")
class PassedOverBodiesTest {
    private static final String ORDERS = "<order><symbol>IBM</symbol><price>140.34</price></order>".repeat(12);
    private static final String REPLY_TO =
            "<w:ReplyTo xmlns:w='http://www.w3.org/2005/08/addressing'><w:Address>http://x/</w:Address></w:ReplyTo>";
    private static final String VERSION_1 = "xmlns='urn:esbmt:tenant-context:1'";

    PassedOverBodiesTest(MarkupEngine engine) {
        engine.use(Names.GUARDED);
    }

    @AfterAll
    static void usual() {
        MarkupEngine.WORDS.use(Names.GUARDED);
    }

    static Stream<Arguments> attacks() {
        return Stream.of(
                // what the bus must see
                attack("TenantContext", CONTEXT_INVALID, CONTEXT),
                attack("TenantContext of another version", CONTEXT_INVALID, CONTEXT.replace("context:1", "context:9")),
                attack(
                        "TenantContext with a prefix",
                        CONTEXT_INVALID,
                        "<x xmlns:t='urn:esbmt:tenant-context:1'><y><t:TenantContext\n/></y></x>"),
                attack(
                        "TenantContext with a prefix declared long before",
                        CONTEXT_INVALID,
                        "<x xmlns:t='urn:esbmt:tenant-context:1'>" + ORDERS + "<t:TENANTCONTEXT/></x>"),
                attack(
                        "TenantContext of a default namespace declared long before",
                        CONTEXT_INVALID,
                        "<x " + VERSION_1 + ">" + ORDERS + "<tenantContext></tenantContext></x>"),
                attack(
                        "TenantContext with a long prefix",
                        CONTEXT_INVALID,
                        "<pp:TenantContext xmlns:pp='urn:esbmt:tenant-context:1'/>".replace("pp", "p".repeat(90))),
                attack(
                        "TenantContext amid other letters",
                        CONTEXT_INVALID,
                        "<\u00E9/><TenantContext " + VERSION_1 + "/>"),
                attack("Header behind the Body", MALFORMED, "</s:Body><s:Header>" + REPLY_TO + "</s:Header><s:Body>"),
                attack("second Body", MALFORMED, "</s:Body><s:Body>"),
                attack("second Envelope", MALFORMED, "</s:Body></s:Envelope>" + envelope("", "")),
                attack("Header by end tags of other names", MALFORMED, "</x><s:Header>" + REPLY_TO + "</s:Header><x>"),
                attack("Header that other end tags hide", MALFORMED, "<x></s:Body><s:Header/><s:Body></x>"),
                attack("Body that other end tags hide", MALFORMED, "<x></s:Envelope>" + ORDERS + "<s:Envelope></x>"),
                attack(
                        "Header that an end tag of another prefix hides",
                        MALFORMED,
                        "<x></t:Body>" + ORDERS + "<s:Header/>" + ORDERS + "<t:Body></x>"),
                attack(
                        "Header that an end tag in capital letters hides",
                        MALFORMED,
                        "<x></S:BODY>" + ORDERS + "<s:Header/>" + ORDERS + "<S:BODY></x>"),
                attack("end of the Body by another name", MALFORMED, "</x>" + ORDERS),
                attack("end of the Body by another name, then a start tag", MALFORMED, "</x><y>"),
                attack("end of the Envelope by other names", MALFORMED, "</x></x><y><y>"),
                attack("end of the Body between other elements", MALFORMED, "<x>1</x></x><y><x>2</x>"),
                attack("end of the Body behind an empty element", MALFORMED, "<x/></x><y>"),
                attack("DOCTYPE", MALFORMED, "<!DOCTYPE a [<!ENTITY b 'c'>]>"),
                attack("DOCTYPE in small letters", MALFORMED, "<!doctype a>"),
                attack("entity declaration", MALFORMED, "<!ENTITY x 'y'>"),
                attack("conditional section", MALFORMED, "<![INCLUDE[<a/>]]>"),
                attack("XML declaration", MALFORMED, "<?xml version='1.0' encoding='UTF-7'?>"),
                attack("comment without an end", MALFORMED, "<!-- "),
                attack("CDATA without an end", MALFORMED, "<![CDATA["),
                attack("instruction without an end", MALFORMED, "<?x "),
                attack("attribute without an end", MALFORMED, "<x y=\"" + ORDERS),
                attack("space before a name", MALFORMED, "< s:Header/>"),
                // bytes that a tolerant reader repairs
                attack("NUL in a name", MALFORMED, "<s:Hea\u0000der/>"),
                attack("control character in a name", MALFORMED, "<Tenant\u0008Context " + VERSION_1 + "/>"),
                attack("vertical tab in an end tag", MALFORMED, "</s:Bo\u000Bdy>"),
                attack("not a character in a name", MALFORMED, "<s:Hea\uFFFFder/>"),
                attack("overlong less-than", MALFORMED, "\u00C0\u00BCs:Header>"),
                attack("overlong letter", MALFORMED, "<s:\u00C1\u0088eader/>"),
                attack("overlong less-than of three bytes", MALFORMED, "\u00E0\u0080\u00BC/s:Body>"),
                attack("half a character before a name", MALFORMED, "<\u00C3s:Header/>"),
                attack("surrogate in a name", MALFORMED, "<s:Hea\u00ED\u00A0\u0080der/>"),
                attack("UTF-16", MALFORMED, "\u0000<\u0000s\u0000:\u0000B\u0000o\u0000d\u0000y\u0000>"),
                // names that a tolerant reader ends there
                attack("TenantContext before a quote", MALFORMED, "<TenantContext\"" + VERSION_1 + "/>"),
                attack("TenantContext before a comma", MALFORMED, "<TenantContext," + VERSION_1 + "/>"),
                attack("TenantContext before NEL", MALFORMED, "<TenantContext\u0085" + VERSION_1 + "/>\u20AC"),
                attack(
                        "TenantContext before a separator of lines",
                        MALFORMED,
                        "<TenantContext\u2028" + VERSION_1 + "/>"),
                attack("TenantContext behind NEL", MALFORMED, "<\u0085TenantContext " + VERSION_1 + "/>\u20AC"),
                attack("end of the Body before a quote", MALFORMED, "<x></s:Body\">" + ORDERS + "<s:Header/>"),
                attack("end of the Body before a brace", MALFORMED, "<x></s:Body}>" + ORDERS + "<s:Header/>"),
                attack("end of the Body before NEL", MALFORMED, "<x></s:Body\u0085>" + ORDERS + "<s:Header/>\u20AC"),
                attack("end of the Body before a wide space", MALFORMED, "<x></s:Body\u3000>" + ORDERS + "<s:Header/>"),
                // tags whose ends readers may see in different places
                attack("comment begun in an attribute", MALFORMED, inAttribute("<!-- ", " -->")),
                attack("CDATA begun in an attribute", MALFORMED, inAttribute("<![CDATA[", "]]>")),
                attack("instruction begun in an attribute", MALFORMED, inAttribute("<?x ", "?>")),
                attack(
                        "comment begun in a quote before an equals sign",
                        MALFORMED,
                        "<a 'b=\"c'>" + ORDERS + "</a><!-- \">" + CONTEXT + "</a> -->"),
                attack("space behind the slash of an empty element", MALFORMED, "<a/ ></a>" + ORDERS + "<s:Header/>"),
                attack("quote in place of an attribute", MALFORMED, "<a 'b></a>" + ORDERS + "<s:Header/>"),
                // limits
                attack("65 deep", LIMIT_EXCEEDED, "<a>".repeat(63) + "</a>".repeat(63)),
                attack("65 deep, with text like tags", LIMIT_EXCEEDED, "<a>b/>".repeat(63) + "</a>".repeat(63)),
                attack(
                        "65 deep, with attributes like tags",
                        LIMIT_EXCEEDED,
                        "<a b='/>'>".repeat(63) + "</a>".repeat(63)),
                attack("65 deep, with CDATA like tags", LIMIT_EXCEEDED, "<a><![CDATA[</a>]]>".repeat(63)),
                attack("65 deep, with comments like tags", LIMIT_EXCEEDED, "<a><!--</a>-->".repeat(63)),
                attack("200,000 elements", LIMIT_EXCEEDED, "<a/>".repeat(200_000)),
                attack("101 attributes", LIMIT_EXCEEDED, "<a" + numbered(101, " a", "=''") + "/>"),
                attack("65 declarations", LIMIT_EXCEEDED, "<a" + numbered(65, " xmlns:a", "='b'") + "/>"),
                attack("attribute of 8 KiB and a byte", LIMIT_EXCEEDED, "<a b='" + ">".repeat(8193) + "'/>"),
                attack("name of 1 KiB and a byte", LIMIT_EXCEEDED, "<" + "x".repeat(1025) + "/>"));
    }

    /** @param content characters up to U+00FF that stand for bytes, if one of them is of an overlong form or half a character */
    private static Arguments attack(String name, FaultCode code, String content) {
        boolean bytes = content.chars().anyMatch(c -> c >= 0x80)
                && content.chars().allMatch(c -> c <= 0xFF)
                && !content.contains("\u00E9/");
        String before = envelope(CONTEXT, ORDERS).replace("</s:Body></s:Envelope>", "");
        String message = before + "#" + ORDERS + "</s:Body></s:Envelope>";
        byte[] all = bytes
                ? message.replace("#", content).getBytes(ISO_8859_1)
                : message.replace("#", content).getBytes(UTF_8);
        return Arguments.of(name, code, all, before.length());
    }

    private static String inAttribute(String begin, String end) {
        return "<a b='</a>" + ORDERS + begin + "'></a></s:Body><s:Header>" + REPLY_TO + "</s:Header><s:Body><x y='"
                + end + ORDERS + "'/>";
    }

    private static String numbered(int n, String before, String after) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(before).append(i).append(after);
        }
        return out.toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void itIsRefusedByEachCheckInAllPieces(String name, FaultCode code, byte[] message, int at) {
        for (BodyCheck check : BodyCheck.values()) {
            Reading reading = Reading.USUAL.with(check);
            assertThat(reading.read(message).code()).as("%s %s", check, name).isEqualTo(code);
            int step = message.length > 100_000 ? 20 : 1;
            // a wide block has 512 bytes
            for (int first = at - 560; first < at + 40; first += first < at - 140 ? 7 : step) {
                assertThat(reading.read(message, first, message.length).code()).isEqualTo(code);
            }
            for (int piece : new int[] {1, 61, 131, 200, 4096}) {
                assertThat(reading.read(message, piece).code()).isEqualTo(code);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!-- </s:Body><s:Header> <TenantContext> -->",
                "<![CDATA[</s:Body><s:Header><TenantContext>]]>",
                "<?x </s:Body><s:Header><TenantContext> ?>",
                "<s:Envelope><s:Header/><s:Body><x/></s:Body></s:Envelope>",
                "<Body/><x:Header xmlns:x='urn:x'>y</x:Header><body></body>",
                "<x y='>' z=\"/>\"/> > /> ]] <x/>",
                "Header: the/body TenantContext &lt;TenantContext> 1/2/>",
                "<x>Gr\u00F6\u00DFe \u20AC \uD83D\uDE00</x>",
                "\r\n\t\r\n"
            })
    void markupThatOnlyLooksLikeAnAttackPasses(String content) {
        for (String body : new String[] {content, ORDERS + content + ORDERS, (ORDERS + content).repeat(9) + ORDERS}) {
            byte[] message = envelope(CONTEXT, body).getBytes(UTF_8);
            for (BodyCheck check : BodyCheck.values()) {
                for (int piece : new int[] {message.length, 4096, 333, 64, 1}) {
                    assertThat(Reading.USUAL.with(check).read(message, piece).refused())
                            .as("%s %d %s", check, piece, body)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void charactersBeyondADeclaredAsciiAreRefusedAmidABody() {
        String declared = "<?xml version='1.0' encoding='us-ascii'?>";

        assertThat(Reading.USUAL
                        .with(BodyCheck.STRUCTURE)
                        .read(declared + envelope(CONTEXT, ORDERS + ORDERS))
                        .refused())
                .isEmpty();
        assertThat(Reading.USUAL
                        .with(BodyCheck.STRUCTURE)
                        .read(declared + envelope(CONTEXT, ORDERS + "\u00E9" + ORDERS))
                        .code())
                .isEqualTo(MALFORMED);
    }

    @Test
    void declarationsOfElementsEndWhereTheirEndTagsArePassedOver() {
        String body = (ORDERS + "<!-- --><x xmlns:a='urn:a'>" + ORDERS + "</x>").repeat(300);

        assertThat(Reading.USUAL
                        .with(BodyCheck.STRUCTURE)
                        .read(envelope(CONTEXT, body))
                        .refused())
                .isEmpty();
    }

    @Test
    void aTenantContextOfAnotherNamespaceIsLeftToTheStricterChecks() {
        byte[] message = envelope(CONTEXT, ORDERS + "<TenantContext xmlns='urn:x'/>" + ORDERS)
                .getBytes(UTF_8);

        assertThat(Reading.USUAL.with(BodyCheck.STRUCTURE).read(message).code()).isEqualTo(CONTEXT_INVALID);
        assertThat(Reading.USUAL.with(BodyCheck.ENVELOPE).read(message).refused())
                .isEmpty();
        assertThat(Reading.USUAL.with(BodyCheck.WELL_FORMED).read(message).refused())
                .isEmpty();
    }
}
