package org.esbmt.http.bc.internal.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.local.LocalConduit;
import org.apache.cxf.transport.local.LocalTransportFactory;
import org.apache.cxf.ws.security.SecurityConstants;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;

/**
 * A service of CXF that a policy of WS-SecurityPolicy drives, behind a socket of its own. CXF compares each request with the
 * policy, and answers as the policy says.
 */
public final class CxfBackEnd implements AutoCloseable {
    private static final String PASSWORD = "of the key";
    private static final String SP = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
    private static final String SUITE = "ws-security.custom.alg.suite.";
    private static final QName SERVICE = new QName("urn:orders", "Orders");

    private final Bus cxf = BusFactory.newInstance().createBus();
    private final List<String> failures = new ArrayList<>();
    private final EndpointImpl endpoint;
    private final StubBackEnd socket;
    private final String address;

    /**
     * Starts the service.
     *
     * @param service its key
     * @param signer the certificate of the bus's signatures
     * @param decrypts the certificate that answers are encrypted for
     * @param soap the namespace of the binding in the WSDL, for the version of SOAP
     * @param encrypted true for an encrypted Body in both directions
     */
    public CxfBackEnd(
            Path folder,
            SigningClient service,
            X509Certificate signer,
            X509Certificate decrypts,
            String soap,
            boolean encrypted)
            throws Exception {
        Path wsdl = Files.writeString(Files.createTempFile(folder, "cxf", ".wsdl"), wsdl(soap, encrypted));
        address = "local://" + wsdl.getFileName();
        endpoint = new EndpointImpl(cxf, new Orders());
        endpoint.setWsdlLocation(wsdl.toUri().toString());
        endpoint.setServiceName(SERVICE);
        endpoint.setEndpointName(new QName("urn:orders", "in"));
        endpoint.setProperties(properties(service, signer, decrypts));
        endpoint.publish(address);
        socket = new StubBackEnd(this::answer);
    }

