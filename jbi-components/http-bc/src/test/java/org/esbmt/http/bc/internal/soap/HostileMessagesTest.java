package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.soap.FaultCode.CONTEXT_INVALID;
import static org.esbmt.http.bc.internal.soap.FaultCode.LIMIT_EXCEEDED;
import static org.esbmt.http.bc.internal.soap.FaultCode.MALFORMED;
import static org.esbmt.http.bc.internal.soap.Messages.CONTEXT;
import static org.esbmt.http.bc.internal.soap.Messages.IDS;
import static org.esbmt.http.bc.internal.soap.Messages.SOAP_1_1;
import static org.esbmt.http.bc.internal.soap.Messages.TENANT;
import static org.esbmt.http.bc.internal.soap.Messages.context;
import static org.esbmt.http.bc.internal.soap.Messages.envelope;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.stream.Stream;
import org.esbmt.http.bc.internal.soap.Messages.Outcome;
import org.esbmt.http.bc.internal.soap.Messages.Reading;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of an attacker: each is refused, with the same answer however its bytes arrive. */
class HostileMessagesTest {
    private static final String GOOD = envelope(CONTEXT);
    private static final String OPEN = "<s:Envelope xmlns:s=\"" + SOAP_1_1 + "\"><s:Header>" + CONTEXT + "</s:Header>";

    private static final class Hostile {
        private final String name;
        private final byte[] message;
        private final FaultCode code;

