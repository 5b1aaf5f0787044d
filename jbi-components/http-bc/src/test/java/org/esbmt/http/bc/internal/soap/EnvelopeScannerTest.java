package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.soap.Messages.CONTEXT;
import static org.esbmt.http.bc.internal.soap.Messages.IDS;
import static org.esbmt.http.bc.internal.soap.Messages.Reading.USUAL;
import static org.esbmt.http.bc.internal.soap.Messages.SOAP_1_1;
import static org.esbmt.http.bc.internal.soap.Messages.SOAP_1_2;
import static org.esbmt.http.bc.internal.soap.Messages.context;
import static org.esbmt.http.bc.internal.soap.Messages.envelope;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import org.esbmt.http.bc.internal.soap.HeadResult.Head;
import org.esbmt.http.bc.internal.soap.HeadResult.Refused;
import org.esbmt.http.bc.internal.soap.Messages.Outcome;
import org.esbmt.http.bc.internal.soap.Messages.Reading;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeScannerTest {
    /** All constructs of XML in a Body. */
    private static final String RICH = """
            <a xmlns="urn:a" xmlns:b='urn:b' b:c = "d &lt;&#x41;'>" e='"/>' >
              text &amp; more ]] ] > ]&gt; é\u20AC\uD83D\uDE00 <!-- <comment> ]]> & - -->
              <![CDATA[ <not> &a; ]] ]>tag ]]]><?target data ? > "'?><?empty?>
              <b:d b:x="1" x="1"/><é:f xmlns:é="urn:é" é:g=""></é:f	>
            </a>
            """;

    @ParameterizedTest
    @EnumSource
    void aGoodMessagePassesHoweverItArrives(BodyCheck check) {
        Reading reading = USUAL.with(check);
        byte[] message = ("<?xml version=\"1.0\" encoding=\"utf-8\" standalone='yes' ?>\r\n<!-- c -->"
                        + envelope("<x:y xmlns:x='urn:x'>" + RICH + "</x:y>".replace("?", ""), RICH) + "\r\n \t")
                .replaceFirst("(?s)<\\?target.*?<\\?empty\\?>", "")
                .getBytes(UTF_8);
        message =
                new String(message, UTF_8).replace("</x:y>", "</x:y>" + CONTEXT).getBytes(UTF_8);
        Outcome whole = reading.read(message);

        assertThat(whole.refused()).isEqualTo(Optional.empty());
        for (int first = 1; first < message.length; first++) {
            assertThat(reading.read(message, first, message.length).facts()).isEqualTo(whole.facts());
        }
        for (int piece = 1; piece < 20; piece++) {
            assertThat(reading.read(message, piece).facts()).isEqualTo(whole.facts());
        }
    }

    @Test
    void directAndCompositeBuffersAreReadLikeArraysAndStayAsTheyAre() {
        byte[] message = envelope(CONTEXT, RICH + "x".repeat(20_000)).getBytes(UTF_8);
        ByteBuf direct =
                Unpooled.directBuffer().writeZero(5).writeBytes(message).skipBytes(5);
        CompositeByteBuf composite = Unpooled.compositeBuffer()
                .addComponents(
                        true,
                        Unpooled.wrappedBuffer(message, 0, 300),
                        Unpooled.directBuffer().writeBytes(message, 300, message.length - 300));
        for (ByteBuf buffer : new ByteBuf[] {direct, composite, Unpooled.wrappedBuffer(message, 0, message.length)}) {
            int before = buffer.readableBytes();
            HeadResult result = USUAL.with(BodyCheck.WELL_FORMED).reader().feed(buffer);

            assertThat(result).isInstanceOf(Head.class);
            assertThat(((Head) result).rest().envelopeEnded()).isTrue();
            assertThat(((Head) result).rest().feed(Unpooled.EMPTY_BUFFER)).isEmpty();
            assertThat(((Head) result).rest().finish()).isEmpty();
            assertThat(buffer.readableBytes()).isEqualTo(before);
            buffer.release();
        }
    }

    @ParameterizedTest
    @EnumSource
    void rulesSetAfterTheHeadApplyToTheWholeMessage(BodyCheck check) {
        String[] bodies = {"", RICH, "<a></b>", "<x:a/>", "<a>", "</a>", "<!DOCTYPE a>", CONTEXT, "x".repeat(5000)};
        for (String body : bodies) {
            byte[] message = envelope(CONTEXT, body).getBytes(UTF_8);
            Optional<Refused> expected = USUAL.with(check)
                    .with(XmlLimits.DEFAULTS.withMessageBytes(4096))
                    .read(message)
                    .refused();
            for (int piece : new int[] {1, 3, 100, 10_000}) {
                assertThat(readLate(message, piece, check, 4096)).as(body).isEqualTo(expected);
            }
        }
        byte[] emptyBody =
                envelope(CONTEXT, "").replace("<s:Body></s:Body>", "<s:Body/>").getBytes(UTF_8);
        assertThat(readLate(emptyBody, 10_000, check, 4096)).isEmpty();
    }

    private static Optional<Refused> readLate(byte[] message, int piece, BodyCheck check, long messageBytes) {
        EnvelopeHeadReader reader =
                new EnvelopeHeadReader(XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, Optional.empty(), false);
        HeadResult result = HeadResult.NeedMore.NEED_MORE;
        for (int at = 0; result == HeadResult.NeedMore.NEED_MORE; at += piece) {
            result = reader.feed(message, at, Math.min(piece, message.length - at));
        }
        Head head = (Head) result;
        assertThat(head.rest().feed(message, head.bodyContentFrom(), 1))
                .as("waits")
                .isEmpty();
        head.rest().begin(check, messageBytes);
        for (int at = head.bodyContentFrom(); at < message.length; at += piece) {
            Optional<Refused> refused = head.rest().feed(message, at, Math.min(piece, message.length - at));
            if (refused.isPresent()) {
                return refused;
            }
        }
        return head.rest().finish();
    }

    @Test
    void theEndOfTheEnvelopeIsFoundInBodiesThatAreNotWellFormed() {
        String[] bodies = {
            "<a></b>", "<a b='1' b='2'/>", "<x:a/>", "<a x:b=''/>", "<a></a >", "<a><b></a></b>",
        };
        for (String body : bodies) {
            Outcome outcome = USUAL.read(envelope(CONTEXT, body));
            assertThat(outcome.refused()).as(body).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a></b>",
                "<a b='1' b='2'/>",
                "<x:a/>",
                "<a x:b=''/>",
                "<a><b></a></b>",
                "<a xmlns:x='urn:x'/><x:a/>",
                "<a><b xmlns:x='urn:x'></b></x:a>",
                "<a xmlns:x='urn:x' xmlns:y='urn:x' x:b='' c='' y:b=''/>",
                "<xmlns:a/>"
            })
    void aBodyThatIsNotWellFormedIsRefusedByTheStrictCheck(String body) {
        assertThat(USUAL.with(BodyCheck.WELL_FORMED)
                        .read(envelope(CONTEXT, body))
                        .code())
                .isEqualTo(FaultCode.MALFORMED);
    }

    @Test
    void everyLimitAcceptsItsValue() {
        XmlLimits limits = new XmlLimits(8, 3, 64, 64, 2, 12, 4096, 2048);
        Reading reading = USUAL.with(limits).plain();
        String[][] goodAndBad = {
            {"<a>".repeat(6) + "</a>".repeat(6), "<a>".repeat(7) + "</a>".repeat(7)},
            {"<a b='' c='' d=''/>", "<a b='' c='' d='' e=''/>"},
            {"<a b='" + "x".repeat(64) + "'/>", "<a b='" + "x".repeat(65) + "'/>"},
            {"<a b='" + "é".repeat(32) + "'/>", "<a b='" + "é".repeat(32) + "x'/>"},
            {"<a b='" + "&#10;".repeat(12) + "'/>", "<a b='" + "&#10;".repeat(13) + "'/>"},
            {"<" + "x".repeat(64) + "/>", "<" + "x".repeat(65) + "/>"},
            {"<" + "é".repeat(32) + "/>", "<" + "é".repeat(33) + "/>"},
            {"<a " + "x".repeat(64) + "=''/>", "<a " + "x".repeat(65) + "=''/>"},
            {"<a xmlns='a' xmlns:b='b' b='' c='' d=''/>", "<a xmlns='a' xmlns:b='b' xmlns:c='c'/>"},
            {"<a/>".repeat(9), "<a/>".repeat(10)},
        };
        for (String[] pair : goodAndBad) {
            for (BodyCheck check : BodyCheck.values()) {
                for (int piece : new int[] {1, 7, 100_000}) {
                    Reading r = reading.with(check);
                    assertThat(r.read(envelope("", pair[0]).getBytes(UTF_8), piece)
                                    .refused())
                            .as(pair[0])
                            .isEmpty();
                    assertThat(r.read(envelope("", pair[1]).getBytes(UTF_8), piece)
                                    .code())
                            .as(pair[1])
                            .isEqualTo(FaultCode.LIMIT_EXCEEDED);
                }
            }
        }
    }

    @Test
    void aMessageOfExactlyTheLimitPassesAndOneByteMoreDoesNot() {
        XmlLimits limits = XmlLimits.DEFAULTS.withMessageBytes(4096);
        int empty = envelope(CONTEXT, "").length();
        for (int piece : new int[] {1, 4095, 100_000}) {
            byte[] longest = envelope(CONTEXT, "x".repeat(4096 - empty)).getBytes(UTF_8);
            assertThat(USUAL.with(limits).read(longest, piece).refused()).isEmpty();
            byte[] longer = envelope(CONTEXT, "x".repeat(4097 - empty)).getBytes(UTF_8);
            assertThat(USUAL.with(limits).read(longer, piece).code()).isEqualTo(FaultCode.LIMIT_EXCEEDED);
        }
    }

    @Test
    void aHeadOfExactlyTheLimitPassesAndOneByteMoreDoesNot() {
        int empty = envelope(CONTEXT + "<x></x>", "").indexOf("<s:Body>") + "<s:Body>".length();
        int room = XmlLimits.DEFAULTS.headerBytes() - empty;
        for (int piece : new int[] {1, 1000, 100_000}) {
            String body = "<a>" + "x".repeat(100_000) + "</a>";
            byte[] longest =
                    envelope(CONTEXT + "<x>" + "x".repeat(room) + "</x>", body).getBytes(UTF_8);
            assertThat(USUAL.read(longest, piece).refused()).isEmpty();
            byte[] longer = envelope(CONTEXT + "<x>" + "x".repeat(room + 1) + "</x>", body)
                    .getBytes(UTF_8);
            assertThat(USUAL.read(longer, piece).code()).isEqualTo(FaultCode.LIMIT_EXCEEDED);
        }
    }

    @Test
    void aRefusalStays() {
        EnvelopeScanner scanner = new EnvelopeScanner(XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, BodyCheck.ENVELOPE);
        Optional<Refused> refused = scanner.feed(new byte[] {'x'}, 0, 1);

        byte[] good = envelope("").getBytes(UTF_8);
        assertThat(refused).isPresent();
        assertThat(scanner.feed(good, 0, good.length)).isEqualTo(refused);
        assertThat(scanner.finish()).isEqualTo(refused);
    }

    @Test
    void anAnswerMayHaveAnyAddressButNoContext() {
        String relates = "<w:ReplyTo xmlns:w='http://www.w3.org/2005/08/addressing'><w:Address>http://x/</w:Address>"
                + "</w:ReplyTo>";
        assertThat(answer(envelope(relates))).isEmpty();
        assertThat(answer(envelope(CONTEXT)).orElseThrow().code()).isEqualTo(FaultCode.CONTEXT_INVALID);
        assertThat(answer(envelope("").replace(SOAP_1_1, SOAP_1_2))
                        .orElseThrow()
                        .code())
                .isEqualTo(FaultCode.VERSION_MISMATCH);
    }

    @Test
    void noRefusalRepeatsContentOfTheMessage() {
        for (String message : new String[] {
            envelope(context(IDS + "<password>hunter2</password><x>hunter2</x>")),
            envelope(CONTEXT, "<hunter2></other>"),
            envelope(CONTEXT.replace("tenantID", "hunter2")),
            "hunter2",
            "<?xml version='hunter2'?>"
        }) {
            Outcome outcome = USUAL.with(BodyCheck.WELL_FORMED).read(message);
            assertThat(outcome.refused().orElseThrow().sentence())
                    .doesNotContain("hunter2")
                    .matches("[A-Z].*\\.");
        }
    }

    private static Optional<Refused> answer(String message) {
        EnvelopeScanner scanner = new EnvelopeScanner(XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, BodyCheck.WELL_FORMED);
        byte[] bytes = message.getBytes(UTF_8);
        scanner.feed(bytes, 0, bytes.length);
        return scanner.finish();
    }
}
