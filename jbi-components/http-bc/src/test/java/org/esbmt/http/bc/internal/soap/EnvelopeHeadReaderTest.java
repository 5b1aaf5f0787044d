package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.soap.Messages.CONTEXT;
import static org.esbmt.http.bc.internal.soap.Messages.IDS;
import static org.esbmt.http.bc.internal.soap.Messages.Reading.USUAL;
import static org.esbmt.http.bc.internal.soap.Messages.SOAP_1_1;
import static org.esbmt.http.bc.internal.soap.Messages.SOAP_1_2;
import static org.esbmt.http.bc.internal.soap.Messages.TENANT;
import static org.esbmt.http.bc.internal.soap.Messages.USER;
import static org.esbmt.http.bc.internal.soap.Messages.context;
import static org.esbmt.http.bc.internal.soap.Messages.envelope;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.esbmt.http.bc.internal.soap.HeadResult.Head;
import org.esbmt.http.bc.internal.soap.HeadResult.NeedMore;
import org.esbmt.http.bc.internal.soap.Messages.Outcome;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeHeadReaderTest {

    private static final String WSA = "http://www.w3.org/2005/08/addressing";

    @Test
    void theCredentialComesFromTheHeader() {
        Head head = good(envelope(CONTEXT));

        assertThat(head.credential()).hasValueSatisfying(c -> {
            assertThat(c.tenant()).isEqualTo(TenantId.of(TENANT));
            assertThat(c.user()).isEqualTo(UserId.of(USER));
            assertThat(c.password()).isEqualTo("s3cret".getBytes(UTF_8));
        });
    }

    @Test
    void theMessageWithoutItsContextRangeEqualsAPlainMessage() {
        String message =
                "\uFEFF<?xml version='1.0' encoding='utf-8'?>\n" + envelope("<x:é xmlns:x='urn:x'/>" + CONTEXT);
        Head head = good(message);

        assertThat(cut(message, head)).isEqualTo(message.replace(CONTEXT, ""));
        assertThat(from(message, head.bodyFrom())).startsWith("<s:Body><a/>");
        assertThat(from(message, head.bodyContentFrom())).startsWith("<a/>");
    }

    @Test
    void theHeadIsCompleteAtTheBodysStartTag() {
        byte[] message = envelope(CONTEXT).getBytes(UTF_8);
        int content = good(envelope(CONTEXT)).bodyContentFrom();
        EnvelopeHeadReader reader = USUAL.reader();

        assertThat(reader.feed(message, 0, content - 1)).isEqualTo(NeedMore.NEED_MORE);
        assertThat(reader.feed(message, content - 1, 1)).isInstanceOf(Head.class);
    }

    @Test
    void aPasswordIsReadByTheRulesOfXml() {
        Map<String, String> written = new TreeMap<>();
        written.put("a&amp;b&lt;c&#x41;&#66;&#x1F600;", "a&b<cAB\uD83D\uDE00");
        written.put("<![CDATA[<&]]>]]&gt;<![CDATA[]]]]>", "<&]]>]]");
        written.put("  two  spaces\r\nline\rend&#13;", "  two  spaces\nline\nend\r");
        written.put("<![CDATA[line\r]]>\nend\r<![CDATA[\n]]>", "line\n\nend\n\n");
        written.put("é\u20AC\uD83D\uDE00", "é\u20AC\uD83D\uDE00");
        written.forEach((text, password) -> {
            Head head = good(envelope(context(IDS + "<password>" + text + "</password>")));
            assertThat(head.credential().orElseThrow().password()).isEqualTo(password.getBytes(UTF_8));
        });
    }

    @Test
    void aPasswordHasAtMost256Characters() {
        String longest = "\uD83D\uDE00".repeat(256);
        assertThat(good(envelope(context(IDS + "<password>" + longest + "</password>")))
                        .credential()
                        .orElseThrow()
                        .password())
                .hasSize(1024);
        invalid(context(IDS + "<password>" + longest + "a</password>"));
        invalid(context(IDS + "<password>" + "a".repeat(257) + "</password>"));
        invalid(context(IDS + "<password></password>"));
        invalid(context(IDS + "<password/>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<t:TenantContext xmlns:t='urn:esbmt:tenant-context:1'><t:tenantID>%1$s</t:tenantID>"
                        + "<t:userID>%2$s</t:userID><t:password>p</t:password></t:TenantContext>",
                "<t:TenantContext xmlns:t='urn:esbmt:tenant-&#99;ontext:1'><t:tenantID>%1$s</t:tenantID>"
                        + "<t:userID>%2$s</t:userID><t:password>p</t:password></t:TenantContext>",
                "<TenantContext s:mustUnderstand='1' version='1' s:actor='http://schemas.xmlsoap.org/soap/actor/next'"
                        + " xmlns='urn:esbmt:tenant-context:1' xmlns:u='urn:u' u:Id='x' xml:lang='en'>\n"
                        + " <tenantID>%1$s</tenantID>\t<userID>%2$s</userID>\r\n<password>p</password></TenantContext>",
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'><tenantID>%1$s</tenantID><userID>%2$s</userID>"
                        + "<password>p</password><optionalEntry key='a'>1</optionalEntry>"
                        + "<optionalEntry key='b.c-d_e'></optionalEntry>"
                        + "<o:other xmlns:o='urn:o'><o:x/><o:y>text</o:y></o:other></TenantContext>",
            })
    void theContextMayBeWrittenAsItsSchemaAllows(String written) {
        Head head = good(envelope(String.format(written, TENANT, USER)));

        assertThat(head.credential()).isPresent();
    }

    @Test
    void aSoap12ContextMayNameItsRole() {
        for (String role : new String[] {"next", "ultimateReceiver"}) {
            String message = envelope(CONTEXT.replace(
                            "<TenantContext",
                            "<TenantContext s:mustUnderstand='true' s:relay='false' s:role='" + SOAP_1_2 + "/role/"
                                    + role + "'"))
                    .replace(SOAP_1_1 + "\"", SOAP_1_2 + "\"");
            Outcome outcome = USUAL.with(SoapVersion.SOAP_1_2).read(message);
            assertThat(outcome.refused()).isEmpty();
        }
    }

    @Test
    void aMessageWithoutContextIsRefused() {
        assertThat(USUAL.read(envelope("")).code()).isEqualTo(FaultCode.CONTEXT_MISSING);
        assertThat(USUAL.read("<Envelope xmlns='" + SOAP_1_1 + "'><Body/></Envelope>")
                        .code())
                .isEqualTo(FaultCode.CONTEXT_MISSING);
        assertThat(USUAL.read("<Envelope xmlns='" + SOAP_1_1 + "'><Header/><Body/></Envelope>")
                        .code())
                .isEqualTo(FaultCode.CONTEXT_MISSING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "urn:esbmt:tenant-context:2",
                "urn:esbmt:tenant-context:1 ",
                " urn:esbmt:tenant-context:1",
                "&#9;urn:esbmt:tenant-context:1",
                "URN:esbmt:tenant-context:1",
                "urn:ESBMT:Tenant-Context:1",
                "urn:esbmt:tenant-&#99;ontext:2",
                "urn:esbmt:tenant-context",
                "urn:esbmt:tenant-context:10",
                "urn:esbmt:tenant-context/2",
                "",
            })
    void aContextOfAnotherVersionOrANearMissIsRefusedAloneAndBesideAGoodOne(String namespace) {
        for (String other : new String[] {
            CONTEXT.replace("urn:esbmt:tenant-context:1", namespace),
            CONTEXT.replace("urn:esbmt:tenant-context:1", namespace).replace("TenantContext", "tenantcontext")
        }) {
            invalid(other);
            invalid(other + CONTEXT);
            invalid(CONTEXT + other);
            assertThat(USUAL.plain().read(envelope(other)).code()).isEqualTo(FaultCode.CONTEXT_INVALID);
        }
    }

    @Test
    void aContextOfAnotherVersionIsRefusedAnywhere() {
        String other = CONTEXT.replace("urn:esbmt:tenant-context:1", "urn:esbmt:tenant-context:2");
        String[] messages = {
            envelope(CONTEXT + "<x:x xmlns:x='urn:x'>" + other + "</x:x>"),
            envelope(CONTEXT + "<x:x xmlns:x='urn:x'><x:y><x:z>" + other + "</x:z></x:y></x:x>"),
            envelope(CONTEXT + "<a:ReplyTo xmlns:a='http://www.w3.org/2005/08/addressing'><a:Address>"
                    + "http://www.w3.org/2005/08/addressing/anonymous</a:Address><a:ReferenceParameters>" + other
                    + "</a:ReferenceParameters></a:ReplyTo>"),
            envelope(CONTEXT, other),
            envelope(CONTEXT, "<a><b>" + other + "</b></a>"),
            envelope(CONTEXT, "<t:tenantContext xmlns:t='urn:esbmt:tenant-context:1'/>"),
        };
        for (String message : messages) {
            for (BodyCheck check : BodyCheck.values()) {
                assertThat(USUAL.with(check).read(message).code()).as(message).isEqualTo(FaultCode.CONTEXT_INVALID);
            }
        }
    }

    @Test
    void aPartOfAContextIsRefusedInTheHeader() {
        for (String namespace : new String[] {"urn:esbmt:tenant-context:1", "urn:esbmt:tenant-context:2"}) {
            String part = "<t:password xmlns:t='" + namespace + "'>p</t:password>";
            invalid(CONTEXT + part);
            invalid(CONTEXT + "<x:x xmlns:x='urn:x'>" + part + "</x:x>");
        }
    }

    @Test
    void aHeaderBlockOfAnotherFamilyIsIgnored() {
        for (String other : new String[] {"urn:x", "urn:esbmt:tenant", "urn:esbmt:tenant-contex:1", "urn:x:esbmt"}) {
            assertThat(USUAL.read(envelope(CONTEXT + CONTEXT.replace("urn:esbmt:tenant-context:1", other)))
                            .refused())
                    .isEmpty();
        }
        assertThat(USUAL.read(envelope(CONTEXT + "<x:x xmlns:x='urn:x'><TenantContext/></x:x>"))
                        .refused())
                .isEmpty();
    }

    @Test
    void aPlainConsumerNeedsNoContextButChecksIt() {
        assertThat(USUAL.plain().read(envelope("")).refused()).isEmpty();
        assertThat(USUAL.plain().read(envelope(CONTEXT)).head().orElseThrow().credential())
                .isPresent();
        assertThat(USUAL.plain().read(envelope(CONTEXT + CONTEXT)).code()).isEqualTo(FaultCode.CONTEXT_INVALID);
        assertThat(USUAL.plain().read(envelope("", CONTEXT)).code()).isEqualTo(FaultCode.CONTEXT_INVALID);
        Head head = USUAL.plain().read(envelope("")).head().orElseThrow();
        assertThat(head.contextFrom()).isEqualTo(head.contextTo());
    }

    @Test
    void aDoubledContextIsRefused() {
        invalid(CONTEXT + CONTEXT);
        invalid(CONTEXT + "<x:x xmlns:x='urn:x'/>" + CONTEXT);
        invalid(CONTEXT + "<t:TenantContext xmlns:t='urn:esbmt:tenant-context:1'/>");
    }

    @Test
    void aMisplacedContextIsRefused() {
        String[] messages = {
            envelope("<x:x xmlns:x='urn:x'>" + CONTEXT + "</x:x>"),
            envelope(CONTEXT + "<x:x xmlns:x='urn:x'>" + CONTEXT + "</x:x>"),
            envelope(CONTEXT + "<x:x xmlns:x='urn:x'><x:y><x:z>" + CONTEXT + "</x:z></x:y></x:x>"),
            envelope(CONTEXT, CONTEXT),
            envelope(CONTEXT, "<a><b>" + CONTEXT + "</b></a>"),
            envelope(CONTEXT, "<t:TenantContext xmlns:t='urn:esbmt:tenant-context:1'/>"),
            envelope(
                    CONTEXT,
                    "<a xmlns:t='urn:esbmt:tenant-context:1'><b xmlns:t='urn:x'><t:TenantContext/></b>"
                            + "<t:TenantContext/></a>"),
            envelope(CONTEXT, "<t:TenantContext xmlns:t='urn:esbmt&#x3a;tenant-context:1'/>"),
            envelope(context(IDS + "<password>p</password><o:o xmlns:o='urn:o'>" + CONTEXT + "</o:o>")),
            envelope(context(IDS + "<password>p</password><v:v xmlns:v='urn:esbmt:tenant-context:2'/>")),
            envelope(
                    context(IDS + "<password>p</password><o:o xmlns:o='urn:o'><v:v xmlns:v='URN:esbmt:tenant-context'/>"
                            + "</o:o>")),
            "<s:Envelope xmlns:s='" + SOAP_1_1 + "'>" + CONTEXT + "<s:Header/><s:Body/></s:Envelope>",
            "<s:Envelope xmlns:s='" + SOAP_1_1 + "'><s:Header>" + CONTEXT + "</s:Header><s:Body/>" + CONTEXT
                    + "</s:Envelope>",
        };
        for (String message : messages) {
            for (BodyCheck check : BodyCheck.values()) {
                assertThat(USUAL.with(check).read(message).code()).as(message).isEqualTo(FaultCode.CONTEXT_INVALID);
            }
        }
    }

    @Test
    void aContextOfAnotherNamespaceInTheBodyIsIgnored() {
        String body = "<a xmlns:t='urn:esbmt:tenant-context:1'><b xmlns:t='urn:x'><t:TenantContext/></b>"
                + "<TenantContext/></a>";
        assertThat(USUAL.read(envelope(CONTEXT, body)).refused()).isEmpty();
    }

    @Test
    void aContextWhosePrefixIsNotDeclaredIsRefused() {
        String body =
                "<a xmlns:t='urn:esbmt:tenant-context:2'/><t:TenantContext><t:password>p</t:password></t:TenantContext>";
        assertThat(USUAL.with(BodyCheck.ENVELOPE).read(envelope(CONTEXT, body)).code())
                .isEqualTo(FaultCode.CONTEXT_INVALID);
        assertThat(USUAL.with(BodyCheck.WELL_FORMED)
                        .read(envelope(CONTEXT, body))
                        .code())
                .isEqualTo(FaultCode.MALFORMED);
    }

    @Test
    void aContextThatIsNotOfTheSchemaIsRefused() {
        String[] contents = {
            "",
            "<tenantID>" + TENANT + "</tenantID>",
            IDS,
            IDS + "<token type='JWS'>x</token>",
            "<userID>" + USER + "</userID><tenantID>" + TENANT + "</tenantID><password>p</password>",
            "<tenantID>" + TENANT + "</tenantID>" + IDS + "<password>p</password>",
            IDS + "<password>p</password><password>q</password>",
            IDS + "<password>p</password><token type='JWS'>x</token>",
            IDS + "<password>p</password><unknown/>",
            IDS + "<password>p</password><none xmlns=''/>",
            IDS + "<password a='b'>p</password>",
            IDS + "<password><b/></password>",
            IDS + "<password>p<!-- q --></password>",
            IDS + "<password>p<?q?></password>",
            IDS + "<!-- between --><password>p</password>",
            IDS + "text<password>p</password>",
            IDS + "&#32;<password>p</password>",
            IDS + "<![CDATA[ ]]><password>p</password>",
            IDS + "<o:other xmlns:o='urn:o'/><password>p</password>",
            IDS + "<password>p</password><o:o xmlns:o='urn:o'/><optionalEntry key='a'>1</optionalEntry>",
            IDS + "<password>p</password><optionalEntry>1</optionalEntry>",
            IDS + "<password>p</password><optionalEntry key='1'>1</optionalEntry>",
            IDS + "<password>p</password><optionalEntry key='a:b'>1</optionalEntry>",
            IDS + "<password>p</password><optionalEntry key='a' other='b'>1</optionalEntry>",
            IDS + "<password>p</password><optionalEntry key='" + "k".repeat(65) + "'>1</optionalEntry>",
            IDS + "<password>p</password><optionalEntry key='a'>" + "v".repeat(1025) + "</optionalEntry>",
            IDS
                    + "<password>p</password><optionalEntry key='a'>1</optionalEntry><optionalEntry key='a'>2</optionalEntry>",
            IDS + "<password>p</password>" + entries(33),
            IDS + "<password>p</password>" + "<o:o xmlns:o='urn:o'/>".repeat(9),
        };
        for (String content : contents) {
            invalid(context(content));
        }
        assertThat(USUAL.read(envelope(context(IDS + "<password>p</password>" + entries(32))))
                        .refused())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0B1F6A52-31A5-4C0E-9A55-6A1F2F0E7D11",
                " 0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11",
                "0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11\n",
                "0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d1",
                "0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d111",
                "0b1f6a5231a54c0e9a556a1f2f0e7d11",
                "{0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11}",
                "0b1f6a52-31a5-4c0e-9a55-6a1f2f0e<!-- -->7d11",
                "0b1f6a52-31a5-4c0e-9a55-<!---->6a1f2f0e7d11",
                "<?x?>0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11",
                "0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d1g",
                "0b1f6a52_31a5-4c0e-9a55-6a1f2f0e7d11",
                "\u0661b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11",
                "1-1-1-1-1",
                "acme",
                ""
            })
    void onlyACanonicalUuidNamesATenant(String text) {
        invalid(CONTEXT.replace(TENANT, text));
        invalid(CONTEXT.replace(USER, text));
    }

    @Test
    void cdataAndReferencesAreText() {
        Head head = good(envelope(CONTEXT.replace(TENANT, "<![CDATA[0b1f6a52]]>&#45;31a5-4c0e-9a55-6a1f2f0e7d11")));

        assertThat(head.credential().orElseThrow().tenant()).isEqualTo(TenantId.of(TENANT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version='2'",
                "tenant='x'",
                "s:actor='urn:somebody'",
                "s:actor=''",
                "s:mustUnderstand='yes'",
                "s:mustUnderstand='true'",
            })
    void aContextForAnotherRoleOrOfAnotherVersionIsRefused(String attribute) {
        invalid(CONTEXT.replace("<TenantContext", "<TenantContext " + attribute));
    }

    @Test
    void answersToAnotherAddressAreRefused() {
        String[] headers = {
            to("ReplyTo", "http://169.254.169.254/"),
            to("FaultTo", "http://10.0.0.1/"),
            to("ReplyTo", ""),
            to("ReplyTo", WSA + "/anonymous") + to("ReplyTo", WSA + "/anonymous"),
            to("ReplyTo", WSA + "/ano<!-- -->nymous"),
            "<w:ReplyTo xmlns:w='" + WSA + "'/>",
            "<w:ReplyTo xmlns:w='" + WSA + "'><w:Address>" + WSA + "/anonymous</w:Address><w:Address>http://x/"
                    + "</w:Address></w:ReplyTo>",
            "<w:ReplyTo xmlns:w='http://schemas.xmlsoap.org/ws/2004/08/addressing'><w:Address>http://x/</w:Address>"
                    + "</w:ReplyTo>",
            "<w:FaultTo xmlns:w='http://schemas.xmlsoap.org/ws/2004/08/addressing'><w:Address>" + WSA
                    + "/anonymous</w:Address></w:FaultTo>",
        };
        for (String header : headers) {
            assertThat(USUAL.read(envelope(CONTEXT + header)).code())
                    .as(header)
                    .isEqualTo(FaultCode.ADDRESSING_REFUSED);
            assertThat(USUAL.read(envelope(header + CONTEXT)).code())
                    .as(header)
                    .isEqualTo(FaultCode.ADDRESSING_REFUSED);
        }
    }

    @Test
    void answersOnTheConnectionAreAccepted() {
        String[] headers = {
            to("ReplyTo", WSA + "/anonymous"),
            to("ReplyTo", "\n " + WSA + "/none ") + to("FaultTo", WSA + "/anonymous"),
            to("To", "http://anywhere/") + to("From", "http://me/"),
            "<w:ReplyTo xmlns:w='http://schemas.xmlsoap.org/ws/2004/08/addressing'><w:Address>"
                    + "http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</w:Address></w:ReplyTo>",
        };
        for (String header : headers) {
            assertThat(USUAL.read(envelope(CONTEXT + header)).refused())
                    .as(header)
                    .isEmpty();
        }
    }

    @Test
    void theTransportsActionAndTheHeadersMustAgree() {
        String message = envelope(CONTEXT + "<w:Action xmlns:w='" + WSA + "'> urn:a </w:Action>");

        assertThat(USUAL.withAction("urn:a").read(message).head().orElseThrow().action())
                .contains("urn:a");
        assertThat(USUAL.read(message).head().orElseThrow().action()).contains("urn:a");
        assertThat(USUAL.withAction("urn:b").read(message).code()).isEqualTo(FaultCode.ADDRESSING_REFUSED);
        assertThat(USUAL.withAction("urn:b").read(envelope(CONTEXT)).refused()).isEmpty();
    }

    @Test
    void otherHeaderBlocksPassEvenWithMustUnderstand() {
        Head head =
                good(envelope("<x:Security xmlns:x='urn:x' s:mustUnderstand='1'>text<x:y/></x:Security>" + CONTEXT));

        assertThat(head.credential()).isPresent();
    }

    @Test
    void anEnvelopeOfTheOtherVersionIsRefused() {
        assertThat(USUAL.with(SoapVersion.SOAP_1_2).read(envelope(CONTEXT)).code())
                .isEqualTo(FaultCode.VERSION_MISMATCH);
        assertThat(USUAL.read(envelope(CONTEXT).replace(SOAP_1_1, SOAP_1_2)).code())
                .isEqualTo(FaultCode.VERSION_MISMATCH);
    }

    @Test
    void anEmptyMessageIsRefused() {
        assertThat(USUAL.read("").code()).isEqualTo(FaultCode.MALFORMED);
        assertThat(USUAL.read(" \r\n").code()).isEqualTo(FaultCode.MALFORMED);
    }

    private static String entries(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            out.append("<optionalEntry key='k").append(i).append("'>v</optionalEntry>");
        }
        return out.toString();
    }

    private static String to(String name, String address) {
        return "<w:" + name + " xmlns:w='" + WSA + "'><w:Address>" + address + "</w:Address></w:" + name + ">";
    }

    private static Head good(String message) {
        Outcome outcome = USUAL.read(message);
        assertThat(outcome.refused()).as(message).isEqualTo(Optional.empty());
        return outcome.head().orElseThrow();
    }

    private static void invalid(String header) {
        Outcome outcome = USUAL.read(envelope(header));
        assertThat(outcome.refused()).as(header).isPresent();
        assertThat(outcome.code()).as(header).isEqualTo(FaultCode.CONTEXT_INVALID);
    }

    private static String from(String message, int offset) {
        byte[] bytes = message.getBytes(UTF_8);
        return new String(bytes, offset, bytes.length - offset, UTF_8);
    }

    private static String cut(String message, Head head) {
        byte[] bytes = message.getBytes(UTF_8);
        return new String(bytes, 0, head.contextFrom(), UTF_8) + from(message, head.contextTo());
    }
}
