package org.esbmt.administration.console.internal.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WsdlSamplesTest {
    private static final String TYPES = """
            <wsdl:definitions targetNamespace="urn:orders" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
                xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:orders"
                xmlns:p="urn:parts">
              <wsdl:types>
                <x:schema targetNamespace="urn:orders" elementFormDefault="unqualified">
                  <x:element name="order"><x:complexType><x:sequence>
                    <x:element name="number" type="x:int"/>
                    <x:element ref="p:part"/>
                    <x:element name="address" type="o:Address"/>
                  </x:sequence></x:complexType></x:element>
                  <x:complexType name="Address"><x:all><x:element name="city" type="x:string" form="qualified"/></x:all></x:complexType>
                  <x:element name="tree" type="o:Tree"/>
                  <x:complexType name="Tree"><x:sequence><x:element name="left" type="o:Tree"/><x:element name="right" type="o:Tree"/></x:sequence></x:complexType>
                </x:schema>
                <x:schema targetNamespace="urn:parts"><x:element name="part" type="x:boolean"/></x:schema>
              </wsdl:types>
              <wsdl:message name="m"><wsdl:part name="b" element="o:%s"/></wsdl:message>
              <wsdl:portType name="t"><wsdl:operation name="put"><wsdl:input message="o:m"/></wsdl:operation></wsdl:portType>
              <wsdl:binding name="b" type="o:t"><soap:binding/>
                <wsdl:operation name="put"><soap:operation soapAction="urn:put"/></wsdl:operation></wsdl:binding>
            </wsdl:definitions>
            """;

    private static List<Sample> of(String wsdl) {
        return WsdlSamples.of(wsdl.getBytes(UTF_8));
    }

    @Test
    void theExampleOfTheGuideIsPrefilled() throws Exception {
        byte[] wsdl = Files.readAllBytes(Path.of("../../docs/guide/examples/greeting/src/greeting-http/greeting.wsdl"));

        assertThat(WsdlSamples.of(wsdl)).singleElement().satisfies(sample -> {
            assertThat(sample.operation()).isEqualTo("greet");
            assertThat(sample.action()).isEqualTo("http://example.org/greeting/greet");
            assertThat(sample.envelope())
                    .contains("<m:greet xmlns:m=\"http://example.org/greeting\">")
                    .contains("<m:name>text</m:name>");
            assertThat(Envelope.of(sample.envelope()).version()).isEqualTo(SoapVersion.SOAP_1_1);
        });
    }

    @Test
    void elementsHaveTheNamespacesOfTheirSchemas() {
        Sample sample = of(TYPES.formatted("order")).get(0);

        assertThat(Envelope.of(sample.envelope()).version()).isEqualTo(SoapVersion.SOAP_1_2);
        assertThat(sample.envelope())
                .contains("<m:order xmlns:m=\"urn:orders\" xmlns:m2=\"urn:parts\">")
                .contains("<number>1</number>", "<m2:part>true</m2:part>", "<m:city>text</m:city>");
    }

    @Test
    void aTypeInsideOfItselfEnds() {
        assertThat(of(TYPES.formatted("tree")).get(0).envelope())
                .hasSizeLessThan(30_000)
                .contains("<!-- and so on -->");
    }

    @Test
    void anyOtherDocumentHasNoExample() {
        assertThat(of("")).isEmpty();
        assertThat(of("<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>"))
                .isEmpty();
        assertThat(of("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>"))
                .isEmpty();
    }

    @Test
    void aMissingPartIsAComment() {
        assertThat(of(TYPES.formatted("absent")).get(0).envelope()).contains("<m:absent xmlns:m=\"urn:orders\"/>");
        assertThat(of(TYPES.replace("<wsdl:message name=\"m\">", "<wsdl:message name=\"n\">")
                                .formatted("order"))
                        .get(0)
                        .envelope())
                .contains("<!-- the message of put -->");
    }
}
