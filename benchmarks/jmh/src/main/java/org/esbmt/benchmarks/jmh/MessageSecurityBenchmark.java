package org.esbmt.benchmarks.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.bsp.BSPRule;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.handler.RequestData;
import org.apache.wss4j.dom.handler.WSHandlerResult;
import org.apache.wss4j.dom.message.WSSecDKEncrypt;
import org.apache.wss4j.dom.message.WSSecDKSign;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.apache.wss4j.dom.message.token.SecurityContextToken;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.message.security.api.SessionTokens;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.message.security.internal.crypto.CryptoProvider;
import org.esbmt.message.security.internal.crypto.NativeProvider;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenant.keys.internal.seal.SealedSessions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.w3c.dom.Document;

/**
 * Opens a message whose Timestamp and Body are signed with RSA-2048 and whose Body is encrypted with AES-128-GCM, beside the
 * two RSA operations in it, and beside WSS4J with a tree.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 7, time = 2)
@Fork(3)
public class MessageSecurityBenchmark {
    private static final OAEPParameterSpec OAEP =
            new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT);
    /** GCM is younger than the Basic Security Profile. */
    private static final List<BSPRule> YOUNGER =
            List.of(BSPRule.R5620, BSPRule.R5621, BSPRule.R5420, BSPRule.R5421, BSPRule.R5626);

    /** Bytes of the Body. */
    @Param({"1024", "10240"})
    private int body;

    /** The provider of operations with RSA keys. */
    @Param({"jdk", "native"})
    private String provider;

    private WsSecurity security;
    private final WSSecurityEngine engine = new WSSecurityEngine();
    private byte[] plain;
    /** More than the bus remembers unwrapped keys of, and each with its own. */
    private final byte[][] messages = new byte[600][];

    private int next;
    /** Its own one: otherwise {@link #open} would come back to messages sooner than the bus forgets their keys. */
    private int nextOfTree;

    private PublicKey sender;
    private PrivateKey own;
    private OutgoingSecurity outgoing;
    private OutgoingSecurity keeping;
    private DecryptionKeys keys;
    private SessionTokens tokens;
    private byte[] inSession;
    private Session session;
    private SessionToken token;
    private Cipher rsa;
    private Signature signature;
    private byte[] wrapped;
    private byte[] signed;
    private byte[] value;
    private Crypto crypto;
    private DocumentBuilder builder;

    /** For JMH, which sets the parameter. */
    public MessageSecurityBenchmark() {}

    MessageSecurityBenchmark(int body, String provider) {
        this.body = body;
        this.provider = provider;
    }

    @Setup
    public void write() throws Exception {
        security = new WsSecurity(Clock.systemUTC(), isNative() ? NativeProvider.load() : CryptoProvider.JDK);
        plain = plain();
        BenchmarkKey client = BenchmarkKey.make("client");
        BenchmarkKey bus = BenchmarkKey.make("bus");
        sender = client.certificate().getPublicKey();
        own = bus.privateKey();
        outgoing = OutgoingSecurity.signedAndEncrypted(client.privateKey(), client.certificate(), bus.certificate());
        keeping = new OutgoingSecurity(outgoing.signer(), outgoing.recipient(), true);
        keys = reference -> Optional.of(own);
        for (int i = 0; i < messages.length; i++) {
            messages[i] = security.secure(plain, outgoing);
        }
        floor(client, bus);
        WSSConfig.init();
        crypto = bus.crypto(client);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        builder = factory.newDocumentBuilder();
        beginSession(client);
    }

    private boolean isNative() {
        return provider.equals("native");
    }

    private void beginSession(BenchmarkKey client) throws Exception {
        String line = "1 " + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[32]);
        tokens = SealedSessions.of(UUID.randomUUID(), line, InstantSource.system());
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        session = new Session(
                new TenantId(UUID.randomUUID()),
                new UserId(UUID.randomUUID()),
                CertificateDigest.of(client.certificate()),
                now,
                now.plus(Session.LONGEST),
                new byte[Session.KEY_BYTES]);
        token = new SessionToken(tokens.seal(session), SessionToken.Version.OASIS_1_3, 32, 16);
        inSession = request();
    }

    /** A sender's message: the bus does not take its own answers. */
    private byte[] request() throws Exception {
        Document document = builder.parse(new ByteArrayInputStream(plain));
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        SecurityContextToken context = new SecurityContextToken(document, token.identifier());
        context.setID("session");
        new WSSecTimestamp(header).build();
        WSSecDKSign sign = new WSSecDKSign(header);
        sign.setTokenIdentifier("session");
        sign.setCustomValueType(context.getTokenType());
        sign.setSignatureAlgorithm("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256");
        sign.setDigestAlgorithm(WSConstants.SHA256);
        sign.setDerivedKeyLength(32);
        sign.getParts().add(new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, ""));
        sign.getParts().add(new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, ""));
        sign.build(session.key());
        WSSecDKEncrypt encrypt = new WSSecDKEncrypt(header);
        encrypt.setTokenIdentifier("session");
        encrypt.setCustomValueType(context.getTokenType());
        encrypt.setSymmetricEncAlgorithm(WSConstants.AES_128_GCM);
        encrypt.setDerivedKeyLength(16);
        encrypt.getParts().add(new WSEncryptionPart("Body", WSConstants.URI_SOAP11_ENV, "Content"));
        encrypt.build(session.key());
        header.getSecurityHeaderElement()
                .insertBefore(
                        context.getElement(), header.getSecurityHeaderElement().getFirstChild());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Transformer identity = TransformerFactory.newInstance().newTransformer();
        identity.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        identity.transform(new DOMSource(document), new StreamResult(out));
        return out.toByteArray();
    }

    private byte[] plain() {
        StringBuilder order = new StringBuilder("<o:order xmlns:o=\"urn:acme:orders\">");
        for (int i = 0; order.length() < body - 10; i++) {
            order.append("<o:item id=\"").append(i).append("\" sku=\"AB-").append(1000 + i);
            order.append("\"><name>anvil, forged &amp; drop-tested</name><qty>").append(i % 7 + 1);
            order.append("</qty><o:price currency=\"EUR\">129.90</o:price></o:item>\n");
        }
        return ("<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header/><soap:Body>"
                        + order + "</o:order></soap:Body></soap:Envelope>")
                .getBytes(UTF_8);
    }

    private void floor(BenchmarkKey client, BenchmarkKey bus) throws Exception {
        String oaep = "RSA/ECB/OAEPPadding";
        rsa = isNative() ? Cipher.getInstance(oaep, AmazonCorrettoCryptoProvider.INSTANCE) : Cipher.getInstance(oaep);
        rsa.init(Cipher.ENCRYPT_MODE, bus.certificate().getPublicKey(), OAEP);
        wrapped = rsa.doFinal(new byte[16]);
        String algorithm = "SHA256withRSA";
        signature = isNative()
                ? Signature.getInstance(algorithm, AmazonCorrettoCryptoProvider.INSTANCE)
                : Signature.getInstance(algorithm);
        signed = new byte[1024];
        signature.initSign(client.privateKey());
        signature.update(signed);
        value = signature.sign();
    }

    /** One unwrapped key and one verified signature, and nothing else. */
    @Benchmark
    public boolean rsaFloor() throws Exception {
        rsa.init(Cipher.DECRYPT_MODE, own, OAEP);
        byte[] secret = rsa.doFinal(wrapped);
        signature.initVerify(sender);
        signature.update(signed);
        return signature.verify(value) && secret.length == 16;
    }

    private byte[] next() {
        next = next + 1 == messages.length ? 0 : next + 1;
        return messages[next];
    }

    @Benchmark
    public SecuredMessage read() throws Exception {
        return security.read(messages[0], SecurityProfile.STRICT);
    }

    @Benchmark
    public OpenedMessage open() throws Exception {
        return security.read(next(), SecurityProfile.STRICT).open(sender, keys);
    }

    /** The sender repeats an EncryptedKey, and the bus has unwrapped it before. */
    @Benchmark
    public OpenedMessage openKeptKey() throws Exception {
        return security.read(messages[0], SecurityProfile.STRICT).open(sender, keys);
    }

    @Benchmark
    public byte[] secure() throws Exception {
        return security.secure(plain, outgoing);
    }

    /** One EncryptedKey for many messages: their signatures alone need RSA. */
    @Benchmark
    public byte[] secureKeptKey() throws Exception {
        return security.secure(plain, keeping);
    }

    /** The session is opened from the token's identifier each time, as by a node that does not know it. */
    @Benchmark
    public OpenedMessage openInSession() throws Exception {
        SecuredMessage read = security.read(inSession, SecurityProfile.TOLERANT);
        return read.open(tokens.open(read.session().orElseThrow().identifier()).orElseThrow());
    }

    @Benchmark
    public byte[] secureInSession() throws Exception {
        return security.secure(plain, session, token, true);
    }

    @Benchmark
    public WSHandlerResult wss4jDom() throws Exception {
        nextOfTree = nextOfTree + 1 == messages.length ? 0 : nextOfTree + 1;
        Document document = builder.parse(new ByteArrayInputStream(messages[nextOfTree]));
        RequestData data = new RequestData();
        data.setSigVerCrypto(crypto);
        data.setDecCrypto(crypto);
        data.setIgnoredBSPRules(YOUNGER);
        data.setCallbackHandler(callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword(BenchmarkKey.PASSWORD));
        return engine.processSecurityHeader(document, data);
    }
}
