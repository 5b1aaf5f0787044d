package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Soap;
import org.esbmt.http.bc.internal.support.SessionClient;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.WsdlClient;

/** A tenant with keys, and its partner's clients of WS-Security: CXF from the WSDL that the bus serves, and WSS4J's builders. */
final class ForeignClients {
    private static final String WSDL = """
            <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/%s/"
                xmlns:o="urn:orders" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:orders">
              <types><xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
                <xs:element name="order" type="xs:string"/>
              </xs:schema></types>
              <message name="order"><part name="body" element="o:order"/></message>
              <portType name="Orders"><operation name="order">
                <input message="o:order"/><output message="o:order"/>
              </operation></portType>
              <binding name="Orders" type="o:Orders">
                <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="order"><soap:operation soapAction=""/>
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                </operation>
              </binding>
              <service name="Orders"><port name="in" binding="o:Orders"><soap:address location="http://x/"/></port></service>
            </definitions>
            """;

    private static final Map<String, String> ENDPOINTS = Map.of(
            "password", "",
            "signed", "accept=\"signature\" answer=\"signed\"",
            "encrypted", "protect=\"signed-encrypted\" tolerate=\"oaep-sha1\" answer=\"signed-encrypted\"",
            "session",
                    "accept=\"signature session\" protect=\"signed-encrypted\" tolerate=\"oaep-sha1\""
                            + " answer=\"signed-encrypted\"");
    private static final List<String> VERSIONS = List.of("soap", "soap12");

    private final Soap soap = new Soap();
    private final BusHome home;
    private final AdministrationClient.Tenant tenant;
    private final SigningClient partner;
    private final X509Certificate sign;
    private final X509Certificate decrypt;
    private final String digest;

    /** @param backEnd answers each message with the same message */
    ForeignClients(AdministrationClient administration, BusHome home, String name, String backEnd, Path folder)
            throws Exception {
        this.home = home;
        tenant = administration.createTenant(name, name, "boss", "correct horse battery " + name);
        partner = new SigningClient(folder, name + "-partner");
        digest = administration.registerUserCertificate(
                tenant, partner.pem(), partner.certificateRequest(tenant.userId()));
        sign = certificate(administration.generateKey(tenant, "sign", "SIGN", ""));
        decrypt = certificate(administration.generateKey(tenant, "decrypt", "DECRYPT", ""));
        assertThat(administration.deploy(tenant, archive(backEnd))).isEqualTo("STARTED");
    }

    private ForeignClients(BusHome home, ForeignClients other) {
        this.home = home;
        tenant = other.tenant;
        partner = other.partner;
        sign = other.sign;
        decrypt = other.decrypt;
        digest = other.digest;
    }

    /** The same clients at another node. */
    ForeignClients at(BusHome node) {
        return new ForeignClients(node, this);
    }

    void revoke(AdministrationClient administration) throws IOException {
        administration.revokeUserCertificate(tenant, digest, "");
    }

    private static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] archive(String backEnd) {
        StringBuilder xbean = new StringBuilder(
                "<beans xmlns:http=\"http://servicemix.apache.org/http/1.0\" xmlns:o=\"urn:orders\">");
        for (String version : VERSIONS) {
            ENDPOINTS.forEach((name, attributes) -> xbean.append(
                    "<http:soap-consumer service=\"o:Orders\" endpoint=\"%s-%s\" targetService=\"o:BackEnd\" wsdl=\"%s.wsdl\" %s/>"
                            .formatted(name, version, version, attributes)));
        }
        xbean.append("<http:soap-provider service=\"o:BackEnd\" endpoint=\"soap\" locationURI=\"" + backEnd + "\"/>");
        Map<String, String> files = Map.of(
                "xbean.xml", xbean.append("</beans>").toString(),
                "soap.wsdl", WSDL.formatted("soap"),
                "soap12.wsdl", WSDL.formatted("soap12"));
        return AssemblyArchive.of("foreign", List.of(new AssemblyArchive.Unit("foreign-http", "http-bc", files)));
    }

    private URI address(String endpoint) throws IOException {
        return URI.create(home.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Orders/" + endpoint);
    }

    private URI wsdl(String endpoint) throws IOException {
        return URI.create(address(endpoint) + "?wsdl");
    }

    /**
     * Makes a client of CXF from the WSDL of an endpoint. CXF compares each answer with the policy in it.
     *
     * @param endpoint such as {@code signed-soap12}
     */
    WsdlClient cxf(String endpoint) throws Exception {
        return endpoint.startsWith("password")
                ? new WsdlClient(
                        wsdl(endpoint),
                        Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password())
                                .replace(" soap:mustUnderstand=\"1\"", ""))
                : new WsdlClient(wsdl(endpoint), partner, sign, decrypt);
    }

    /** The Body of an order with this text. */
    static String order(String text) {
        return "<o:order xmlns:o=\"urn:orders\">" + text + "</o:order>";
    }

    /** A message that WSS4J signs. */
    String signed(String body) {
        try {
            return partner.sign(Soap.envelope("", body));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a message that WSS4J signs; returns its answer in the clear, after WSS4J has verified it. */
    String sendSigned(String body) throws Exception {
        return verified(send("signed-soap", signed(body)));
    }

    /** The same, signed and encrypted in both directions. */
    String sendEncrypted(String body) throws Exception {
        return verified(send("encrypted-soap", partner.signAndEncrypt(Soap.envelope("", body), decrypt)));
    }

    /** Begins a session by WSS4J, with a signed and encrypted request. */
    SessionClient session() throws Exception {
        String request = partner.signAndEncrypt(SessionClient.request("Issue"), decrypt);
        return SessionClient.of(verified(send("session-soap", request)));
    }

    Soap.Answer send(String endpoint, String message) throws IOException, InterruptedException {
        return soap.send(address(endpoint).toString(), message);
    }

    private String verified(Soap.Answer answer) throws Exception {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return partner.opened(answer.body(), sign);
    }
}
