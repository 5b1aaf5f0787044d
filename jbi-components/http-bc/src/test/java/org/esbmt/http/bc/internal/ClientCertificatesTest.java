package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TlsKeys;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.TestKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders of acme prove themselves by the client certificate of TLS. */
class ClientCertificatesTest {
    private static final String ORDER = "<o:order xmlns:o=\"urn:orders\"><o:number>4711</o:number></o:order>";
    private static final String MESSAGE = Soap.envelope("", ORDER);

    @TempDir
    private static Path folder;

    private static TlsKeys keys;
    private static KeyStore alice;
    private static X509Certificate certificate;
    private static SSLContext anonymous;
    private static SSLContext strange;

    private StubBackEnd backEnd;
    private TestBus bus;
    private int port;
    private SSLContext ofAlice;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = new TlsKeys(folder);
        alice = keys.client("alice", "RSA");
        certificate = TlsKeys.certificate(alice);
        anonymous = keys.context(null);
        strange = keys.context(keys.client("stranger", "EC"));
    }

    @BeforeEach
    void start() throws Exception {
        port = FreePorts.next();
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(keys.serving(port, backEnd));
        bus.authenticator().add(ACME, ALICE, certificate);
        ofAlice = keys.context(alice);
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private void deploy(String attributes) {
        bus.deployProxy(ACME, backEnd.url(), attributes, "");
    }

    private RawClient.Answer send(SSLContext context, String request) throws IOException {
        try (RawClient client = TlsKeys.connect(context, port)) {
            return client.send(request).answer();
        }
    }

    private static String post(String message) {
        return Soap.post(path(ACME), message);
    }

    private void assertRefused(SSLContext context, String request, String code) throws IOException {
        RawClient.Answer answer = send(context, request);
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text()).contains(">" + code + "<").doesNotContain("o:order");
        assertThat(backEnd.requests()).isEmpty();
    }

    private static String names(Object user) {
        return "<t:TenantContext xmlns:t=\"urn:esbmt:tenant-context:1\"><t:tenantID>" + ACME + "</t:tenantID><t:userID>"
                + user + "</t:userID></t:TenantContext>";
    }

    // ---- accepted

    @Test
    void aClientOfJavaNeedsNoOtherProof() throws Exception {
        deploy("accept=\"client-certificate\"");
        HttpClient client = HttpClient.newBuilder().sslContext(ofAlice).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + path(ACME)))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(MESSAGE))
                .build();
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("acme-back-end");
        }
    }

    @Test
    void theTenantContextNamesTheTenantAtTheSharedUrl() throws Exception {
        deploy("accept=\"client-certificate\"");
        String message = Soap.envelope(names(ALICE), ORDER);
        assertThat(send(ofAlice, Soap.post("/tenant-services/Orders/in", message))
                        .status())
                .isEqualTo(200);
        assertThat(backEnd.requests())
                .singleElement()
                .satisfies(r -> assertThat(r.text()).contains("4711").doesNotContain("TenantContext"));
    }

    @Test
    void clientsWithoutACertificateAreServedAsBefore() throws Exception {
        deploy("");
        assertThat(send(anonymous, post(TestBus.acmeMessage(ORDER))).status()).isEqualTo(200);
    }

    @Test
    void aCertificateHasNoMeaningAtAnEndpointWithPasswords() throws Exception {
        deploy("");
        assertThat(send(strange, post(TestBus.acmeMessage(ORDER))).status()).isEqualTo(200);
        assertThat(send(ofAlice, post(TestBus.acmeMessage(ORDER))).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void theServerNamesNoAuthority(String protocol) throws Exception {
        deploy("accept=\"client-certificate\"");
        // The JDK's client sends only certificates of the named authorities, if there are any. Alice's has none.
        try (SSLSocket socket = (SSLSocket) ofAlice.getSocketFactory().createSocket("localhost", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            try (RawClient client = new RawClient(socket)) {
                assertThat(client.send(post(MESSAGE)).answer().status()).isEqualTo(200);
            }
        }
    }

    // ---- refused

    @Test
    void anUnknownCertificateIsRefused() throws Exception {
        deploy("accept=\"client-certificate\"");
        assertRefused(strange, post(MESSAGE), "NOT_AUTHENTICATED");
        assertRefused(anonymous, post(MESSAGE), "CONTEXT_MISSING");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aCertificateWithoutItsKeyEndsTheHandshake(String protocol) throws Exception {
        deploy("accept=\"client-certificate\"");
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyStore stolen = KeyStore.getInstance("PKCS12");
        stolen.load(null, null);
        stolen.setKeyEntry(
                "alice",
                generator.generateKeyPair().getPrivate(),
                TestKeys.PASSWORD.toCharArray(),
                new X509Certificate[] {certificate});
        SSLContext thief = keys.context(stolen);
        try (SSLSocket socket = (SSLSocket) thief.getSocketFactory().createSocket("localhost", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            RawClient client = new RawClient(socket);
            assertThatThrownBy(() -> client.send(post(MESSAGE)).answer()).isInstanceOf(IOException.class);
        }
        assertThat(bus.authenticator().checks()).isZero();
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aCertificateProvesNobodyAtAnotherTenant() throws Exception {
        bus.deployProxy(GLOBEX, backEnd.url(), "accept=\"client-certificate\"", "");
        assertRefused(ofAlice, Soap.post(path(GLOBEX), MESSAGE), "NOT_AUTHENTICATED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Client-Cert",
                "X-SSL-Client-Cert",
                "X-Forwarded-Client-Cert",
                "X-ARR-ClientCert",
                "Client-Cert",
                "SSL_CLIENT_CERT"
            })
    void aCertificateInAFieldOfHttpNeverCounts(String field) throws Exception {
        deploy("accept=\"client-certificate\"");
        String der = Base64.getEncoder().encodeToString(certificate.getEncoded());
        String pem = "-----BEGIN%20CERTIFICATE-----%0A" + der + "%0A-----END%20CERTIFICATE-----";
        for (String value : new String[] {der, pem, ":" + der + ":", "Cert=\"" + pem + "\""}) {
            String request = Soap.post(path(ACME), MESSAGE, field + ": " + value + "\r\n");
            assertRefused(anonymous, request, "CONTEXT_MISSING");
            assertRefused(strange, request, "NOT_AUTHENTICATED");
        }
    }

    @Test
    void aMessageInTheClearHasNoCertificate() throws Exception {
        deploy("accept=\"client-certificate\"");
        try (RawClient plain = bus.connect()) {
            assertThat(plain.send(post(MESSAGE)).answer().text()).contains(">CONTEXT_MISSING<");
        }
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aRevokedCertificateIsRefusedOnAnOpenConnection() throws Exception {
        deploy("accept=\"client-certificate\"");
        try (RawClient client = TlsKeys.connect(ofAlice, port)) {
            assertThat(client.send(post(MESSAGE)).answer().status()).isEqualTo(200);
            bus.authenticator().revoke(ACME, certificate);
            assertThat(client.send(post(MESSAGE)).answer().text()).contains(">NOT_AUTHENTICATED<");
        }
        assertThat(backEnd.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aResumedSessionDoesNotOutliveTheCertificate(String protocol) throws Exception {
        deploy("accept=\"client-certificate\"");
        long created = resume(protocol, 0, 200);
        assertThat(resume(protocol, created, 200)).as("resumed").isEqualTo(created);

        bus.authenticator().revoke(ACME, certificate);

        assertThat(resume(protocol, created, 500)).as("resumed").isEqualTo(created);
        assertThat(backEnd.requests()).hasSize(2);
    }

    /** Sends a message over a new connection; returns the creation time of its TLS session. */
    private long resume(String protocol, long before, int status) throws Exception {
        while (System.currentTimeMillis() <= before) {
            Thread.onSpinWait(); // so that a new session has another time
        }
        try (SSLSocket socket = (SSLSocket) ofAlice.getSocketFactory().createSocket("localhost", port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            try (RawClient client = new RawClient(socket)) {
                RawClient.Answer answer = client.send(post(MESSAGE)).answer();
                assertThat(answer.status()).as(answer.text()).isEqualTo(status);
                SSLSession session = socket.getSession();
                assertThat(session.getProtocol()).isEqualTo(protocol);
                return session.getCreationTime();
            }
        }
    }

    @Test
    void aPasswordGainsNothingWithoutACertificate() throws Exception {
        deploy("accept=\"client-certificate\"");
        assertRefused(anonymous, post(TestBus.acmeMessage(ORDER)), "SECURITY_INVALID");
        assertRefused(ofAlice, post(TestBus.acmeMessage(ORDER)), "SECURITY_INVALID");
    }

    @Test
    void proofsThatDisagreeAreRefused() throws Exception {
        deploy("accept=\"client-certificate password\"");
        String bob = Soap.envelope(Soap.context(ACME, BOB, "bobs-secret"), ORDER);
        assertRefused(ofAlice, post(bob), "SECURITY_INVALID");
        assertRefused(strange, post(bob), "NOT_AUTHENTICATED");
        assertRefused(ofAlice, post(Soap.envelope(names(BOB), ORDER)), "SECURITY_INVALID");
        assertThat(send(ofAlice, post(TestBus.acmeMessage(ORDER))).status()).isEqualTo(200);
        assertThat(send(anonymous, post(bob)).status()).isEqualTo(200);
    }
}
