package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.http.bc.internal.support.KeysOfTenants;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A back end with WSS4J verifies the requests of the bus, and answers signed: rightly and wrongly. */
class SecuredBackEndTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";
    private static final String ANSWER = Soap.answer("partner", "");
    private static final String SIGNED = "secure=\"signed\" ";
    private static final String ENCRYPTED = "secure=\"signed-encrypted\" recipient=\"orders\" ";
    private static final String EXPECTED = "expect=\"signed\" partner=\"orders\" ";
    private static final String EXPECTED_ENCRYPTED = "expect=\"signed-encrypted\" partner=\"orders\" ";

    @TempDir
    private static Path folder;

    private static SigningClient acme;
    private static SigningClient acmeDecrypts;
    private static SigningClient partner;
    private static SigningClient stranger;

    private final KeysOfTenants keys = new KeysOfTenants();
    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    /** Makes the answer to a verified request. */
    @FunctionalInterface
    private interface Answering {
        String answer(SigningClient.Opened request) throws Exception;
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        acme = new SigningClient(folder, "acme");
        acmeDecrypts = new SigningClient(folder, "acme-decrypts");
        partner = new SigningClient(folder, "partner");
        stranger = new SigningClient(folder, "stranger");
    }

    @BeforeEach
    void start() throws Exception {
        keysOfAcme().partner("orders", partner.certificate()).publish();
        backEnd = StubBackEnd.echo("never");
        answering(request -> partner.answer(ANSWER, request.signature(), null));
        bus = new TestBus(TestBus.allowing(backEnd));
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(keys);
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        client = bus.connect();
    }

    private KeysOfTenants.Builder keysOfAcme() throws Exception {
        return keys.with(ACME)
                .key("sign", KeyPurpose.SIGN, acme.key(), acme.certificate())
                .key("decrypt", KeyPurpose.DECRYPT, acmeDecrypts.key(), acmeDecrypts.certificate());
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        bus.close();
        backEnd.close();
    }

    private void answering(Answering answering) {
        backEnd.behave((request, out) -> answer(request, out, "200 OK", answering));
    }

    private static void answer(StubBackEnd.Request request, OutputStream out, String status, Answering answering)
            throws IOException {
        String answer;
        try {
            answer = answering.answer(partner.open(request.text(), acme.certificate()));
        } catch (Exception | AssertionError e) {
            StubBackEnd.respond(out, "500 not verified", "text/plain", e.toString());
            return;
        }
        StubBackEnd.respond(out, status, "text/xml; charset=utf-8", answer);
    }

    private RawClient.Answer send(String body) throws IOException {
        return client.send(Soap.post(path(ACME), acmeMessage(body))).answer();
    }

    private void deploy(String attributes) {
        bus.deployProxy(ACME, backEnd.url(), "", attributes);
    }

    private void assertAnswered() throws IOException {
        RawClient.Answer answer = send(ORDER);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.text()).contains("partner").doesNotContain("Security", "Encrypted");
    }

    private void assertNotTrusted() throws IOException {
        RawClient.Answer answer = send(ORDER);
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains(">BACKEND_UNAVAILABLE<").doesNotContain("urn:r", "sign", "partner");
    }

    // ---- requests

    @Test
    void aSignedRequestIsVerifiedByTheBackEnd() throws Exception {
        deploy(SIGNED);
        RawClient.Answer answer = send(ORDER);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(backEnd.requests())
                .singleElement()
                .satisfies(r -> assertThat(r.text()).contains("4711").doesNotContain("TenantContext", "acme-secret"));
    }

    @Test
    void anEncryptedRequestIsReadByItsRecipientAlone() throws Exception {
        deploy(ENCRYPTED + EXPECTED);
        answering(request -> {
            assertThat(request.text()).contains("4711");
            return partner.answer(ANSWER, request.signature(), null);
        });
        assertAnswered();
        assertAnswered();
        assertThat(backEnd.requests()).allSatisfy(r -> assertThat(r.text()).doesNotContain("4711"));
        assertThat(wrappedKey(0)).isEqualTo(wrappedKey(1));
    }

    private String wrappedKey(int request) {
        Matcher key = Pattern.compile("CipherValue>([^<]*)<")
                .matcher(backEnd.requests().get(request).text());
        assertThat(key.find()).isTrue();
        return key.group(1);
    }

    @Test
    void aRequestThatArrivesInPiecesIsSigned() throws Exception {
        deploy(SIGNED + EXPECTED);
        RawClient.Answer answer = send("<a>" + "x".repeat(900_000) + "</a>");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    @Test
    void aRequestOfMoreThanAMebibyteIsRefused() throws Exception {
        deploy(SIGNED);
        assertThat(send("<a>" + "x".repeat(1024 * 1024) + "</a>").text()).contains(">LIMIT_EXCEEDED<");
        String chunked = "POST " + path(ACME) + " HTTP/1.1\r\nHost: bus\r\nContent-Type: text/xml\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n";
        String message = acmeMessage("<a>" + "x".repeat(1024 * 1024) + "</a>");
        try (RawClient other = bus.connect()) {
            assertThat(other.send(chunked + Integer.toHexString(message.length()) + "\r\n" + message + "\r\n0\r\n\r\n")
                            .answer()
                            .text())
                    .contains(">LIMIT_EXCEEDED<");
        }
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void nothingLeavesWithoutTheDeclaredKeyAndRecipient() throws Exception {
        deploy("credential=\"other\" " + SIGNED);
        assertNotTrusted();
        keys.with(ACME)
                .key("other", KeyPurpose.DECRYPT, acme.key(), acme.certificate())
                .publish();
        assertNotTrusted();
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void nothingIsEncryptedForAPartnerThatIsNotRegisteredAnyMore() throws Exception {
        deploy(ENCRYPTED + EXPECTED);
        assertAnswered();
        keysOfAcme().publish();
        assertNotTrusted();
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aKeyThatIsRevokedWhileItsMessageArrivesDoesNotSign() throws Exception {
        deploy(SIGNED);
        String message = acmeMessage("<a>" + "x".repeat(300_000) + "</a>");
        int most = message.length() - 1000;
        String head = "POST " + path(ACME) + " HTTP/1.1\r\nHost: bus\r\nContent-Type: text/xml\r\nContent-Length: "
                + message.length() + "\r\n\r\n";
        long lookUps = keys.lookUps();
        client.send(head + message.substring(0, most));
        await().until(() -> keys.lookUps() > lookUps); // the provider has the exchange
        keys.with(ACME).publish();
        assertThat(client.send(message.substring(most)).answer().text()).contains(">BACKEND_UNAVAILABLE<");
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void theNamedKeySigns() throws Exception {
        keys.with(ACME)
                .key("first", KeyPurpose.SIGN, acme.key(), acme.certificate())
                .key("second", KeyPurpose.SIGN, stranger.key(), stranger.certificate())
                .publish();
        deploy("credential=\"first\" " + SIGNED);
        assertThat(send(ORDER).status()).isEqualTo(200);
    }

    // ---- answers

    @Test
    void aSignedAnswerGoesOnInTheClear() throws Exception {
        deploy(SIGNED + EXPECTED);
        assertAnswered();
    }

    @Test
    void anEncryptedAnswerGoesOnInTheClear() throws Exception {
        deploy(ENCRYPTED + EXPECTED_ENCRYPTED);
        X509Certificate ours = acmeDecrypts.certificate();
        answering(request -> partner.answer(ANSWER, request.signature(), ours));
        assertAnswered();
    }

    /** The answers of a consumer confirm the signature of its request, so one bus can be the back end of another one. */
    @ParameterizedTest
    @CsvSource({
        "accept=\"signature\" answer=\"signed\", 'secure=\"signed\" expect=\"signed\" partner=\"orders\"'",
        "protect=\"signed-encrypted\" answer=\"signed-encrypted\", 'secure=\"signed-encrypted\" recipient=\"decrypts\""
                + " expect=\"signed-encrypted\" partner=\"orders\"'"
    })
    void anotherBusAnswersAsItIsExpected(String consumer, String provider) throws Exception {
        // one key for all: the other bus encrypts its answers for the certificate of the request
        keys.with(ACME)
                .key("sign", KeyPurpose.SIGN, acme.key(), acme.certificate())
                .key("decrypt", KeyPurpose.DECRYPT, acme.key(), acme.certificate())
                .partner("orders", partner.certificate())
                .partner("decrypts", stranger.certificate())
                .publish();
        KeysOfTenants others = new KeysOfTenants();
        others.with(ACME)
                .key("sign", KeyPurpose.SIGN, partner.key(), partner.certificate())
                .key("decrypt", KeyPurpose.DECRYPT, stranger.key(), stranger.certificate())
                .publish();
        try (StubBackEnd last = StubBackEnd.echo("last");
                TestBus other = new TestBus(TestBus.allowing(last))) {
            other.authenticator().add(ACME, ALICE, acme.certificate());
            other.component().setMessageSecurity(new WsSecurity());
            other.component().setTenantKeys(others);
            other.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
            other.deployProxy(ACME, last.url(), consumer, "");
            String url = "http://127.0.0.1:" + other.address().getPort() + path(ACME);
            Map<String, Object> allowed =
                    Map.of("egress_allow", "*@127.0.0.1:" + other.address().getPort());
            try (TestBus first = new TestBus(allowed);
                    RawClient sender = first.connect()) {
                first.component().setMessageSecurity(new WsSecurity());
                first.component().setTenantKeys(keys);
                first.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
                first.deployProxy(ACME, url, "", provider);
                RawClient.Answer answer =
                        sender.send(Soap.post(path(ACME), acmeMessage(ORDER))).answer();
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                assertThat(answer.text()).contains("last").doesNotContain("Security", "Encrypted");
                assertThat(last.requests())
                        .singleElement()
                        .satisfies(r -> assertThat(r.text()).contains("4711").doesNotContain("Security"));
            }
        }
    }

    @Test
    void aSignedFaultIsAFault() throws Exception {
        deploy(SIGNED + EXPECTED);
        backEnd.behave((request, out) -> answer(
                request,
                out,
                "500 Fault",
                opened -> partner.answer(Soap.fault("no such order"), opened.signature(), null)));
        RawClient.Answer answer = send(ORDER);
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("no such order").doesNotContain("Security");
    }

    @Test
    void theSignedBodyTellsAFaultWhateverTheStatusIs() throws Exception {
        deploy(SIGNED + EXPECTED);
        answering(request -> partner.answer(Soap.fault("no such order"), request.signature(), null));
        assertThat(send(ORDER).status()).isEqualTo(500);
        backEnd.behave((request, out) ->
                answer(request, out, "500 Changed", opened -> partner.answer(ANSWER, opened.signature(), null)));
        assertAnswered();
    }

    @Test
    void anUnsignedAnswerIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        answering(request -> ANSWER);
        assertNotTrusted();
    }

    @Test
    void anUnsignedFaultIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        backEnd.behave((request, out) -> answer(request, out, "500 Fault", opened -> Soap.fault("forged sign")));
        assertNotTrusted();
    }

    @Test
    void anEmptyAnswerIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        backEnd.behave((request, out) -> StubBackEnd.raw(out, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"));
        assertNotTrusted();
    }

    @Test
    void anAnswerOfAnotherSignerIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        answering(request -> stranger.answer(ANSWER, request.signature(), null));
        assertNotTrusted();
    }

    @Test
    void theTenantsOwnSignatureIsNoAnswer() throws Exception {
        deploy(SIGNED + EXPECTED);
        answering(request -> acme.answer(ANSWER, request.signature(), null));
        assertNotTrusted();
        backEnd.behave((request, out) -> StubBackEnd.ok(out, request.text()));
        assertNotTrusted();
    }

    @Test
    void anAnswerToAnotherRequestIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        String[] first = new String[1];
        answering(request -> {
            if (first[0] == null) {
                first[0] = partner.answer(ANSWER, request.signature(), null);
            }
            return first[0];
        });
        assertAnswered();
        assertNotTrusted();
    }

    @Test
    void anAnswerThatConfirmsNothingIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        answering(request -> partner.answer(ANSWER, null, null));
        assertNotTrusted();
    }

    @Test
    void anAnswerThatWasReceivedBeforeIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        bus.component()
                .setReplayClaims((tenant, claim, expires) -> CompletableFuture.completedStage(ClaimOutcome.REPEATED));
        assertNotTrusted();
    }

    @Test
    void anAnswerIsNotTrustedWithoutClaims() throws Exception {
        deploy(SIGNED + EXPECTED);
        bus.component()
                .setReplayClaims(
                        (tenant, claim, expires) -> CompletableFuture.completedStage(ClaimOutcome.UNAVAILABLE));
        assertThat(send(ORDER).text()).contains(">OVERLOADED<").doesNotContain("partner");
    }

    @Test
    void aChangedAnswerIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        answering(request -> partner.answer(ANSWER, request.signature(), null).replace(">partner<", ">partners<"));
        assertNotTrusted();
    }

    @Test
    void aPlainAnswerIsRefusedWhereAnEncryptedOneIsExpected() throws Exception {
        deploy(ENCRYPTED + EXPECTED_ENCRYPTED);
        assertNotTrusted();
    }

    @Test
    void anAnswerForAnotherRecipientIsRefused() throws Exception {
        deploy(ENCRYPTED + EXPECTED_ENCRYPTED);
        X509Certificate theirs = stranger.certificate();
        answering(request -> partner.answer(ANSWER, request.signature(), theirs));
        assertNotTrusted();
    }

    @Test
    void aLargeAnswerIsRefused() throws Exception {
        deploy(SIGNED + EXPECTED);
        String large = Soap.answer("partner", "").replace("</r:from>", "x".repeat(1024 * 1024) + "</r:from>");
        answering(request -> partner.answer(large, request.signature(), null));
        assertNotTrusted();
    }

    @Test
    void aPartnerThatIsNotRegisteredAnyMoreIsNotBelieved() throws Exception {
        deploy(SIGNED + EXPECTED);
        answering(request -> {
            keysOfAcme().publish();
            return partner.answer(ANSWER, request.signature(), null);
        });
        assertNotTrusted();
    }

    @Test
    void oneWayMessagesNeedNoAnswer() throws Exception {
        backEnd.behave((request, out) -> StubBackEnd.raw(out, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"));
        bus.deployProxy(ACME, backEnd.url(), "defaultMep=\"in-only\"", SIGNED + EXPECTED);
        assertThat(send(ORDER).status()).isEqualTo(202);
        List<String> requests =
                backEnd.requests().stream().map(StubBackEnd.Request::text).toList();
        assertThat(partner.open(requests.get(0), acme.certificate()).text()).contains("4711");
    }
}