    /** Answers with the order. */
    @WebServiceProvider
    @ServiceMode(Service.Mode.PAYLOAD)
    static final class Orders implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return new StreamSource(new StringReader("<o:done xmlns:o=\"urn:orders\">by CXF</o:done>"));
        }
    }

    private static Map<String, Object> properties(
            SigningClient service, X509Certificate signer, X509Certificate decrypts) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("key", service.key(), PASSWORD.toCharArray(), new Certificate[] {service.certificate()});
        store.setCertificateEntry("signer", signer);
        store.setCertificateEntry("decrypts", decrypts);
        Merlin keys = new Merlin();
        keys.loadProperties(new Properties(), CxfBackEnd.class.getClassLoader(), null);
        keys.setKeyStore(store);
        keys.setTrustStore(store);
        CallbackHandler passwords = callbacks -> {
            for (Callback callback : callbacks) {
                ((WSPasswordCallback) callback).setPassword(PASSWORD);
            }
        };
        return Map.of(
                SecurityConstants.SIGNATURE_CRYPTO,
                keys,
                SecurityConstants.SIGNATURE_USERNAME,
                "key",
                SecurityConstants.ENCRYPT_CRYPTO,
                keys,
                SecurityConstants.ENCRYPT_USERNAME,
                "decrypts",
                SecurityConstants.CALLBACK_HANDLER,
                passwords,
                SecurityConstants.ASYMMETRIC_SIGNATURE_ALGORITHM,
                "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
                SUITE + "asymmetric.key.encryption.algorithm",
                "http://www.w3.org/2009/xmlenc11#rsa-oaep",
                SUITE + "encryption.algorithm",
                "http://www.w3.org/2009/xmlenc11#aes128-gcm",
                SUITE + "encryption.derived.key.length",
                128,
                SUITE + "minimum.symmetric.key.length",
                128);
    }

    private static String wsdl(String soap, boolean encrypted) {
        return """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="%s" xmlns:o="urn:orders"
                    xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:orders">
                  %s
                  <types><xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
                    <xs:element name="order"><xs:complexType><xs:sequence><xs:any processContents="skip"/></xs:sequence>
                    </xs:complexType></xs:element>
                    <xs:element name="done" type="xs:string"/>
                  </xs:schema></types>
                  <message name="order"><part name="body" element="o:order"/></message>
                  <message name="done"><part name="body" element="o:done"/></message>
                  <portType name="Orders"><operation name="order">
                    <input message="o:order"/><output message="o:done"/>
                  </operation></portType>
                  <binding name="Orders" type="o:Orders">
                    <wsp:PolicyReference xmlns:wsp="http://www.w3.org/ns/ws-policy" URI="#orders"/>
                    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                    <operation name="order"><soap:operation soapAction=""/>
                      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                    </operation>
                  </binding>
                  <service name="Orders"><port name="in" binding="o:Orders"><soap:address location="local://x"/></port>
                  </service>
                </definitions>
                """.formatted(soap, policy(encrypted));
    }

    private static String policy(boolean encrypted) {
        return "<wsp:Policy xmlns:wsp='http://www.w3.org/ns/ws-policy' xmlns:wsu='http://docs.oasis-open.org/wss/2004/01/"
                + "oasis-200401-wss-wssecurity-utility-1.0.xsd' wsu:Id='orders' xmlns:sp='" + SP
                + "'><wsp:ExactlyOne><wsp:All><sp:AsymmetricBinding><wsp:Policy><sp:InitiatorToken><wsp:Policy>"
                + token("AlwaysToRecipient") + "</wsp:Policy></sp:InitiatorToken><sp:RecipientToken><wsp:Policy>"
                + token("AlwaysToInitiator") + "</wsp:Policy></sp:RecipientToken><sp:AlgorithmSuite><wsp:Policy>"
                + "<sp:CustomAlgorithmSuite/></wsp:Policy></sp:AlgorithmSuite>"
                + "<sp:Layout><wsp:Policy><sp:Lax/></wsp:Policy></sp:Layout><sp:IncludeTimestamp/>"
                + "<sp:OnlySignEntireHeadersAndBody/></wsp:Policy></sp:AsymmetricBinding><sp:Wss11><wsp:Policy>"
                + "<sp:MustSupportRefThumbprint/><sp:RequireSignatureConfirmation/></wsp:Policy></sp:Wss11>"
                + "<sp:SignedParts><sp:Body/></sp:SignedParts>"
                + (encrypted ? "<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>" : "")
                + "</wsp:All></wsp:ExactlyOne></wsp:Policy>";
    }

    private static String token(String inclusion) {
        return "<sp:X509Token sp:IncludeToken='" + SP + "/IncludeToken/" + inclusion
                + "'><wsp:Policy><sp:WssX509V3Token11/></wsp:Policy></sp:X509Token>";
    }

    private void answer(StubBackEnd.Request request, OutputStream out) throws IOException {
        LocalTransportFactory transport = cxf.getExtension(LocalTransportFactory.class) == null
                ? new LocalTransportFactory()
                : cxf.getExtension(LocalTransportFactory.class);
        EndpointInfo there = endpoint.getServer().getEndpoint().getEndpointInfo();
        Conduit conduit = transport.getConduit(there, cxf);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        String[] type = {"text/xml"};
        conduit.setMessageObserver(message -> {
            type[0] = (String) message.getOrDefault(Message.CONTENT_TYPE, type[0]);
            try (InputStream in = message.getContent(InputStream.class)) {
                in.transferTo(answer);
            } catch (IOException e) {
                failures.add(e.toString());
            }
        });
        Message message = new MessageImpl();
        message.setExchange(new ExchangeImpl());
        message.put(LocalConduit.DIRECT_DISPATCH, true);
        message.put(Message.CONTENT_TYPE, request.header("Content-Type"));
        message.put(Message.ENCODING, "UTF-8");
        conduit.prepare(message);
        try (OutputStream in = message.getContent(OutputStream.class)) {
            in.write(request.text().getBytes(UTF_8));
        }
        conduit.close(message); // dispatches it
        StubBackEnd.respond(out, "200 OK", type[0], answer.toString(UTF_8));
    }

    public StubBackEnd socket() {
        return socket;
    }

    /** The cause of a failure on the way to CXF. */
    public List<String> failures() {
        return failures;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        endpoint.stop();
        cxf.shutdown(true);
    }
}
