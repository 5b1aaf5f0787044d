package org.esbmt.http.bc.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.apache.wss4j.dom.message.WSSecUsernameToken;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TlsKeys;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** Senders of acme prove themselves by a UsernameToken. WSS4J makes it, as in CXF. */
class UsernameTokensTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final String WSU =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String TYPE =
            " Type=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText\"";

    @TempDir
    private static Path folder;

    private static TlsKeys keys;
    private static SSLContext anonymous;

    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeAll
    static void makeKeys() throws Exception {
        WSSConfig.init();
        keys = new TlsKeys(folder);
        anonymous = keys.context(null);
    }

    @BeforeEach
    void start() throws Exception {
        int port = FreePorts.next();
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(keys.serving(port, backEnd));
        bus.authenticator().addLogin(ACME, ALICE, "alice", "acme-secret");
        client = TlsKeys.connect(anonymous, port);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        bus.close();
        backEnd.close();
    }

    private void deploy(String attributes) {
        bus.deployProxy(ACME, backEnd.url(), attributes, "");
    }

    private RawClient.Answer send(String message) throws IOException {
        return client.send(Soap.post(path(ACME), message)).answer();
    }

    private void assertAccepted(String message) throws IOException {
        RawClient.Answer answer = send(message);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .contains("4711")
                .doesNotContain("Security", "UsernameToken", "acme-secret", "TenantContext"));
    }

    private void assertRefused(String message, String code) throws IOException {
        RawClient.Answer answer = send(message);
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains(">" + code + "<").doesNotContain("o:order", "secret");
        assertThat(backEnd.requests()).isEmpty();
    }

    /** A message of WSS4J. */
    private static String withToken(String user, String password, String type, boolean timestamp) throws Exception {
        Document document = DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(Soap.envelope("", ORDER).getBytes(UTF_8)));
        WSSecHeader header = new WSSecHeader(document);
        header.insertSecurityHeader();
        WSSecUsernameToken token = new WSSecUsernameToken(header);
        token.setPasswordType(type);
        token.setUserInfo(user, password);
        token.addNonce();
        token.addCreated();
        token.build();
        if (timestamp) {
            new WSSecTimestamp(header).build();
        }
        StringWriter text = new StringWriter();
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(new DOMSource(document), new StreamResult(text));
        return text.toString();
    }

    private static String withToken(String user, String password) throws Exception {
        return withToken(user, password, WSConstants.PASSWORD_TEXT, false);
    }

    private static String block(String content) {
        return "<w:Security xmlns:w=\"" + WSSE + "\" xmlns:u=\"" + WSU + "\">" + content + "</w:Security>";
    }

    private static String token(Object user, String password) {
        return "<w:UsernameToken><w:Username>" + user + "</w:Username><w:Password" + TYPE + ">" + password
                + "</w:Password></w:UsernameToken>";
    }

    private static String message(String header) {
        return Soap.envelope(header, ORDER);
    }

    // ---- accepted

    @Test
    void aTokenOfWss4jNeedsNoTenantContext() throws Exception {
        deploy("accept=\"username-token\"");
        assertAccepted(withToken(ALICE.toString(), "acme-secret"));
    }

    @Test
    void theUsernameMayBeTheLogin() throws Exception {
        deploy("accept=\"username-token\"");
        assertAccepted(withToken("alice", "acme-secret", WSConstants.PASSWORD_TEXT, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<w:Nonce>AAECAw==</w:Nonce><u:Created>2026-11-26T10:00:00Z</u:Created>"})
    void tokensOfZeepAreAccepted(String more) throws Exception {
        deploy("accept=\"username-token\"");
        String token = token(ALICE, "acme-secret").replace("</w:UsernameToken>", more + "</w:UsernameToken>");
        assertAccepted(message(block(token)));
    }

    @Test
    void theUserOfTheTokenMayBeNamedByATenantContext() throws Exception {
        deploy("accept=\"username-token\"");
        String names = Soap.context(ACME, ALICE, "x").replaceAll("<t:password>.*</t:password>", "");
        assertAccepted(message(block(token(ALICE, "acme-secret")) + names));
    }

    @Test
    void aTokenBesideAPasswordNamesTheSameUser() throws Exception {
        deploy("accept=\"password username-token\"");
        assertAccepted(message(Soap.context(ACME, ALICE, "acme-secret") + block(token("alice", "acme-secret"))));
    }

    @Test
    void aTokenAmongOtherBlocksIsCutOut() throws Exception {
        deploy("accept=\"username-token\"");
        String first = "<x:a xmlns:x=\"urn:x\">one</x:a>";
        String last = "<x:b xmlns:x=\"urn:x\">two</x:b>";
        assertThat(send(message(first + block(token(ALICE, "acme-secret")) + last))
                        .status())
                .isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .contains("<soap:Header>" + first + last + "</soap:Header>"));
    }

    @Test
    void aTokenIsCutOutWhereverThePiecesOfAMessageEnd() throws Exception {
        deploy("accept=\"password username-token\"");
        String context = Soap.context(ACME, ALICE, "acme-secret");
        String block = block(token(ALICE, "acme-secret"));
        for (String header : new String[] {block + context, context + block}) {
            String request = Soap.post(path(ACME), message(header));
            int from = request.indexOf("<soap:Header>");
            int to = request.indexOf("</soap:Header>") + 20;
            for (int at = from; at < to; at += 37) {
                client.send(request.substring(0, at));
                assertThat(client.send(request.substring(at)).answer().status()).isEqualTo(200);
            }
        }
        assertThat(backEnd.requests()).hasSizeGreaterThan(20).allSatisfy(r -> assertThat(r.text())
                .isEqualTo(message("")));
    }

    @Test
    void aTokenOfAStreamedMessageIsCutOut() throws Exception {
        deploy("accept=\"username-token\"");
        String large = "<a>" + "x".repeat(500_000) + "</a>";
        String streamed = Soap.envelope(block(token(ALICE, "acme-secret")), large);
        assertThat(send(streamed).status()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .isEqualTo(Soap.envelope("", large)));
    }

    @Test
    void aBlockForTheBackEndPassesAtAnEndpointWithPasswords() throws Exception {
        deploy("");
        String block = block(token("somebody", "of-the-back-end"));
        assertThat(send(message(Soap.context(ACME, ALICE, "acme-secret") + block))
                        .status())
                .isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .contains(block));
    }

    // ---- refused

    @Test
    void aTokenInTheClearIsRefusedBeforeItsPasswordIsLookedAt() throws Exception {
        deploy("accept=\"username-token\"");
        try (CapturedLog log = new CapturedLog();
                RawClient plain = bus.connect()) {
            RawClient.Answer answer = plain.send(Soap.post(path(ACME), withToken("alice", "acme-secret")))
                    .answer();

            assertThat(answer.text()).contains(">SECURITY_INVALID<");
            assertThat(log.linesWith("UsernameToken for tenant " + ACME + " came without TLS"))
                    .hasSize(1);
        }
        assertThat(bus.authenticator().checks()).isZero();
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aDigestIsRefused() throws Exception {
        deploy("accept=\"username-token\"");
        try (CapturedLog log = new CapturedLog()) {
            assertRefused(withToken("alice", "acme-secret", WSConstants.PASSWORD_DIGEST, false), "SECURITY_INVALID");
            assertThat(log.linesWith("PasswordDigest")).hasSize(1);
        }
        assertThat(bus.authenticator().checks()).isZero();
    }

    @Test
    void aWrongPasswordIsRefused() throws Exception {
        deploy("accept=\"username-token\"");
        assertRefused(withToken("alice", "wrong-secret"), "NOT_AUTHENTICATED");
        assertRefused(withToken("nobody", "acme-secret"), "NOT_AUTHENTICATED");
    }

    @Test
    void anotherTenantsUserIsRefused() throws Exception {
        bus.authenticator().addLogin(GLOBEX, ALICE, "gloria", "globex-secret");
        deploy("accept=\"username-token\"");
        assertRefused(withToken("gloria", "globex-secret"), "NOT_AUTHENTICATED");
    }

    @Test
    void anEndpointThatTakesPasswordsAloneTakesNoToken() throws Exception {
        deploy("");
        assertRefused(withToken("alice", "acme-secret"), "SECURITY_INVALID");
    }

    @Test
    void anEndpointThatTakesTokensTakesNoPasswordOfATenantContext() throws Exception {
        deploy("accept=\"username-token\"");
        assertRefused(message(Soap.context(ACME, ALICE, "acme-secret")), "SECURITY_INVALID");
    }

    @Test
    void proofsThatDisagreeAreRefused() throws Exception {
        deploy("accept=\"password username-token\"");
        String bob = Soap.context(ACME, BOB, "bobs-secret");
        assertRefused(message(bob + block(token("alice", "acme-secret"))), "SECURITY_INVALID");
        assertRefused(message(bob + block(token(BOB, "wrong-secret"))), "NOT_AUTHENTICATED");
        assertRefused(
                message(Soap.context(ACME, BOB, "wrong-secret") + block(token(ALICE, "acme-secret"))),
                "NOT_AUTHENTICATED");
        String names = bob.replaceAll("<t:password>.*</t:password>", "");
        assertRefused(message(names + block(token("alice", "acme-secret"))), "SECURITY_INVALID");
    }

    @Test
    void aTokenThatReadersUnderstandDifferentlyIsRefused() throws Exception {
        deploy("accept=\"username-token\"");
        String good = token(ALICE, "acme-secret");
        for (String bad : new String[] {
            block(good + good),
            block(good) + block(""),
            block(good.replace("<w:Password", "<w:Username>bob</w:Username><w:Password")),
            block(good.replace("acme-secret", "acme<!-- -->-secret")),
            block(good.replace("acme-secret", "<w:x/>acme-secret")),
            block(good.replace("#PasswordText", "#PasswordOther")),
            block(good.replaceAll("<w:Password.*</w:Password>", "")),
            block("<w:UsernameToken><w:Password>acme-secret</w:Password><w:Username>" + ALICE
                    + "</w:Username></w:UsernameToken>"),
        }) {
            assertRefused(message(bad), "SECURITY_INVALID");
        }
        assertThat(bus.authenticator().checks()).isZero();
    }

    @Test
    void aTokenForAnotherRoleProvesNothing() throws Exception {
        deploy("accept=\"username-token\"");
        String block =
                block(token(ALICE, "acme-secret")).replace("<w:Security", "<w:Security soap:actor=\"urn:other\"");
        assertRefused(message(block), "CONTEXT_MISSING");
    }

    @Test
    void anEndpointThatNeedsTlsDoesNotStartWithoutIt() {
        try (TestBus bare = new TestBus(TestBus.allowing(backEnd))) {
            assertThatThrownBy(() -> bare.deployProxy(ACME, backEnd.url(), "accept=\"username-token\"", ""))
                    .hasMessageContaining("tls.port");
        }
    }
}
