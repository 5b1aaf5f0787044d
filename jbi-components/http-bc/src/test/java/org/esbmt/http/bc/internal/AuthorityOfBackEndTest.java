package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;
import static org.esbmt.testing.http.TestKeys.PASSWORD;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.esbmt.http.bc.internal.support.KeysOfTenants;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.WantedCertificates;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.TestKeys;
import org.esbmt.testing.x509.TestAuthority;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An authority of one tenant verifies the tenant's back end, in place of the trust store that all tenants share. The back end
 * asks for a certificate of its client, and serves clients without one, too.
 */
class AuthorityOfBackEndTest {
    /** The bus looks four times a second. A busy machine may take longer. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final String AUTHORITY = "authority=\"root\"";
    private static final String NOBODY = "nobody";
    private static final byte[] LOCAL = {127, 0, 0, 1};

    @TempDir
    private static Path folder;

    private static TestAuthority root;
    private static TestAuthority impostor;
    private static TestAuthority shared;
    private static Path ofTheBus;

    private final KeysOfTenants keys = new KeysOfTenants();
    private final List<String> peers = new CopyOnWriteArrayList<>();
    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeAll
    static void makeAuthorities() throws Exception {
        root = TestAuthority.make("Root");
        impostor = TestAuthority.make("Root");
        shared = TestAuthority.make("Shared");
        ofTheBus = TestKeys.store(folder, "bus", "EC", "dns:bus.example");
    }

    @BeforeEach
    void start() throws Exception {
        serve(root.server("back-end", LOCAL), root);
    }

    private void serve(TestCertificate server, TestAuthority issuer) throws Exception {
        stop();
        peers.clear();
        backEnd = new StubBackEnd(
                (request, out) -> {
                    peers.add(peer((SSLSocket) request.socket()));
                    StubBackEnd.ok(out, Soap.answer("trusted", ""));
                },
                new WantedCertificates(context(server, issuer.certificate())));
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("threads", 1);
        values.put("backend_idle_timeout_seconds", 600);
        values.put("backend_truststore", store(shared.certificate()).toString());
        values.put("backend_truststore_password", PASSWORD);
        values.put("backend_keystore", ofTheBus.toString());
        values.put("backend_keystore_password", PASSWORD);
        bus = new TestBus(values);
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(keys);
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        client = bus.connect();
        trusts(ACME, root);
    }

    @AfterEach
    void stop() throws IOException {
        if (bus != null) {
            client.close();
            bus.close();
            backEnd.close();
        }
    }

    private static String peer(SSLSocket socket) {
        try {
            return socket.getSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException e) {
            return NOBODY;
        }
    }

    private static Path store(X509Certificate trusted) throws Exception {
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        known.setCertificateEntry("trusted", trusted);
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            known.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    /** A server with this certificate that believes each client. */
    private static SSLContext context(TestCertificate server, X509Certificate issuer) throws Exception {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry("key", server.key().getPrivate(), PASSWORD.toCharArray(), new X509Certificate[] {
            server.certificate(), issuer
        });
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(own, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), new TrustManager[] {new Everybody()}, null);
        return context;
    }

    private static final class Everybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private void trusts(TenantId tenant, TestAuthority authority) {
        keys.with(tenant).authority("root", authority.certificate()).publish();
    }

    private String url() {
        return "https://127.0.0.1:" + backEnd.port() + "/";
    }

    private RawClient.Answer send() throws IOException {
        return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
    }

    private void assertRefused() throws IOException {
        assertThat(send().text()).contains(">BACKEND_UNAVAILABLE<").doesNotContain("root");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void theAuthorityOfTheTenantVerifiesTheBackEnd() throws Exception {
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        for (int i = 0; i < 3; i++) {
            assertThat(send().status()).isEqualTo(200);
        }
        assertThat(backEnd.connections()).isEqualTo(1);
        assertThat(peers).as("not the certificate of the bus").containsExactly(NOBODY, NOBODY, NOBODY);
    }

    @Test
    void withoutTheAttributeTheSharedStoreAloneVerifies() throws Exception {
        bus.deployProxy(ACME, url(), "", "");
        assertRefused();
    }

    @Test
    void theSharedStoreVerifiesNoBackEndOfAnAuthority() throws Exception {
        serve(shared.server("back-end", LOCAL), shared);
        bus.deployProxy(ACME, url(), "", "");
        assertThat(send().status()).isEqualTo(200);
        bus.deploy(ACME, TestBus.proxy(url(), "", AUTHORITY).replace("s:Orders", "s:Own"));
        String own = path(ACME).replace("Orders", "Own");
        assertThat(client.send(Soap.post(own, acmeMessage("<a/>"))).answer().text())
                .contains(">BACKEND_UNAVAILABLE<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void anotherTenantsAuthorityOfTheSameNameVerifiesNothing() throws Exception {
        trusts(GLOBEX, root);
        trusts(ACME, impostor);
        bus.deployProxy(GLOBEX, url(), "", AUTHORITY);
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        assertThat(client.send(Soap.post(path(GLOBEX), globexMessage("<a/>")))
                        .answer()
                        .status())
                .isEqualTo(200);
        assertThat(send().text()).contains(">BACKEND_UNAVAILABLE<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void theHostIsVerifiedToo() throws Exception {
        serve(root.server("back-end", new byte[] {127, 0, 0, 2}), root);
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        assertRefused();
    }

    @Test
    void anAuthorityWithNameConstraintsVerifiesNoBackEnd() throws Exception {
        TestAuthority constrained = TestAuthority.constrained("Root");
        serve(constrained.server("back-end", LOCAL), constrained);
        trusts(ACME, constrained);
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        assertRefused();
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void anUnknownAuthorityIsRefused() throws Exception {
        keys.with(ACME).authority("other", root.certificate()).publish();
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        assertRefused();
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void aRemovedAuthorityEndsItsConnections() throws Exception {
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        assertThat(send().status()).isEqualTo(200);
        assertThat(backEnd.openConnections()).isEqualTo(1);
        keys.with(ACME).publish();
        await().atMost(SOON).until(() -> backEnd.openConnections() == 0);
        assertThat(send().text()).contains(">BACKEND_UNAVAILABLE<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aReplacedAuthorityEndsTheConnectionsOfTheFormer() throws Exception {
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        assertThat(send().status()).isEqualTo(200);
        trusts(ACME, impostor);
        await().atMost(SOON).until(() -> backEnd.openConnections() == 0);
        assertThat(send().text()).contains(">BACKEND_UNAVAILABLE<");
        trusts(ACME, root);
        await().atMost(SOON).until(() -> send().status() == 200);
    }

    @Test
    void tenantsAndAuthoritiesShareNoConnection() throws Exception {
        keys.with(ACME)
                .authority("root", root.certificate())
                .authority("same", root.certificate())
                .publish();
        trusts(GLOBEX, root);
        bus.deployProxy(ACME, url(), "", AUTHORITY);
        bus.deploy(ACME, TestBus.proxy(url(), "", "authority=\"same\"").replace("s:Orders", "s:Same"));
        bus.deployProxy(GLOBEX, url(), "", AUTHORITY);
        for (int i = 0; i < 2; i++) {
            assertThat(send().status()).isEqualTo(200);
            String same = path(ACME).replace("Orders", "Same");
            assertThat(client.send(Soap.post(same, acmeMessage("<a/>")))
                            .answer()
                            .status())
                    .isEqualTo(200);
            assertThat(client.send(Soap.post(path(GLOBEX), globexMessage("<a/>")))
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
        assertThat(backEnd.connections()).isEqualTo(3);
    }

    @Test
    void aKeyAndAnAuthorityServeTogether() throws Exception {
        SigningClient acme = new SigningClient(folder, "acme");
        keys.with(ACME)
                .key("client", KeyPurpose.TLS, acme.key(), acme.certificate())
                .authority("root", root.certificate())
                .publish();
        bus.deployProxy(ACME, url(), "", AUTHORITY + " client-certificate=\"client\"");
        assertThat(send().status()).isEqualTo(200);
        assertThat(peers).containsExactly("CN=acme");
        keys.with(ACME)
                .key("client", KeyPurpose.TLS, acme.key(), acme.certificate())
                .publish();
        await().atMost(SOON).until(() -> backEnd.openConnections() == 0);
        assertThat(send().text()).contains(">BACKEND_UNAVAILABLE<");
    }
}
