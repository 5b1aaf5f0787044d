package org.esbmt.http.bc.internal.unit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

/** The schema for editors and the reader of the bus accept the same documents. */
class XbeanSchemaTest {
    private static final TenantScope SCOPE = new TenantScope(
            new TenantNames(TenantNames.DEFAULT_PREFIX),
            TenantId.of("0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11"),
            Optional.empty());

    /** Each attribute with some valid and some invalid values. */
    private static final Map<String, List<String>> VALUES = new TreeMap<>(Map.ofEntries(
            Map.entry("service", List.of("a:Other", "Other", "z:Other", "a:b:c", "a:1", "")),
            Map.entry("endpoint", List.of("x", "_x.~-", "a/b", "-a", ".", "a b", "a".repeat(128), "a".repeat(129))),
            Map.entry("interfaceName", List.of("a:I", "I", "")),
            Map.entry("wsdl", List.of("orders.wsdl", "", "#x", "${x}")),
            Map.entry(
                    "locationURI",
                    List.of(
                            "http://h/",
                            "HTTPS://h:1/a?b=c",
                            "http://h/a@b",
                            "ftp://h/",
                            "/x",
                            "http:///x",
                            "http://u@h/",
                            "http://h/#f",
                            "http://${h}/",
                            "")),
            Map.entry("bodyCheck", List.of("structure", "envelope", "well-formed", "none", "")),
            Map.entry("maxMessageBytes", List.of("1023", "1024", "1073741824", "1073741825", "x", "+2000")),
            Map.entry("soapVersion", List.of("1.1", "1.2", "1.3", "")),
            Map.entry("targetService", List.of("a:T", "T")),
            Map.entry("targetInterface", List.of("a:T", "T")),
            Map.entry("targetOperation", List.of("a:T", "T")),
            Map.entry("targetEndpoint", List.of("x", "", "#x", "${x}")),
            Map.entry("defaultMep", List.of("in-out", "http://www.w3.org/ns/wsdl/in-only", "out-in")),
            Map.entry("timeout", List.of("1", "3600000", "0", "3600001", "1.5", "-1", "+1")),
            Map.entry("clientSoTimeout", List.of("1", "0")),
            Map.entry("connectTimeoutMillis", List.of("1", "0")),
            Map.entry("readTimeoutMillis", List.of("1", "0")),
            Map.entry("useJbiWrapper", List.of("false", "true")),
            Map.entry("validateWsdl", List.of("false", "true")),
            Map.entry(
                    "accept",
                    List.of(
                            "password",
                            "signature password",
                            "username-token bearer client-certificate",
                            "timestamp-signature",
                            "saml saml-key",
                            "password,signature",
                            "token",
                            "")),
            Map.entry("protect", List.of("none", "signed", "signed-encrypted", "encrypted", "")),
            Map.entry("answer", List.of("none", "signed", "signed-encrypted", "encrypted", "")),
            Map.entry("tolerate", List.of("oaep-sha1", "plain-id oaep-sha1", "plain-id plain-id", "sha1", "")),
            Map.entry("secure", List.of("none", "encrypted", "")),
            Map.entry("expect", List.of("none", "encrypted", "")),
            Map.entry("marshaler", List.of("x")),
            Map.entry("proxyHost", List.of("x")),
            Map.entry("a:endpoint", List.of("x"))));

    private final Schema schema;

    XbeanSchemaTest() throws SAXException {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
        schema = factory.newSchema(
                Path.of("../../docs/guide/schemas/esbmt-http-bc-beans.xsd").toFile());
    }

    private boolean schemaTakes(String file) throws IOException {
        try {
            schema.newValidator().validate(new StreamSource(new ByteArrayInputStream(file.getBytes(UTF_8))));
            return true;
        } catch (SAXException e) {
            return false;
        }
    }

    private static boolean readerTakes(String file) {
        Map<String, byte[]> files = Map.of("xbean.xml", file.getBytes(UTF_8), "orders.wsdl", "<x/>".getBytes(UTF_8));
        return new HttpUnitReader()
                .read(
                        new UnitFiles() {
                            @Override
                            public SortedSet<String> names() {
                                return new TreeSet<>(files.keySet());
                            }

                            @Override
                            public Optional<byte[]> content(String name) {
                                return Optional.ofNullable(files.get(name));
                            }
                        },
                        SCOPE)
                .findings()
                .isEmpty();
    }

    private static String file(String content) {
        return "<beans xmlns:http='http://servicemix.apache.org/http/1.0' xmlns:a='urn:a'>" + content + "</beans>";
    }

    private static String element(XbeanVocabulary element, Map<String, String> attributes) {
        StringBuilder text = new StringBuilder("<").append(element);
        attributes.forEach((name, value) ->
                text.append(' ').append(name).append("='").append(value).append('\''));
        return text.append("/>").toString();
    }

    private static Map<String, String> needed(XbeanVocabulary element) {
        Map<String, String> attributes = new TreeMap<>(Map.of("service", "a:Orders", "endpoint", "e"));
        if (!element.consumer()) {
            attributes.put("locationURI", "http://h/");
        }
        return attributes;
    }

    @Test
    void schemaAndReaderAgree() throws Exception {
        List<String> cases = new ArrayList<>(
                List.of(file(""), file("<x/>"), file("<a:consumer/>"), file("text"), "<other/>", "<beans a='1'/>"));
        for (XbeanVocabulary element : XbeanVocabulary.values()) {
            Map<String, String> needed = needed(element);
            cases.add(file(element(element, needed)));
            cases.add(file(element(element, needed).replace("/>", "><x/></" + element + ">")));
            for (String name : needed.keySet()) {
                Map<String, String> less = new TreeMap<>(needed);
                less.remove(name);
                cases.add(file(element(element, less)));
            }
            VALUES.forEach((name, values) -> {
                if (name.equals("tolerate") && !element.consumer()) {
                    return; // it needs other attributes, which the schema cannot say
                }
                for (String value : values) {
                    Map<String, String> more = new TreeMap<>(needed);
                    more.put(name, value);
                    cases.add(file(element(element, more)));
                }
            });
        }
        int taken = 0;
        for (String file : cases) {
            boolean takes = readerTakes(file);
            assertThat(schemaTakes(file)).as(file).isEqualTo(takes);
            taken += takes ? 1 : 0;
        }
        assertThat(taken).isBetween(50, cases.size() - 50);
    }
}
