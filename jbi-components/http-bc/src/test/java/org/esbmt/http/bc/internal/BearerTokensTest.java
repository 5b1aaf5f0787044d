package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestAuthenticator;
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

/** Senders of acme prove themselves by bearer tokens, which the authenticator verifies. */
class BearerTokensTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";
    private static final String MESSAGE = Soap.envelope("", ORDER);
    private static final String TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl";

    @TempDir
    private static Path folder;

    private static TlsKeys keys;
    private static SSLContext anonymous;

    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = new TlsKeys(folder);
        anonymous = keys.context(null);
    }

    @BeforeEach
    void start() throws Exception {
        int port = FreePorts.next();
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(keys.serving(port, backEnd));
        bus.authenticator().addToken(ACME, ALICE, TOKEN);
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

    private static String post(String message, String authorization) {
        return Soap.post(path(ACME), message, "Authorization: " + authorization + "\r\n");
    }

    private RawClient.Answer send(String request) throws IOException {
        return client.send(request).answer();
    }

    private void assertRefused(String request, String code) throws IOException {
        RawClient.Answer answer = send(request);
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains(">" + code + "<").doesNotContain("o:order", TOKEN);
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aTokenNeedsNoOtherProof() throws Exception {
        deploy("accept=\"bearer\"");
        for (String scheme : new String[] {"Bearer ", "bearer ", "BEARER  "}) {
            assertThat(send(post(MESSAGE, scheme + TOKEN)).status()).isEqualTo(200);
        }
        assertThat(backEnd.requests()).hasSize(3).allSatisfy(request -> assertThat(String.join("\n", request.headers()))
                .doesNotContainIgnoringCase("Authorization")
                .doesNotContain(TOKEN));
    }

    @Test
    void theFieldPassesToNoBackEndWhateverItsScheme() throws Exception {
        deploy("");
        assertThat(send(post(TestBus.acmeMessage(ORDER), "Bearer of.another.kind"))
                        .status())
                .isEqualTo(200);
        assertThat(send(post(TestBus.acmeMessage(ORDER), "Basic YTpi")).status())
                .isEqualTo(200);
        assertThat(backEnd.requests()).hasSize(2).allSatisfy(request -> assertThat(String.join("\n", request.headers()))
                .doesNotContainIgnoringCase("Authorization"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpBindingComponent(
                        TestBus.configuration(Map.of("request_headers", "Accept,Authorization")),
                        new TestAuthenticator(),
                        () -> false))
                .withMessageContaining("Authorization must not pass");
    }

    @Test
    void anUnknownTokenIsRefused() throws Exception {
        deploy("accept=\"bearer\"");
        assertRefused(post(MESSAGE, "Bearer " + TOKEN + "x"), "NOT_AUTHENTICATED");
        assertRefused(post(MESSAGE, "Bearer x"), "NOT_AUTHENTICATED");
        assertRefused(Soap.post(path(ACME), MESSAGE), "CONTEXT_MISSING");
        assertRefused(post(MESSAGE, "Basic " + TOKEN), "CONTEXT_MISSING");
    }

    @Test
    void aTokenOfAnotherTenantIsRefused() throws Exception {
        bus.authenticator().addToken(GLOBEX, ALICE, "of.globex.alone");
        deploy("accept=\"bearer\"");
        assertRefused(post(MESSAGE, "Bearer of.globex.alone"), "NOT_AUTHENTICATED");
    }

    @Test
    void aTokenInTheClearIsRefusedBeforeItIsLookedAt() throws Exception {
        deploy("accept=\"bearer\"");
        try (CapturedLog log = new CapturedLog();
                RawClient plain = bus.connect()) {
            assertThat(plain.send(post(MESSAGE, "Bearer " + TOKEN)).answer().text())
                    .contains(">SECURITY_INVALID<");
            assertThat(log.linesWith("came without TLS")).isNotEmpty().noneMatch(line -> line.contains(TOKEN));
        }
        assertThat(bus.authenticator().checks()).isZero();
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void twoTokensAreRefused() throws Exception {
        deploy("accept=\"bearer\"");
        String second = "Bearer " + TOKEN + "\r\nAuthorization: Bearer " + TOKEN;
        assertThat(send(post(MESSAGE, second)).status()).isEqualTo(400);
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aPasswordGainsNothingWithoutAToken() throws Exception {
        deploy("accept=\"bearer\"");
        assertRefused(Soap.post(path(ACME), TestBus.acmeMessage(ORDER)), "SECURITY_INVALID");
        assertRefused(post(TestBus.acmeMessage(ORDER), "Bearer " + TOKEN), "SECURITY_INVALID");
    }

    @Test
    void proofsThatDisagreeAreRefused() throws Exception {
        deploy("accept=\"bearer password\"");
        String bob = Soap.envelope(Soap.context(ACME, BOB, "bobs-secret"), ORDER);
        assertRefused(post(bob, "Bearer " + TOKEN), "SECURITY_INVALID");
        assertRefused(post(TestBus.acmeMessage(ORDER), "Bearer " + TOKEN + "x"), "NOT_AUTHENTICATED");
        String names = Soap.context(ACME, BOB, "x").replaceAll("<t:password>.*</t:password>", "");
        assertRefused(post(Soap.envelope(names, ORDER), "Bearer " + TOKEN), "SECURITY_INVALID");
        assertThat(send(post(TestBus.acmeMessage(ORDER), "Bearer " + TOKEN)).status())
                .isEqualTo(200);
    }
}