        Hostile(String name, byte[] message, FaultCode code) {
            this.name = name;
            this.message = message;
            this.code = code;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Hostile> messages() {
        return Stream.of(
                // DOCTYPE in all its forms
                text("billion laughs", MALFORMED, laughs() + GOOD.replace("<a/>", "<a>&lol9;</a>")),
                text("external entity", MALFORMED, doctype("<!ENTITY x SYSTEM \"file:///etc/passwd\">")),
                text("parameter entity", MALFORMED, doctype("<!ENTITY % x SYSTEM \"http://127.0.0.1:1/\"> %x;")),
                text("external subset", MALFORMED, "<!DOCTYPE s:Envelope SYSTEM \"http://127.0.0.1:1/x\">" + GOOD),
                text(
                        "public subset",
                        MALFORMED,
                        "<!DOCTYPE s:Envelope PUBLIC \"-//x\" \"http://127.0.0.1:1/\">" + GOOD),
                text("empty DOCTYPE", MALFORMED, "<!DOCTYPE s:Envelope>" + GOOD),
                text("DOCTYPE in small letters", MALFORMED, "<!doctype html>" + GOOD),
                text("DOCTYPE behind a comment", MALFORMED, "<!-- x --><!DOCTYPE s:Envelope>" + GOOD),
                text("DOCTYPE behind a declaration", MALFORMED, "<?xml version='1.0'?>\n<!DOCTYPE s:Envelope>" + GOOD),
                text("DOCTYPE in the Body", MALFORMED, GOOD.replace("<a/>", "<!DOCTYPE a><a/>")),
                text("DOCTYPE in the Header", MALFORMED, GOOD.replace("<s:Header>", "<s:Header><!DOCTYPE a>")),
                text("DOCTYPE behind the Envelope", MALFORMED, GOOD + "<!DOCTYPE a>"),
                text("entity declaration in the Body", MALFORMED, GOOD.replace("<a/>", "<!ENTITY x 'y'>")),
                text("undeclared entity", MALFORMED, GOOD.replace("<a/>", "&xxe;")),
                text("entity in an attribute", MALFORMED, GOOD.replace("<a/>", "<a b='&xxe;'/>")),
                text("entity in the password", MALFORMED, GOOD.replace("s3cret", "&xxe;")),
                // encodings
                bytes("UTF-16 big endian", MALFORMED, "\uFEFF" + GOOD, UTF_16BE),
                bytes("UTF-16 little endian", MALFORMED, "\uFEFF" + GOOD, UTF_16LE),
                bytes("UTF-16 without a mark", MALFORMED, GOOD, UTF_16BE),
                bytes("UTF-16 without a mark, little endian", MALFORMED, GOOD, UTF_16LE),
                text("declared UTF-16", MALFORMED, "<?xml version='1.0' encoding='UTF-16'?>" + GOOD),
                text("declared UTF-7", MALFORMED, "<?xml version='1.0' encoding='UTF-7'?>" + GOOD),
                text("declared Latin 1", MALFORMED, "<?xml version='1.0' encoding='ISO-8859-1'?>" + GOOD),
                text("declared EBCDIC", MALFORMED, "<?xml version='1.0' encoding='IBM037'?>" + GOOD),
                text("XML 1.1", MALFORMED, "<?xml version='1.1'?>" + GOOD),
                text("declaration behind white space", MALFORMED, " <?xml version='1.0'?>" + GOOD),
                text("two declarations", MALFORMED, "<?xml version='1.0'?><?xml version='1.0'?>" + GOOD),
                text("declaration in the Body", MALFORMED, GOOD.replace("<a/>", "<?xml version='1.0'?>")),
                text("declaration without a version", MALFORMED, "<?xml encoding='UTF-8'?>" + GOOD),
                text("half a declaration", MALFORMED, "<?xml version='1.0' ? >" + GOOD),
                text("mark in the middle of nowhere", MALFORMED, GOOD + "\uFEFF"),
                text("two marks", MALFORMED, "\uFEFF\uFEFF" + GOOD),
                raw("half a mark", MALFORMED, new int[] {0xEF, 0xBB}, GOOD),
                raw("overlong slash", MALFORMED, GOOD, "<a/>", 0xC0, 0xAF),
                raw("overlong less-than of two bytes", MALFORMED, GOOD, "<a/>", 0xC0, 0xBC),
                raw("overlong less-than of three bytes", MALFORMED, GOOD, "<a/>", 0xE0, 0x80, 0xBC),
                raw("overlong less-than of four bytes", MALFORMED, GOOD, "<a/>", 0xF0, 0x80, 0x80, 0xBC),
                raw("overlong NUL", MALFORMED, GOOD, "<a/>", 0xC0, 0x80),
                raw("surrogate", MALFORMED, GOOD, "<a/>", 0xED, 0xA0, 0x80),
                raw("beyond Unicode", MALFORMED, GOOD, "<a/>", 0xF4, 0x90, 0x80, 0x80),
                raw("five bytes", MALFORMED, GOOD, "<a/>", 0xF8, 0x88, 0x80, 0x80, 0x80),
                raw("continuation without a lead", MALFORMED, GOOD, "<a/>", 0x80),
                raw("lead without continuation", MALFORMED, GOOD, "<a/>", 0xC3),
                raw("Latin 1 letter", MALFORMED, GOOD, "s3cret", 0xE9),
                raw("not a character", MALFORMED, GOOD, "<a/>", 0xEF, 0xBF, 0xBF),
                raw("overlong in a name", MALFORMED, GOOD, "<a/>", '<', 0xC1, 0xA1, '/', '>'),
                raw(
                        "overlong in an attribute",
                        MALFORMED,
                        GOOD,
                        "<a/>",
                        '<',
                        'a',
                        ' ',
                        'b',
                        '=',
                        '"',
                        0xC0,
                        0xA2,
                        '"',
                        '/',
                        '>'),
                raw("overlong in a comment", MALFORMED, GOOD, "<a/>", '<', '!', '-', '-', 0xC0, 0xAD, '-', '-', '>'),
                raw("overlong behind the Envelope", MALFORMED, GOOD + "#", "#", 0xC0, 0xA0),
                // control characters
                text("NUL in text", MALFORMED, GOOD.replace("<a/>", "x\u0000y")),
                text("NUL in a name", MALFORMED, GOOD.replace("<a/>", "<a\u0000/>")),
                text("NUL in an attribute", MALFORMED, GOOD.replace("<a/>", "<a b='\u0000'/>")),
                text("NUL before the Envelope", MALFORMED, "\u0000" + GOOD),
                text("NUL behind the Envelope", MALFORMED, GOOD + "\u0000"),
                text("escape in CDATA", MALFORMED, GOOD.replace("<a/>", "<![CDATA[\u001B]]>")),
                text("bell in a comment", MALFORMED, GOOD.replace("<a/>", "<!--\u0007-->")),
                text("form feed between attributes", MALFORMED, GOOD.replace("<a/>", "<a\fb='c'/>")),
                text("reference to NUL", MALFORMED, GOOD.replace("<a/>", "&#0;")),
                text("reference to a control character", MALFORMED, GOOD.replace("<a/>", "<a b='&#x1b;'/>")),
                text("reference to a surrogate", MALFORMED, GOOD.replace("<a/>", "&#xD800;")),
                text("reference beyond Unicode", MALFORMED, GOOD.replace("<a/>", "&#x110000;")),
                text("reference that wraps around", MALFORMED, GOOD.replace("<a/>", "&#4294967361;")),
                text("reference without digits", MALFORMED, GOOD.replace("<a/>", "&#;")),
                text("reference with a capital X", MALFORMED, GOOD.replace("<a/>", "&#X41;")),
                text("reference without an end", MALFORMED, GOOD.replace("<a/>", "&amp")),
                // markup that readers disagree on
                text("less-than in an attribute", MALFORMED, GOOD.replace("<a/>", "<a b='<x>'/>")),
                text("attribute without quotes", MALFORMED, GOOD.replace("<a/>", "<a b=c/>")),
                text("attribute without a value", MALFORMED, GOOD.replace("<a/>", "<a b/>")),
                text("attributes without space", MALFORMED, GOOD.replace("<a/>", "<a b='c'd='e'/>")),
                text("two dashes in a comment", MALFORMED, GOOD.replace("<a/>", "<!-- a -- b -->")),
                text("comment that ends in three dashes", MALFORMED, GOOD.replace("<a/>", "<!-- a --->")),
                text("CDATA end in text", MALFORMED, GOOD.replace("<a/>", "]]>")),
                text("CDATA end in text with more brackets", MALFORMED, GOOD.replace("<a/>", "]]]]>")),
                text("CDATA in small letters", MALFORMED, GOOD.replace("<a/>", "<![cdata[x]]>")),
                text("CDATA outside the root", MALFORMED, "<![CDATA[ ]]>" + GOOD),
                text("CDATA in the Envelope", MALFORMED, GOOD.replace("<s:Header>", "<![CDATA[ ]]><s:Header>")),
                text("conditional section", MALFORMED, GOOD.replace("<a/>", "<![INCLUDE[<a/>]]>")),
                text(
                        "CDATA that hides the Envelope's end",
                        MALFORMED,
                        OPEN + "<s:Body><![CDATA[</s:Body></s:Envelope>"),
                text("comment that hides the Envelope's end", MALFORMED, OPEN + "<s:Body><!-- </s:Body></s:Envelope>"),
                text(
                        "attribute that hides the Envelope's end",
                        MALFORMED,
                        OPEN + "<s:Body><a b='</s:Body></s:Envelope>"),
                text("name that begins with a digit", MALFORMED, GOOD.replace("<a/>", "<1a/>")),
                text("two colons in a name", MALFORMED, GOOD.replace("<a/>", "<s:a:b/>")),
                text("colon first", MALFORMED, GOOD.replace("<a/>", "<:a/>")),
                text("colon last", MALFORMED, GOOD.replace("<a/>", "<s:/>")),
                text("space before the name", MALFORMED, GOOD.replace("<a/>", "< a/>")),
                text("space in an empty tag's end", MALFORMED, GOOD.replace("<a/>", "<a/ >")),
                text("attribute in an end tag", MALFORMED, GOOD.replace("<a/>", "<a></a b='c'>")),
                // the envelope
                text("not XML", MALFORMED, "{\"tenant\": 1}"),
                text("not SOAP", MALFORMED, "<html xmlns='http://www.w3.org/1999/xhtml'/>"),
                text("Envelope of no namespace", MALFORMED, "<Envelope><Header/><Body/></Envelope>"),
                text("cut off in the head", MALFORMED, GOOD.substring(0, 100)),
                text("cut off in the Body", MALFORMED, GOOD.substring(0, GOOD.length() - 20)),
                text("cut off in the last tag", MALFORMED, GOOD.substring(0, GOOD.length() - 1)),
                text("two Envelopes", MALFORMED, GOOD + GOOD),
                text("text before the Envelope", MALFORMED, "x" + GOOD),
                text("text behind the Envelope", MALFORMED, GOOD + "\r\nGET / HTTP/1.1"),
                text("comment behind the Envelope", MALFORMED, GOOD + "<!-- -->"),
                text("reference behind the Envelope", MALFORMED, GOOD + "&#32;"),
                text("processing instruction before the Envelope", MALFORMED, "<?xml-stylesheet href='x'?>" + GOOD),
                text(
                        "processing instruction in the Envelope",
                        MALFORMED,
                        GOOD.replace("<s:Header>", "<?x?><s:Header>")),
                text("processing instruction in the Header", MALFORMED, GOOD.replace("<s:Header>", "<s:Header><?x?>")),
                text("processing instruction behind the Envelope", MALFORMED, GOOD + "<?x?>"),
                text("two Headers", MALFORMED, GOOD.replace("<s:Body>", "<s:Header/><s:Body>")),
                text("Header behind the Body", MALFORMED, GOOD.replace("</s:Envelope>", "<s:Header/></s:Envelope>")),
                text("two Bodies", MALFORMED, GOOD.replace("</s:Envelope>", "<s:Body/></s:Envelope>")),
                text("trailer behind the Body", MALFORMED, GOOD.replace("</s:Envelope>", "<x/></s:Envelope>")),
                text("element before the Header", MALFORMED, GOOD.replace("<s:Header>", "<x/><s:Header>")),
                text("text in the Header", MALFORMED, GOOD.replace("<s:Header>", "<s:Header>x")),
                text("text behind the Body", MALFORMED, GOOD.replace("</s:Envelope>", "x</s:Envelope>")),
                text(
                        "Header of another SOAP version",
                        MALFORMED,
                        GOOD.replace("<s:Header>", "<s:Header xmlns:s='" + Messages.SOAP_1_2 + "'>")),
                text("Body of no namespace", MALFORMED, OPEN + "<Body/></s:Envelope>"),
                text("no Body", MALFORMED, OPEN + "</s:Envelope>"),
                text("one end tag too many", MALFORMED, GOOD.replace("<a/>", "</a>")),
                text("Body closed by another name", MALFORMED, GOOD.replace("</s:Body>", "</s:Header>")),
                text("Header closed by another name", MALFORMED, GOOD.replace("</s:Header>", "</s:Body>")),
                text("prefix that is not declared in the Header", MALFORMED, envelope("<x:x/>" + CONTEXT)),
                text("attribute that is doubled in the Header", MALFORMED, envelope("<x a='1' a='2'/>" + CONTEXT)),
                text(
                        "attribute that is doubled by namespace",
                        MALFORMED,
                        envelope("<x xmlns:a='urn:a' xmlns:b='urn:a' a:c='1' b:c='2'/>" + CONTEXT)),
                text(
                        "declaration that is doubled",
                        MALFORMED,
                        envelope("<x xmlns:a='urn:a' xmlns:a='urn:b'/>" + CONTEXT)),
                text("prefix xmlns declared", MALFORMED, envelope("<x xmlns:xmlns='urn:a'/>" + CONTEXT)),
                text("prefix xml of another namespace", MALFORMED, envelope("<x xmlns:xml='urn:a'/>" + CONTEXT)),
                text("prefix bound to nothing", MALFORMED, envelope("<x xmlns:a=''/>" + CONTEXT)),
                // the TenantContext
                text("doubled header", CONTEXT_INVALID, envelope(CONTEXT + CONTEXT)),
                text("nested header", CONTEXT_INVALID, envelope("<x>" + CONTEXT + "</x>")),
                text("second header in the Body", CONTEXT_INVALID, envelope(CONTEXT, CONTEXT)),
                text("comment inside tenantID", CONTEXT_INVALID, GOOD.replace(TENANT, TENANT + "<!--x-->")),
                text("instruction inside tenantID", CONTEXT_INVALID, GOOD.replace(TENANT, TENANT + "<?x?>")),
                text("element inside tenantID", CONTEXT_INVALID, GOOD.replace(TENANT, TENANT + "<x/>")),
                text(
                        "two tenantIDs",
                        CONTEXT_INVALID,
                        GOOD.replace("<userID>", "<tenantID>" + TENANT + "</tenantID><userID>")),
                text(
                        "CDATA that is no end tag",
                        CONTEXT_INVALID,
                        GOOD.replace(TENANT, "<![CDATA[" + TENANT + "</tenantID>]]>")),
                text("CDATA between the elements", CONTEXT_INVALID, GOOD.replace("<userID>", "<![CDATA[]]><userID>")),
                text("password of 10,000 bytes", CONTEXT_INVALID, GOOD.replace("s3cret", "p".repeat(10_000))),
                text("token", CONTEXT_INVALID, envelope(context(IDS + "<token type='JWS'>x</token>"))),
                // sizes
                text("65 deep", LIMIT_EXCEEDED, envelope(CONTEXT, "<a>".repeat(63) + "</a>".repeat(63))),
                text("200,000 deep", LIMIT_EXCEEDED, envelope(CONTEXT, "<a>".repeat(200_000))),
                text("deep in the Header", LIMIT_EXCEEDED, envelope("<x>".repeat(100))),
                text("101 attributes", LIMIT_EXCEEDED, envelope(CONTEXT, "<a" + attributes(101) + "/>")),
                text("65 declarations", LIMIT_EXCEEDED, envelope(CONTEXT, "<a" + declarations(65, 0) + "/>")),
                text(
                        "300 declarations in force",
                        LIMIT_EXCEEDED,
                        envelope(
                                CONTEXT,
                                "<a" + declarations(60, 1) + "><a" + declarations(60, 2) + "><a" + declarations(60, 3)
                                        + "><a" + declarations(60, 4) + "><a" + declarations(60, 5) + ">")),
                text(
                        "attribute of 8 KiB and a byte",
                        LIMIT_EXCEEDED,
                        envelope(CONTEXT, "<a b='" + "x".repeat(8193) + "'/>")),
                text("attribute without an end", LIMIT_EXCEEDED, envelope(CONTEXT, "<a b='" + "x".repeat(100_000))),
                text("name of 1 KiB and a byte", LIMIT_EXCEEDED, envelope(CONTEXT, "<" + "x".repeat(1025) + "/>")),
                text(
                        "attribute name of 1 KiB and a byte",
                        LIMIT_EXCEEDED,
                        envelope(CONTEXT, "<a " + "x".repeat(1025) + "=''/>")),
                text("name without an end", LIMIT_EXCEEDED, "<" + "x".repeat(100_000)),
                text("comment without an end before the Envelope", LIMIT_EXCEEDED, "<!--" + "x".repeat(100_000)),
                text("white space without an end before the Envelope", LIMIT_EXCEEDED, " ".repeat(100_000)),
                text("head of 64 KiB", LIMIT_EXCEEDED, envelope(CONTEXT + "<x>" + "x".repeat(65_536) + "</x>")),
                text("XML declaration without an end", MALFORMED, "<?xml version='1.0' " + " ".repeat(1000)),
                text("entity name without an end", MALFORMED, envelope(CONTEXT, "&" + "x".repeat(90))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("messages")
    void theRefusalDoesNotDependOnThePieces(Hostile hostile) {
        for (BodyCheck check : BodyCheck.values()) {
            Reading reading = Reading.USUAL.with(check);
            Outcome whole = reading.read(hostile.message);

            assertThat(whole.refused()).as("refused").isPresent();
            assertThat(whole.code()).as(whole.toString()).isEqualTo(hostile.code);
            assertThat(reading.read(hostile.message, 1).refused()).isEqualTo(whole.refused());
            int splits = hostile.message.length > 5000 ? 50 : hostile.message.length;
            for (int first = 1; first < splits; first++) {
                assertThat(reading.read(hostile.message, first, hostile.message.length)
                                .refused())
                        .isEqualTo(whole.refused());
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("messages")
    void aPlainConsumerRefusesItToo(Hostile hostile) {
        Outcome outcome = Reading.USUAL.plain().read(hostile.message);

        assertThat(outcome.code()).isEqualTo(hostile.code);
    }

    private static Hostile text(String name, FaultCode code, String message) {
        return new Hostile(name, message.getBytes(UTF_8), code);
    }

    private static Hostile bytes(String name, FaultCode code, String message, Charset charset) {
        return new Hostile(name, message.getBytes(charset), code);
    }

    private static Hostile raw(String name, FaultCode code, int[] before, String message) {
        return raw(name, code, "#" + message, "#", before);
    }

    private static Hostile raw(String name, FaultCode code, String message, String place, int... bytes) {
        int at = message.indexOf(place);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(message.substring(0, at).getBytes(UTF_8));
        for (int b : bytes) {
            out.write(b);
        }
        out.writeBytes(message.substring(at + place.length()).getBytes(UTF_8));
        return new Hostile(name, out.toByteArray(), code);
    }

    private static String doctype(String subset) {
        return "<!DOCTYPE s:Envelope [" + subset + "]>" + GOOD.replace("<a/>", "<a>&x;</a>");
    }

    private static String laughs() {
        StringBuilder out = new StringBuilder("<!DOCTYPE lolz [<!ENTITY lol \"lol\">");
        for (int i = 1; i < 10; i++) {
            out.append("<!ENTITY lol")
                    .append(i)
                    .append(" \"")
                    .append(("&lol" + (i == 1 ? "" : i - 1) + ";").repeat(10))
                    .append("\">");
        }
        return out.append("]>").toString();
    }

    private static String attributes(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(" a").append(i).append("=''");
        }
        return out.toString();
    }

    private static String declarations(int n, int level) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append(" xmlns:p")
                    .append(level)
                    .append('_')
                    .append(i)
                    .append("='urn:")
                    .append(i)
                    .append('\'');
        }
        return out.toString();
    }
}
