package org.esbmt.http.bc.internal.soap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoapContentTypeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/xml",
                "TEXT/XML; charset=utf-8",
                "text/xml;charset=\"UTF-8\"",
                "text/xml ;  charset=utf-8 ; other=\"a;b=\\\"c\"",
                "text/xml;",
                "text/xml; ; charset=utf-8"
            })
    void textXmlIsSoap11(String value) {
        assertThat(SoapContentType.parse(value))
                .contains(new SoapContentType(SoapVersion.SOAP_1_1, Optional.empty(), false));
    }

    @Test
    void usAsciiIsRecognized() {
        assertThat(SoapContentType.parse("text/xml; charset=US-ASCII"))
                .contains(new SoapContentType(SoapVersion.SOAP_1_1, Optional.empty(), true));
    }

    @Test
    void applicationSoapXmlIsSoap12AndMayNameTheAction() {
        assertThat(SoapContentType.parse("application/soap+xml; charset=utf-8; action=\"urn:a;b\""))
                .contains(new SoapContentType(SoapVersion.SOAP_1_2, Optional.of("urn:a;b"), false));
        assertThat(SoapContentType.parse("application/soap+xml;action=\"\""))
                .contains(new SoapContentType(SoapVersion.SOAP_1_2, Optional.empty(), false));
        assertThat(SoapContentType.parse("application/soap+xml"))
                .contains(new SoapContentType(SoapVersion.SOAP_1_2, Optional.empty(), false));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "application/xml",
                "text/xmlx",
                "text/plain",
                "multipart/related; type=\"text/xml\"",
                "text/xml; charset=utf-16",
                "text/xml; charset=iso-8859-1",
                "text/xml; charset=utf-8; charset=utf-16",
                "text/xml; charset=utf-8; charset=utf-8",
                "text/xml; charset",
                "text/xml; charset=",
                "text/xml; charset=\"utf-8",
                "text/xml; charset=\"utf-8\\",
                "text/xml; charset=utf-8, text/xml",
                "text/xml; charset=utf-8 utf-16",
                "text/xml; =x",
                "text/xml; charset*=utf-8''utf-16",
                "text/xml; charset=utf-8; charset*0=utf-16",
                "application/soap+xml; action*=utf-8''urn:b",
                "application/soap+xml; action=a; action=b",
                "text/xml, text/plain"
            })
    void everythingElseIsUnsupported(String value) {
        assertThat(SoapContentType.parse(value)).isEmpty();
    }

    @Test
    void aSoapActionIsReadWithoutItsQuotes() {
        assertThat(SoapContentType.soapAction("\"urn:a\"")).contains("urn:a");
        assertThat(SoapContentType.soapAction(" urn:a ")).contains("urn:a");
        assertThat(SoapContentType.soapAction("\"\"")).isEmpty();
        assertThat(SoapContentType.soapAction("")).isEmpty();
        assertThat(SoapContentType.soapAction(null)).isEmpty();
        assertThat(List.of("\"urn:a\"", " urn:a,b ", "\"\"", "", "\"urn:a b\"")).allMatch(SoapContentType::isOneAction);
        assertThat(List.of("\"urn:a\", \"urn:b\"", "urn:a, urn:b", "\"urn:a\";b=c", "\"urn:a", "urn:a\"", "\""))
                .noneMatch(SoapContentType::isOneAction);
        assertThat(SoapContentType.soapAction("\"")).contains("\"");
    }
}
