package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.esbmt.http.bc.internal.support.OneKeyForAll;
import org.esbmt.http.bc.internal.support.OpenTokens;
import org.esbmt.http.bc.internal.support.SessionClient;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TlsKeys;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.saml.SamlDraft;
import org.esbmt.testing.saml.SamlIssuer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders of acme prove themselves by SAML assertions, as bearers over TLS and as holders of a key. */
class SamlSendersTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";
    private static final String ISSUER = "https://login.example";
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

    @TempDir
    private static Path folder;

    private static TlsKeys keys;
    private static SSLContext anonymous;
    private static SamlIssuer login;
    private static SigningClient holder;
    private static SigningClient registered;
    private static SigningClient acmeKeys;

    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;
    private RawClient plain;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = new TlsKeys(folder);
        anonymous = keys.context(null);
        login = new SamlIssuer(ISSUER);
        holder = new SigningClient(folder, "holder");
        registered = new SigningClient(folder, "registered");
        acmeKeys = new SigningClient(folder, "acme");
    }

    @BeforeEach
    void start() throws Exception {
        int port = FreePorts.next();
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(keys.serving(port, backEnd));
        bus.authenticator().addIssuer(ACME, ISSUER, login.key().getPublic());
        bus.authenticator().addSubject(ACME, ALICE, new TokenSubject(ISSUER, "alice"));
        bus.authenticator().addSubject(ACME, BOB, new TokenSubject(ISSUER, "bob"));
        bus.authenticator().add(ACME, ALICE, registered.certificate());
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(new OneKeyForAll(acmeKeys));
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        bus.component().setSessionTokens(new OpenTokens());
        client = TlsKeys.connect(anonymous, port);
        plain = bus.connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        plain.close();
        bus.close();
        backEnd.close();
    }

    private void deploy(String attributes) {
        bus.deployProxy(ACME, backEnd.url(), attributes, "");
    }

    private static String message(String header) {
        return Soap.envelope(header, ORDER);
    }

    private static String block(String elements) {
        return "<w:Security xmlns:w=\"" + WSSE + "\">" + elements + "</w:Security>";
    }

    private static String bearer(SamlDraft draft) {
        return message(block(draft.sign()));
    }

    private static String bearer(String subject) {
        return bearer(login.draft(subject));
    }

    private static String held(SigningClient by, SamlDraft draft) throws Exception {
        return by.signAsHolder(message(""), draft.sign(), draft.id());
    }

    private static SamlDraft ofHolder() throws Exception {
        return login.draft("alice").holder(holder.certificate());
    }

    private static RawClient.Answer send(RawClient over, String message) throws IOException {
        return over.send(Soap.post(path(ACME), message)).answer();
    }

    private void assertAccepted(RawClient over, String message) throws IOException {
        RawClient.Answer answer = send(over, message);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(backEnd.requests()).last().satisfies(r -> assertThat(r.text())
                .contains("4711")
                .doesNotContain("Security", "Assertion", "TenantContext"));
    }

    private void assertRefused(RawClient over, String message, String code) throws IOException {
        RawClient.Answer answer = send(over, message);
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains(">" + code + "<").doesNotContain("4711");
        assertThat(backEnd.requests()).isEmpty();
    }

    private static String names(Object user) {
        return Soap.context(ACME, ALICE, "x")
                .replaceAll("<t:password>.*</t:password>", "")
                .replace(ALICE.toString(), user.toString());
    }

    // ---- bearers

    @Test
    void anAssertionNeedsNoOtherProof() throws Exception {
        deploy("accept=\"saml\"");
        assertAccepted(client, bearer("alice"));
        assertAccepted(
                client,
                message("<x:a xmlns:x=\"urn:x\">one</x:a>" + names(ALICE)
                        + block(login.draft("alice").sign() + "<w:Other/>") + "<x:b xmlns:x=\"urn:x\">two</x:b>"));
        assertThat(backEnd.requests()).last().satisfies(r -> assertThat(r.text())
                .contains(">one<", ">two<"));
    }

    @Test
    void anAssertionMayNameThisEndpointAsItsRecipient() throws Exception {
        deploy("accept=\"saml\"");
        assertAccepted(client, bearer(login.draft("alice").recipient("https://bus.example" + path(ACME))));
    }

    @Test
    void theRecipientOfAnotherTenantIsRefused() throws Exception {
        deploy("accept=\"saml saml-key\"");
        for (String url : new String[] {
            "https://bus.example" + path(GLOBEX),
            "https://bus.example" + path(ACME) + "/more",
            "https://bus.example" + path(ACME) + "?x",
            path(ACME),
            "not a URL"
        }) {
            assertRefused(client, bearer(login.draft("alice").recipient(url)), "SECURITY_INVALID");
            assertRefused(plain, held(holder, ofHolder().recipient(url)), "SECURITY_INVALID");
        }
        assertThat(bus.authenticator().checks()).isZero();
    }

    @Test
    void anAssertionInTheClearIsRefusedBeforeItIsLookedAt() throws Exception {
        deploy("accept=\"saml\"");
        try (CapturedLog log = new CapturedLog()) {
            assertRefused(plain, bearer("alice"), "SECURITY_INVALID");
            assertThat(log.linesWith("SAML assertion")).anyMatch(line -> line.contains("came without TLS"));
        }
        assertThat(bus.authenticator().checks()).isZero();
    }

    @Test
    void anEndpointTakesNoAssertionUnlessItSaysSo() throws Exception {
        deploy("accept=\"password username-token bearer signature\"");
        assertRefused(client, bearer("alice"), "SECURITY_INVALID");
        assertRefused(plain, held(holder, ofHolder()), "SECURITY_INVALID");
    }

    @Test
    void theKeyOfAnotherIssuerIsRefused() throws Exception {
        deploy("accept=\"saml saml-key\"");
        SamlIssuer mallory = new SamlIssuer(ISSUER);
        assertRefused(client, bearer(mallory.draft("alice")), "NOT_AUTHENTICATED");
        assertRefused(plain, held(holder, mallory.draft("alice").holder(holder.certificate())), "NOT_AUTHENTICATED");
        bus.authenticator()
                .addIssuer(GLOBEX, "https://globex.example", mallory.key().getPublic());
        bus.authenticator().addSubject(GLOBEX, ALICE, new TokenSubject("https://globex.example", "alice"));
        SamlIssuer globex = new SamlIssuer("https://globex.example", mallory.key());
        assertRefused(client, bearer(globex.draft("alice")), "NOT_AUTHENTICATED");
    }

    @Test
    void anAssertionWithAHolderIsNotForItsBearer() throws Exception {
        deploy("accept=\"saml saml-key\"");
        try (CapturedLog log = new CapturedLog()) {
            assertRefused(client, bearer(ofHolder()), "SECURITY_INVALID");
            assertThat(log.linesWith("A SAML assertion for tenant " + ACME + " is refused"))
                    .anyMatch(line -> line.contains("holder"));
        }
        assertThat(bus.authenticator().checks()).isZero();
    }

    @Test
    void aChangedOrUnsignedAssertionIsRefused() throws Exception {
        deploy("accept=\"saml\"");
        assertRefused(client, bearer("alice").replace(">alice<", ">bob<"), "SECURITY_INVALID");
        assertRefused(client, bearer("alice").replace(">alice<", ">ali<!-- -->ce<"), "SECURITY_INVALID");
        assertRefused(client, message(block(login.draft("alice").unsigned())), "SECURITY_INVALID");
        assertThat(bus.authenticator().checks()).isZero();
    }

    @Test
    void twoAssertionsOrBlocksAreRefused() throws Exception {
        deploy("accept=\"saml\"");
        String alice = login.draft("alice").sign();
        assertRefused(client, message(block(alice + alice)), "SECURITY_INVALID");
        assertRefused(client, message(block(login.draft("bob").unsigned() + alice)), "SECURITY_INVALID");
        assertRefused(client, message(block(alice) + block("")), "SECURITY_INVALID");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:EncryptedAssertion xmlns:s=\"urn:oasis:names:tc:SAML:2.0:assertion\"/>",
                "<s:Assertion xmlns:s=\"urn:oasis:names:tc:SAML:1.0:assertion\"/>",
                "<w:Wrapper><s:Assertion xmlns:s=\"urn:oasis:names:tc:SAML:2.0:assertion\"/></w:Wrapper>"
            })
    void otherElementsAreNoProof(String element) throws Exception {
        deploy("accept=\"saml\"");
        assertRefused(client, message(block(element)), "CONTEXT_MISSING");
    }

    @Test
    void aForgedAssertionInAnExtensionIsNotRead() throws Exception {
        deploy("accept=\"saml\"");
        String bob = login.draft("bob").unsigned();
        String wrapped = block("<w:Extensions>" + bob + "</w:Extensions>"
                + login.draft("alice").sign());
        assertAccepted(client, message(wrapped + names(ALICE)));
        RawClient.Answer answer = send(client, message(wrapped + names(BOB)));
        assertThat(answer.text()).contains(">SECURITY_INVALID<");
    }

    // ---- several proofs

    @Test
    void proofsThatDisagreeAreRefused() throws Exception {
        deploy("accept=\"password saml\"");
        String password = Soap.context(ACME, ALICE, "acme-secret");
        assertRefused(client, message(password + block(login.draft("bob").sign())), "SECURITY_INVALID");
        assertRefused(
                client,
                message(password + block(new SamlIssuer(ISSUER).draft("alice").sign())),
                "NOT_AUTHENTICATED");
        assertRefused(client, message(names(BOB) + block(login.draft("alice").sign())), "SECURITY_INVALID");
        assertRefused(
                client,
                registered
                        .sign(message(password))
                        .replaceFirst("<wsu:Timestamp", login.draft("bob").sign() + "$0"),
                "SECURITY_INVALID");
        assertAccepted(client, message(password + block(login.draft("alice").sign())));
    }

    @Test
    void anAssertionForTheBackEndPassesBesideAPassword() throws Exception {
        deploy("");
        String message = message(Soap.context(ACME, ALICE, "acme-secret")
                + block(login.draft("bob").sign()));
        assertThat(send(plain, message).status()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .contains("saml2:Assertion", ">bob<")
                .doesNotContain("TenantContext"));
    }

    // ---- holders of keys

    @Test
    void aHolderNeedsNeitherTlsNorARegisteredCertificate() throws Exception {
        deploy("accept=\"saml-key\"");
        assertAccepted(plain, held(holder, ofHolder()));
    }

    @Test
    void theAnswerIsForTheHolder() throws Exception {
        deploy("accept=\"saml-key\" answer=\"signed-encrypted\"");
        RawClient.Answer answer = send(plain, held(holder, ofHolder()));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).doesNotContain("acme-back-end");
        assertThat(holder.opened(answer.text(), acmeKeys.certificate())).contains("acme-back-end");
    }

    @Test
    void aMessageOfAHolderIsTakenOnce() throws Exception {
        deploy("accept=\"saml-key\"");
        SamlDraft draft = ofHolder();
        String message = held(holder, draft);
        assertAccepted(plain, message);
        assertThat(send(plain, message).text()).contains(">SECURITY_INVALID<");
        assertAccepted(plain, held(holder, draft)); // the assertion is good for further messages
        assertThat(backEnd.requests()).hasSize(2);
    }

    @Test
    void anotherKeyThanTheHoldersIsRefused() throws Exception {
        deploy("accept=\"saml-key signature\"");
        SamlDraft draft = ofHolder();
        assertRefused(plain, held(registered, draft), "NOT_AUTHENTICATED");
        String stolen = registered.sign(message("")).replaceFirst("<wsu:Timestamp", draft.sign() + "$0");
        assertRefused(plain, stolen, "SECURITY_INVALID");
    }

    @Test
    void aRegisteredCertificateIsNoAssertion() throws Exception {
        deploy("accept=\"saml-key\"");
        assertRefused(plain, registered.sign(message("")), "SECURITY_INVALID");
    }

    @Test
    void aHolderSignsTheBody() throws Exception {
        deploy("accept=\"saml-key timestamp-signature\"");
        SamlDraft draft = ofHolder();
        String message = registered.signTimestamp(message(""));
        assertAccepted(client, message);
        String byHolder = holder.signTimestamp(message("")).replaceFirst("<wsu:Timestamp", draft.sign() + "$0");
        assertThat(send(client, byHolder).text()).contains(">SECURITY_INVALID<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void noSessionBeginsWithAnAssertion() throws Exception {
        deploy("accept=\"signature session saml-key\" answer=\"signed\"");
        SamlDraft draft = ofHolder();
        String request = holder.signAsHolder(SessionClient.request("Issue"), draft.sign(), draft.id());
        assertRefused(plain, request, "SECURITY_INVALID");
    }

    // ---- deployment

    @Test
    void theAttributesFitTogether() {
        assertThatThrownBy(() -> deploy("accept=\"saml\" protect=\"signed\"")).hasMessageContaining("'saml-key'");
        assertThatThrownBy(() -> deploy("accept=\"saml\" tolerate=\"plain-id\""))
                .hasMessageContaining("'saml-key'");
        assertThatThrownBy(() -> deploy("accept=\"saml\" answer=\"signed-encrypted\""))
                .hasMessageContaining("sender's certificate");
        assertThatThrownBy(() -> deploy("accept=\"saml-key session\"")).hasMessageContaining("sessions begin with one");
        assertThatThrownBy(() -> deploy("accept=\"saml-key\" protect=\"none\"")).hasMessageContaining("protect");
        deploy("accept=\"saml-key\" protect=\"signed-encrypted\" answer=\"signed-encrypted\" tolerate=\"plain-id\"");
    }

    @Test
    void bearersNeedTlsAndHoldersDoNot() {
        try (TestBus bare = new TestBus(TestBus.allowing(backEnd))) {
            bare.component().setMessageSecurity(new WsSecurity());
            assertThatThrownBy(() -> bare.deployProxy(ACME, backEnd.url(), "accept=\"saml\"", ""))
                    .hasMessageContaining("tls.port");
            bare.deployProxy(ACME, backEnd.url(), "accept=\"saml-key\"", "");
        }
    }

    @Test
    void thePolicyAsksForAnAssertionOverTls() throws Exception {
        bus.deploy(
                ACME,
                TestBus.proxy(backEnd.url(), "wsdl=\"orders.wsdl\" accept=\"saml\"", ""),
                Map.of("orders.wsdl", WsdlClientsTest.WSDL));
        String wsdl = plain.send("GET " + path(ACME) + "?wsdl HTTP/1.1\r\nHost: x\r\n\r\n")
                .answer()
                .text();
        assertThat(wsdl).contains("<sp:TransportBinding>", "<sp:WssSamlV20Token11/>", "</sp:SamlToken>");
    }
}
