package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WsdlAddressTest {

    @Test
    void everyPortOfEachBindingGetsTheAddressAndNothingElseChanges() {
        String wsdl = """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- location="no" -->
                <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
                    xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:o="urn:o">
                  <w:documentation>\u00DCber &lt;s:address location="no"/&gt; <![CDATA[<s:address location="no"/>]]></w:documentation>
                  <w:service name="S">
                    <w:port name="a"><s:address  location = 'OLD' /></w:port>
                    <w:port name="b"><s12:address required="x" location="OLD" xmlns:z="urn:z"></s12:address></w:port>
                    <w:port name="c"><address xmlns="http://schemas.xmlsoap.org/wsdl/http/" location="OLD"/></w:port>
                    <w:port name="d"><o:address location="no"/><s:address o:location="no"/></w:port>
                  </w:service>
                </w:definitions>
                """;

        String replaced = new String(WsdlAddress.replaced(wsdl.getBytes(UTF_8), "https://bus/a?x=1&y='\"<"), UTF_8);

        assertThat(replaced).isEqualTo(wsdl.replace("OLD", "https://bus/a?x=1&amp;y=&apos;&quot;&lt;"));
    }

    @Test
    void aWsdlWithADoctypeIsRefused() {
        assertThatThrownBy(() -> WsdlAddress.replaced(
                        "<!DOCTYPE d SYSTEM \"http://127.0.0.1:1/x.dtd\"><d/>".getBytes(UTF_8), "http://bus/"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the WSDL cannot be used: A DOCTYPE is not accepted.");
    }

    @Test
    void aWsdlThatIsNotXmlIsRefused() {
        for (String wsdl : new String[] {"", "<a>", "<a></b>", "<s:address/>", "no"}) {
            assertThatThrownBy(() -> WsdlAddress.replaced(wsdl.getBytes(UTF_8), "http://bus/"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the WSDL cannot be used: ");
        }
    }
}
