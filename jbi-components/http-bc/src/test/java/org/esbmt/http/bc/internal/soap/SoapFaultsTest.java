package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.SchemaFactory;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class SoapFaultsTest {
    private static final Path SCHEMA = Path.of("../../docs/contracts/tenant-context.xsd");
    private static final UUID CORRELATION = UUID.fromString("5e1f8d2a-0b3c-4d4e-9f5a-6b7c8d9e0f10");

    @ParameterizedTest
    @EnumSource
    void theDetailOfEveryFaultIsValid(FaultCode code) throws Exception {
        for (SoapVersion version : SoapVersion.values()) {
            for (OptionalLong retry : new OptionalLong[] {OptionalLong.empty(), OptionalLong.of(1500)}) {
                byte[] fault = SoapFaults.of(version, code, code.sentence(), retry, CORRELATION);
                Element detail = detail(parse(fault));

                SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                        .newSchema(SCHEMA.toFile())
                        .newValidator()
                        .validate(new DOMSource(detail));
                assertThat(text(detail, "code")).isEqualTo(code.name());
                assertThat(text(detail, "correlationID")).isEqualTo(CORRELATION.toString());
                assertThat(retry.isPresent())
                        .isEqualTo(detail.getElementsByTagNameNS("*", "retryAfterMillis")
                                        .getLength()
                                == 1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFaultPassesTheBusesOwnCheck(FaultCode code) {
        for (SoapVersion version : SoapVersion.values()) {
            byte[] fault = SoapFaults.of(version, code, CORRELATION);
            EnvelopeScanner scanner = new EnvelopeScanner(XmlLimits.DEFAULTS, version, BodyCheck.WELL_FORMED);
            assertThat(scanner.feed(fault, 0, fault.length)).isEqualTo(Optional.empty());
            assertThat(scanner.finish()).isEqualTo(Optional.empty());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CONTEXT_MISSING, wsse:InvalidSecurity, 500",
        "CONTEXT_INVALID, wsse:InvalidSecurity, 500",
        "NOT_AUTHENTICATED, wsse:FailedAuthentication, 500",
        "MESSAGE_EXPIRED, wsse:MessageExpired, 500",
        "NO_SUCH_ENDPOINT, soap:Client, 500",
        "TENANT_SUSPENDED, soap:Client, 500",
        "RATE_LIMITED, soap:Client, 500",
        "MALFORMED, soap:Client, 500",
        "VERSION_MISMATCH, soap:VersionMismatch, 500",
        "OVERLOADED, soap:Server, 500",
        "MESSAGE_REFUSED, soap:Client, 500",
        "BACKEND_UNAVAILABLE, soap:Server, 500",
        "BACKEND_TIMEOUT, soap:Server, 500",
        "INTERNAL, soap:Server, 500"
    })
    void soap11NamesTheCodeAndAnswers500(FaultCode code, String faultcode, int status) throws Exception {
        Document fault = parse(SoapFaults.of(SoapVersion.SOAP_1_1, code, CORRELATION));

        assertThat(fault.getElementsByTagName("faultcode").item(0).getTextContent())
                .isEqualTo(faultcode);
        assertThat(code.httpStatus(SoapVersion.SOAP_1_1)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "CONTEXT_MISSING, soap:Sender, wsse:InvalidSecurity, 400",
        "NOT_AUTHENTICATED, soap:Sender, wsse:FailedAuthentication, 400",
        "NO_SUCH_ENDPOINT, soap:Sender, , 400",
        "LIMIT_EXCEEDED, soap:Sender, , 400",
        "VERSION_MISMATCH, soap:VersionMismatch, , 500",
        "OVERLOADED, soap:Receiver, , 500",
        "INTERNAL, soap:Receiver, , 500"
    })
    void soap12DistinguishesItsTwoSides(FaultCode code, String value, String subcode, int status) throws Exception {
        Document fault = parse(SoapFaults.of(SoapVersion.SOAP_1_2, code, CORRELATION));
        var values = fault.getElementsByTagName("soap:Value");

        assertThat(values.item(0).getTextContent()).isEqualTo(value);
        assertThat(values.getLength()).isEqualTo(subcode == null ? 1 : 2);
        if (subcode != null) {
            assertThat(values.item(1).getTextContent()).isEqualTo(subcode);
        }
        assertThat(code.httpStatus(SoapVersion.SOAP_1_2)).isEqualTo(status);
    }

    @Test
    void aUniformFaultHasTheSameBytesForEveryCause() {
        for (FaultCode code : FaultCode.values()) {
            for (SoapVersion version : SoapVersion.values()) {
                byte[] one = SoapFaults.of(version, code, "no such user", OptionalLong.empty(), CORRELATION);
                byte[] other = SoapFaults.of(version, code, "wrong password", OptionalLong.empty(), CORRELATION);
                if (code.uniform()) {
                    assertThat(one).as(code.name()).isEqualTo(other);
                } else {
                    assertThat(one).as(code.name()).isNotEqualTo(other);
                }
            }
        }
        assertThat(FaultCode.NOT_AUTHENTICATED.uniform()).isTrue();
        assertThat(FaultCode.NO_SUCH_ENDPOINT.uniform()).isTrue();
    }

    @Test
    void twoFaultsOfOneCodeDifferInTheirCorrelationIdOnly() {
        UUID other = UUID.randomUUID();
        String one = new String(SoapFaults.of(SoapVersion.SOAP_1_1, FaultCode.NOT_AUTHENTICATED, CORRELATION), UTF_8);

        assertThat(new String(SoapFaults.of(SoapVersion.SOAP_1_1, FaultCode.NOT_AUTHENTICATED, other), UTF_8))
                .isEqualTo(one.replace(CORRELATION.toString(), other.toString()));
    }

    @Test
    void anySentenceLeavesTheFaultWellFormed() throws Exception {
        String hostile = "</faultstring><x>&\"'\u0000\u001F\uD800\uFFFE]]>\uD83D\uDE00\uDC00";
        byte[] bytes =
                SoapFaults.of(SoapVersion.SOAP_1_1, FaultCode.MALFORMED, hostile, OptionalLong.empty(), CORRELATION);

        assertThat(parse(bytes).getElementsByTagName("faultstring").item(0).getTextContent())
                .isEqualTo("</faultstring><x>&\"'????]]>\uD83D\uDE00?");
    }

    private static Document parse(byte[] fault) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(fault));
    }

    private static Element detail(Document fault) {
        return (Element) fault.getElementsByTagNameNS("urn:esbmt:tenant-context:1", "TenantFault")
                .item(0);
    }

    private static String text(Element detail, String name) {
        return detail.getElementsByTagNameNS("*", name).item(0).getTextContent();
    }
}
