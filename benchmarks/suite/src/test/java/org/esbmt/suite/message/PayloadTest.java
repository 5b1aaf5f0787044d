package org.esbmt.suite.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class PayloadTest {
    @ParameterizedTest
    @CsvSource({"BUYSTOCKS,512", "BUYSTOCKS,102400", "BUYSTOCKS,1048576", "TEXT,512", "TEXT,10240"})
    void anElementHasItsSizeAndMeetsTheConditionsOfTheRoutes(Payload payload, int bytes) throws Exception {
        String element = payload.element(bytes);
        assertThat(element.length()).isBetween(bytes, bytes + 130);
        Document envelope = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(Request.envelope("", element))));
        assertThat(XPathFactory.newInstance()
                        .newXPath()
                        .evaluate("//order[1]/symbol = 'FIRST' and //*[name() = 's:route'] = 'gold'", envelope))
                .isEqualTo("true");
    }
}
