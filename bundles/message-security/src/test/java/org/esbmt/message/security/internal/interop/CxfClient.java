package org.esbmt.message.security.internal.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.AddressingFeature;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.headers.Header;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.policy.PolicyBuilder;
import org.apache.cxf.ws.policy.PolicyConstants;
import org.apache.cxf.ws.security.SecurityConstants;
import org.apache.neethi.Policy;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.esbmt.message.security.internal.TestKey;

/** A client of CXF that learns from a policy how to secure its requests, and how the answers must be secured. */
final class CxfClient {
    private static final String CONTEXT = "urn:esbmt:tenant-context:1";
    private static final String TENANT_CONTEXT = "<TenantContext xmlns='" + CONTEXT
            + "'><tenantID>deacdf31-fd22-41f3-ab19-6fae3a5ef050</tenantID>"
            + "<userID>fe63d582-6422-4b8a-9655-a0ad67dce62c</userID></TenantContext>";

    private static final String PASSWORD = "of the key";

    private final Dispatch<Source> dispatch;

    /**
     * @param binding of SOAP 1.1 or 1.2
     * @param keyTransport the algorithm by which keys are encrypted; the stock suites allow RSA 1.5 or digests of SHA-1 alone
     */
    CxfClient(URI address, String binding, String policy, String keyTransport, boolean addressing) throws Exception {
        Service service = Service.create(new QName("urn:acme", "Orders"));
        QName port = new QName("urn:acme", "soap");
        service.addPort(port, binding, address.toString());
        WebServiceFeature[] features =
                addressing ? new WebServiceFeature[] {new AddressingFeature(true, true)} : new WebServiceFeature[0];
        dispatch = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD, features);
        Map<String, Object> context = dispatch.getRequestContext();
        context.put(PolicyConstants.POLICY_OVERRIDE, policy(policy));
        Merlin keys = keys();
        context.put(SecurityConstants.SIGNATURE_CRYPTO, keys);
        context.put(SecurityConstants.SIGNATURE_USERNAME, "key");
        CallbackHandler passwords = callbacks -> {
            for (Callback callback : callbacks) {
                ((WSPasswordCallback) callback).setPassword(PASSWORD);
            }
        };
        context.put(SecurityConstants.CALLBACK_HANDLER, passwords);
        context.put(SecurityConstants.ENCRYPT_CRYPTO, keys);
        context.put(SecurityConstants.ENCRYPT_USERNAME, "bus");
        context.put(
                SecurityConstants.ASYMMETRIC_SIGNATURE_ALGORITHM, "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
        context.put(
                SecurityConstants.SYMMETRIC_SIGNATURE_ALGORITHM, "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256");
        String suite = "ws-security.custom.alg.suite.";
        context.put(suite + "asymmetric.key.encryption.algorithm", keyTransport);
        context.put(suite + "encryption.algorithm", "http://www.w3.org/2009/xmlenc11#aes128-gcm");
        context.put(suite + "minimum.symmetric.key.length", 128);
        context.put(suite + "encryption.derived.key.length", 128);
        context.put(Header.HEADER_LIST, new ArrayList<>(List.of(tenantContext())));
    }

    /** The client's key, and the trusted certificate of the bus. */
    private static Merlin keys() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("key", TestKey.client().privateKey(), PASSWORD.toCharArray(), new Certificate[] {
            TestKey.client().certificate()
        });
        store.setCertificateEntry("bus", TestKey.bus().certificate());
        Merlin merlin = new Merlin();
        merlin.loadProperties(new Properties(), CxfClient.class.getClassLoader(), null);
        merlin.setKeyStore(store);
        merlin.setTrustStore(store);
        return merlin;
    }

    private Policy policy(String text) throws Exception {
        return ((DispatchImpl<?>) dispatch)
                .getClient()
                .getBus()
                .getExtension(PolicyBuilder.class)
                .getPolicy(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    private static Header tenantContext() throws Exception {
        return new Header(
                new QName(CONTEXT, "TenantContext"),
                StaxUtils.read(new StringReader(TENANT_CONTEXT)).getDocumentElement());
    }

    /**
     * Sends a Body.
     *
     * @return the Body of the answer, after CXF has compared it with the policy
     * @throws jakarta.xml.ws.WebServiceException if CXF does not accept the answer
     */
    String send(String body) throws Exception {
        Source answer = dispatch.invoke(new StreamSource(new StringReader(body)));
        StringWriter text = new StringWriter();
        TransformerFactory.newInstance().newTransformer().transform(answer, new StreamResult(text));
        return text.toString();
    }
}
