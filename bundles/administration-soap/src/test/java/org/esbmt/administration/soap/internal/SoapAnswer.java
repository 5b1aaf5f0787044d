package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** An answer, read to its end. */
public final class SoapAnswer {
    private static final String ADM = Envelope.ADM;

    private final HttpResponse<byte[]> response;

    SoapAnswer(HttpResponse<byte[]> response) {
        this.response = response;
    }

    public int status() {
        return response.statusCode();
    }

    public String contentType() {
        return response.headers().firstValue("Content-Type").orElse("");
    }

    public String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    public byte[] bytes() {
        return response.body();
    }

    public String body() {
        return new String(response.body(), UTF_8);
    }

    public SoapAnswer is(int status) {
        assertThat(status()).as(body()).isEqualTo(status);
        return this;
    }

    public SoapAnswer succeeds() {
        return is(200);
    }

    /** A fault with this reason, whose sentence contains a text. */
    public SoapAnswer refuses(String reason, String part) {
        assertThat(status()).as(body()).isIn(400, 500);
        assertThat(text("reason")).as(body()).isEqualTo(reason);
        assertThat(text("sentence")).contains(part);
        assertThat(text("sentence")).endsWith("It is for " + text("who") + ".");
        return this;
    }

    public Document document() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            return factory.newDocumentBuilder().parse(new ByteArrayInputStream(response.body()));
        } catch (Exception e) {
            throw new AssertionError(body(), e);
        }
    }

    /** The element in the Body. */
    public Element payload() {
        NodeList children = document().getDocumentElement().getLastChild().getChildNodes();
        return (Element) children.item(0);
    }

    /** The text of the first element of this name. */
    public String text(String element) {
        List<String> all = texts(element);
        assertThat(all).as("%s in %s", element, body()).isNotEmpty();
        return all.get(0);
    }

    public List<String> texts(String element) {
        NodeList found = document().getElementsByTagNameNS(ADM, element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            texts.add(found.item(i).getTextContent());
        }
        return texts;
    }

    /** The code of a fault; of SOAP 1.2 the first one. */
    public String faultCode() {
        NodeList codes = document().getElementsByTagName("faultcode");
        return (codes.getLength() > 0 ? codes : document().getElementsByTagNameNS(Envelope.SOAP_12, "Value"))
                .item(0)
                .getTextContent();
    }
}
