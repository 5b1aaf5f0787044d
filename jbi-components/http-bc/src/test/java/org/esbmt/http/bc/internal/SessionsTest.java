package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.esbmt.http.bc.internal.support.OneKeyForAll;
import org.esbmt.http.bc.internal.support.OpenTokens;
import org.esbmt.http.bc.internal.support.SessionClient;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.api.MessageSecurity;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders of acme begin sessions by a signed message, and prove the next ones by the session's key. */
class SessionsTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";
    private static final String SESSIONS = "accept=\"signature session\" ";

    @TempDir
    private static Path folder;

    private static SigningClient alice;
    private static SigningClient acmeKeys;

    private final OpenTokens tokens = new OpenTokens();
    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeAll
    static void keys() throws Exception {
        alice = new SigningClient(folder, "alice");
        acmeKeys = new SigningClient(folder, "acme");
    }

    @BeforeEach
    void start() throws Exception {
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(TestBus.allowing(backEnd));
        bus.authenticator().add(ACME, ALICE, alice.certificate());
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(new OneKeyForAll(acmeKeys));
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        bus.component().setSessionTokens(tokens);
        client = bus.connect();
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

    private SessionClient begin() throws Exception {
        RawClient.Answer answer = send(alice.sign(SessionClient.request("Issue")));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return SessionClient.of(alice.opened(answer.text(), acmeKeys.certificate()));
    }

    private void assertRefused(String message, String code) throws IOException {
        int before = backEnd.requests().size();
        RawClient.Answer answer = send(message);
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains(">" + code + "<").doesNotContain("4711", "BinarySecret");
        assertThat(backEnd.requests()).hasSize(before);
    }

    // ---- accepted

    @Test
    void messagesOfASessionNeedNoCertificate() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        assertThat(backEnd.requests()).as("the bus begins sessions itself").isEmpty();
        for (int i = 0; i < 3; i++) {
            String message = session.sign(Soap.envelope("", ORDER));
            assertThat(message).doesNotContain("BinarySecurityToken");
            RawClient.Answer answer = send(message);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
        assertThat(backEnd.requests())
                .hasSize(3)
                .allSatisfy(r -> assertThat(r.text()).contains("4711").doesNotContain("Security"));
    }

    @Test
    void aServiceThatStopsAmidAMessageRefusesIt() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        bus.component().setMessageSecurity(stoppingAfterOneMessage());
        assertRefused(session.sign(Soap.envelope("", ORDER)), "OVERLOADED");
    }

    private MessageSecurity stoppingAfterOneMessage() {
        MessageSecurity real = new WsSecurity();
        return (MessageSecurity) Proxy.newProxyInstance(
                SessionsTest.class.getClassLoader(), new Class<?>[] {MessageSecurity.class}, (self, method, values) -> {
                    Object result = method.invoke(real, values);
                    bus.component().unsetMessageSecurity((MessageSecurity) self);
                    return result;
                });
    }

    @Test
    void answersAreSecuredUnderTheSession() throws Exception {
        deploy(SESSIONS + "protect=\"signed\" answer=\"signed-encrypted\"");
        SessionClient session = begin();
        for (String message :
                List.of(session.sign(Soap.envelope("", ORDER)), session.signAndEncrypt(Soap.envelope("", ORDER)))) {
            RawClient.Answer answer = send(message);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text()).doesNotContain("acme-back-end", "BinarySecurityToken", "EncryptedKey");
            assertThat(session.opened(answer.text())).contains("acme-back-end");
        }
    }

    @Test
    void theKeyOfASessionIsEncryptedForTheSender() throws Exception {
        deploy(SESSIONS);
        RawClient.Answer answer = send(alice.sign(SessionClient.request("Issue")));
        assertThat(answer.text())
                .doesNotContain("BinarySecret", "urn:esbmt:session")
                .contains("EncryptedData");
    }

    @Test
    void theEndOfASessionIsAnswered() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        RawClient.Answer answer = send(session.sign(SessionClient.request("Cancel")));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(session.opened(answer.text())).contains("RequestedTokenCancelled");
        assertThat(backEnd.requests()).isEmpty();
    }

    /** As clients of CXF end their sessions. */
    @Test
    void theEndOfASessionByItsCertificateIsAnswered() throws Exception {
        deploy(SESSIONS);
        RawClient.Answer answer = send(alice.sign(SessionClient.request("Cancel")));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(alice.opened(answer.text(), acmeKeys.certificate()))
                .contains("RequestedTokenCancelled")
                .doesNotContain("BinarySecret", "Identifier>urn");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void certificatesAreTakenBesideSessions() throws Exception {
        deploy(SESSIONS);
        assertThat(send(alice.sign(Soap.envelope("", ORDER))).status()).isEqualTo(200);
    }

    @Test
    void requestsForTokensAreMessagesWhereSessionsAreNotTaken() throws Exception {
        deploy("accept=\"signature\"");
        assertThat(send(alice.sign(SessionClient.request("Issue"))).status()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.text())
                .contains("RequestSecurityToken"));
    }

    // ---- refused

    @Test
    void anEndpointWithoutSessionsTakesNone() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        bus.deploy(
                ACME,
                TestBus.proxy(backEnd.url(), "accept=\"signature\"", "")
                        .replace("\"in\"", "\"certified\"")
                        .replace("\"out\"", "\"certified-out\""));
        RawClient.Answer answer = client.send(
                        Soap.post(path(ACME).replace("/in", "/certified"), session.sign(Soap.envelope("", ORDER))))
                .answer();
        assertThat(answer.text()).contains(">SECURITY_INVALID<");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void anUnencryptedMessageOfASessionIsRefused() throws Exception {
        deploy(SESSIONS + "protect=\"signed-encrypted\"");
        RawClient.Answer begun = send(alice.signAndEncrypt(SessionClient.request("Issue"), acmeKeys.certificate()));
        SessionClient session = SessionClient.of(alice.opened(begun.text(), acmeKeys.certificate()));
        assertThat(send(session.signAndEncrypt(Soap.envelope("", ORDER))).status())
                .isEqualTo(200);
        assertRefused(session.sign(Soap.envelope("", ORDER)), "SECURITY_INVALID");
        assertRefused(alice.sign(SessionClient.request("Issue")), "SECURITY_INVALID");
    }

    @Test
    void attack22AnUnknownIdentifierIsRefused() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        assertRefused(session.as(session.identifier() + "x").sign(Soap.envelope("", ORDER)), "NOT_AUTHENTICATED");
        tokens.forget();
        assertRefused(session.sign(Soap.envelope("", ORDER)), "NOT_AUTHENTICATED");
    }

    @Test
    void attack22ASessionIsOfOneTenant() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        bus.authenticator().add(GLOBEX, ALICE, alice.certificate());
        bus.deployProxy(GLOBEX, backEnd.url(), SESSIONS, "");
        RawClient.Answer answer = client.send(Soap.post(path(GLOBEX), session.sign(Soap.envelope("", ORDER))))
                .answer();
        assertThat(answer.text()).contains(">NOT_AUTHENTICATED<");
        assertThat(backEnd.requests()).isEmpty();
    }

    /** The certificate is registered anew, for another user. */
    @Test
    void attack22ASessionIsOfOneUser() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        bus.authenticator().revoke(ACME, alice.certificate());
        bus.authenticator().add(ACME, BOB, alice.certificate());
        assertRefused(session.sign(Soap.envelope("", ORDER)), "NOT_AUTHENTICATED");
        assertThat(send(alice.sign(Soap.envelope("", ORDER))).status())
                .as("the certificate itself is that of the other user")
                .isEqualTo(200);
    }

    @Test
    void aRevokedCertificateEndsItsSessions() throws Exception {
        deploy(SESSIONS);
        SessionClient session = begin();
        assertThat(send(session.sign(Soap.envelope("", ORDER))).status()).isEqualTo(200);
        bus.authenticator().revoke(ACME, alice.certificate());
        assertRefused(session.sign(Soap.envelope("", ORDER)), "NOT_AUTHENTICATED");
    }

    @Test
    void aForgedKeyIsRefused() throws Exception {
        deploy(SESSIONS);
        SessionClient forged = new SessionClient(begin().identifier(), new byte[32]);
        assertRefused(forged.sign(Soap.envelope("", ORDER)), "NOT_AUTHENTICATED");
    }

    @Test
    void aRepeatedMessageIsRefused() throws Exception {
        deploy(SESSIONS);
        String request = alice.sign(SessionClient.request("Issue"));
        SessionClient session = SessionClient.of(alice.opened(send(request).text(), acmeKeys.certificate()));
        assertRefused(request, "SECURITY_INVALID");
        String message = session.sign(Soap.envelope("", ORDER));
        assertThat(send(message).status()).isEqualTo(200);
        assertRefused(message, "SECURITY_INVALID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Renew", "Validate"})
    void otherRequestsForTokensAreRefused(String type) throws Exception {
        deploy(SESSIONS);
        assertRefused(alice.sign(SessionClient.request(type)), "SECURITY_INVALID");
    }

    /** Otherwise a stolen session would live forever. */
    @Test
    void aSessionBeginsNoOther() throws Exception {
        deploy(SESSIONS);
        assertRefused(begin().sign(SessionClient.request("Issue")), "SECURITY_INVALID");
    }

    @Test
    void anUnknownCertificateBeginsNoSession() throws Exception {
        deploy(SESSIONS);
        bus.authenticator().revoke(ACME, alice.certificate());
        assertRefused(alice.sign(SessionClient.request("Issue")), "NOT_AUTHENTICATED");
    }

    @Test
    void sessionsNeedSignatures() {
        assertThatThrownBy(() -> deploy("accept=\"session\"")).hasMessageContaining("sessions begin with one");
        assertThatThrownBy(() -> deploy("accept=\"session password\"")).hasMessageContaining("sessions begin with one");
    }
}
