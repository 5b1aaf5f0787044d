package org.esbmt.interop;

import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.security.SecurityConstants;
import org.apache.wss4j.common.crypto.Merlin;
import org.apache.wss4j.common.saml.SAMLCallback;
import org.apache.wss4j.common.saml.bean.AudienceRestrictionBean;
import org.apache.wss4j.common.saml.bean.ConditionsBean;
import org.apache.wss4j.common.saml.bean.SubjectBean;
import org.apache.wss4j.common.saml.bean.Version;
import org.apache.wss4j.common.saml.builder.SAML2Constants;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A client that CXF makes from the WSDL of an endpoint. The policy there asks for TLS and a SAML 2.0 token. OpenSAML writes and
 * signs the assertion, for its bearer.
 */
public final class SamlClient {
    private static final String NAMESPACE = "urn:acme";

    private SamlClient() {}

    /**
     * Sends one order, and prints the text of the answer, or the fault with its detail and the status 1.
     *
     * @param args the URL of the WSDL over TLS, the port in it, the certificate of the bus (PEM), the key store of the issuer
     *     (PKCS#12), its password, the issuer, the audience, the subject, the minutes until the end, the text
     */
    public static void main(String[] args) throws Exception {
        SSLContext tls = trusting(Path.of(args[2]));
        SSLContext.setDefault(tls); // for the WSDL
        Service service = Service.create(new URL(args[0]), new QName(NAMESPACE, "Orders"));
        Dispatch<Source> dispatch =
                service.createDispatch(new QName(NAMESPACE, args[1]), Source.class, Service.Mode.PAYLOAD);
        HTTPConduit conduit =
                (HTTPConduit) ((DispatchImpl<?>) dispatch).getClient().getConduit();
        TLSClientParameters parameters = new TLSClientParameters();
        parameters.setSSLSocketFactory(tls.getSocketFactory());
        conduit.setTlsClientParameters(parameters);
        dispatch.getRequestContext().put("find.dispatch.operation", true);
        Issuer issuer = new Issuer(args[3], args[4], args[5], args[6], args[7], Long.parseLong(args[8]));
        dispatch.getRequestContext().put(SecurityConstants.SAML_CALLBACK_HANDLER, issuer);

        Document order = StaxUtils.read(new StringReader("<o:order xmlns:o=\"" + NAMESPACE + "\"/>"));
        order.getDocumentElement().setTextContent(args[9]);
        try {
            Source answer = dispatch.invoke(new StreamSource(new StringReader(StaxUtils.toString(order))));
            DOMResult tree = new DOMResult();
            TransformerFactory.newInstance().newTransformer().transform(answer, tree);
            System.out.println(((Document) tree.getNode()).getDocumentElement().getTextContent());
        } catch (SOAPFaultException e) {
            System.err.println(e.getMessage());
            if (e.getFault().hasDetail()) {
                System.err.println(StaxUtils.toString((Element) e.getFault().getDetail()));
            }
            System.exit(1);
        }
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "bus", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /** Tells OpenSAML the content of an assertion. */
    private record Issuer(String store, String password, String issuer, String audience, String subject, long minutes)
            implements CallbackHandler {
        @Override
        public void handle(Callback[] callbacks) {
            for (Callback each : callbacks) {
                if (each instanceof SAMLCallback assertion) {
                    write(assertion);
                }
            }
        }

        private void write(SAMLCallback assertion) {
            assertion.setSamlVersion(Version.SAML_20);
            assertion.setIssuer(issuer);
            assertion.setSubject(new SubjectBean(subject, null, SAML2Constants.CONF_BEARER));
            Instant end = Instant.now().plus(Duration.ofMinutes(minutes));
            ConditionsBean conditions = new ConditionsBean(end.minus(Duration.ofMinutes(10)), end);
            AudienceRestrictionBean audiences = new AudienceRestrictionBean();
            audiences.setAudienceURIs(List.of(audience));
            conditions.setAudienceRestrictions(List.of(audiences));
            assertion.setConditions(conditions);
            assertion.setSignAssertion(true);
            assertion.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
            assertion.setSignatureDigestAlgorithm("http://www.w3.org/2001/04/xmlenc#sha256");
            assertion.setIssuerKeyName("bus");
            assertion.setIssuerKeyPassword(password);
            assertion.setIssuerCrypto(keys());
        }

        private Merlin keys() {
            try (InputStream in = Files.newInputStream(Path.of(store))) {
                KeyStore keys = KeyStore.getInstance("PKCS12");
                keys.load(in, password.toCharArray());
                Merlin merlin = new Merlin();
                merlin.loadProperties(new Properties(), SamlClient.class.getClassLoader(), null);
                merlin.setKeyStore(keys);
                return merlin;
            } catch (Exception e) {
                throw new IllegalStateException("no key of the issuer", e);
            }
        }
    }
}
