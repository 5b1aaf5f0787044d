package org.esbmt.http.bc.internal.support;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.security.SecurityConstants;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.w3c.dom.Element;

/**
 * A client that CXF makes from the WSDL of an endpoint. It has the keys of a sender and the certificate of the bus, and the
 * algorithms that WS-SecurityPolicy has no names for. All else it learns from the WSDL.
 */
public final class WsdlClient {
    private static final String PASSWORD = "of the key";
    private static final String SUITE = "ws-security.custom.alg.suite.";

    private final Dispatch<Source> dispatch;

    /** @param wsdl the URL of the WSDL, of a service {@code Orders} with a port {@code in} */
    public WsdlClient(URI wsdl, SigningClient sender, X509Certificate bus) throws Exception {
        this(wsdl, sender, bus, bus);
    }

    /** The same, for a bus that signs with one key and decrypts with another one. */
    public WsdlClient(URI wsdl, SigningClient sender, X509Certificate signs, X509Certificate decrypts)
            throws Exception {
        Service service = Service.create(wsdl.toURL(), new QName("urn:orders", "Orders"));
        dispatch = service.createDispatch(new QName("urn:orders", "in"), Source.class, Service.Mode.PAYLOAD);
        Map<String, Object> context = dispatch.getRequestContext();
        context.put("find.dispatch.operation", true); // as the methods of a generated client do
        Merlin keys = keys(sender, signs, decrypts);
        context.put(SecurityConstants.SIGNATURE_CRYPTO, keys);
        context.put(SecurityConstants.SIGNATURE_USERNAME, "key");
        context.put(SecurityConstants.ENCRYPT_CRYPTO, keys);
        context.put(SecurityConstants.ENCRYPT_USERNAME, "decrypts");
        CallbackHandler passwords = callbacks -> {
            for (Callback callback : callbacks) {
                ((WSPasswordCallback) callback).setPassword(PASSWORD);
            }
        };
        context.put(SecurityConstants.CALLBACK_HANDLER, passwords);
        context.put(
                SecurityConstants.ASYMMETRIC_SIGNATURE_ALGORITHM, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
        context.put(
                SecurityConstants.SYMMETRIC_SIGNATURE_ALGORITHM, "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256");
        context.put(SUITE + "asymmetric.key.encryption.algorithm", "http://www.w3.org/2009/xmlenc11#rsa-oaep");
        context.put(SUITE + "encryption.algorithm", "http://www.w3.org/2009/xmlenc11#aes128-gcm");
        context.put(SUITE + "encryption.derived.key.length", 128);
        context.put(SUITE + "minimum.symmetric.key.length", 128);
    }

    /** A client with this header block alone, such as a TenantContext. */
    public WsdlClient(URI wsdl, String block) throws Exception {
        Service service = Service.create(wsdl.toURL(), new QName("urn:orders", "Orders"));
        dispatch = service.createDispatch(new QName("urn:orders", "in"), Source.class, Service.Mode.PAYLOAD);
        Element element = StaxUtils.read(new StringReader(block)).getDocumentElement();
        QName name = new QName(element.getNamespaceURI(), element.getLocalName());
        dispatch.getRequestContext().put(Header.HEADER_LIST, List.of(new Header(name, element)));
        dispatch.getRequestContext().put("find.dispatch.operation", true);
    }

    /** A client with a password and TLS alone, whose address is another than that of the WSDL. */
    public WsdlClient(URI wsdl, URI address, String user, String password, SSLContext tls) throws Exception {
        Service service = Service.create(wsdl.toURL(), new QName("urn:orders", "Orders"));
        dispatch = service.createDispatch(new QName("urn:orders", "in"), Source.class, Service.Mode.PAYLOAD);
        Map<String, Object> context = dispatch.getRequestContext();
        context.put("find.dispatch.operation", true);
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address.toString());
        context.put(SecurityConstants.USERNAME, user);
        context.put(SecurityConstants.PASSWORD, password);
        TLSClientParameters parameters = new TLSClientParameters();
        parameters.setSSLSocketFactory(tls.getSocketFactory());
        parameters.setDisableCNCheck(true);
        HTTPConduit conduit =
                (HTTPConduit) ((DispatchImpl<?>) dispatch).getClient().getConduit();
        conduit.setTlsClientParameters(parameters);
    }

    /** Cancels the session behind each answer, as CXF does it: signed with the certificate. */
    public void cancelSessions() {
        dispatch.getRequestContext().put(SecurityConstants.STS_TOKEN_DO_CANCEL, true);
    }

    private static Merlin keys(SigningClient sender, X509Certificate signs, X509Certificate decrypts) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("key", sender.key(), PASSWORD.toCharArray(), new Certificate[] {sender.certificate()});
        store.setCertificateEntry("signs", signs);
        store.setCertificateEntry("decrypts", decrypts);
        Merlin merlin = new Merlin();
        merlin.loadProperties(new Properties(), WsdlClient.class.getClassLoader(), null);
        merlin.setKeyStore(store);
        merlin.setTrustStore(store);
        return merlin;
    }

    /**
     * Sends a Body.
     *
     * @return the first element of the answer's Body, after CXF has held the answer to the policy
     */
    public String send(String body) throws Exception {
        Source answer = dispatch.invoke(new StreamSource(new StringReader(body)));
        StringWriter text = new StringWriter();
        TransformerFactory.newInstance().newTransformer().transform(answer, new StreamResult(text));
        return text.toString();
    }
}
