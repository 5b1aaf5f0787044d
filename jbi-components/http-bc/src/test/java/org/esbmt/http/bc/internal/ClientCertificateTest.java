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
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;
import org.esbmt.http.bc.internal.support.KeysOfTenants;
import org.esbmt.http.bc.internal.support.MutualTls;
import org.esbmt.http.bc.internal.support.SigningClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.TestKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A back end demands a certificate. Connections belong to one provider and one key of its tenant. */
class ClientCertificateTest {
    /** The bus looks four times a second. A busy machine may take longer. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final String CLIENT = "client-certificate=\"client\"";

    @TempDir
    private static Path folder;

    private static Path server;
    private static Path trusted;
    private static Path ofTheBus;
    private static SigningClient acme;
    private static SigningClient next;
    private static SigningClient globex;
    private static SigningClient stranger;

    private final KeysOfTenants keys = new KeysOfTenants();
    private final List<String> peers = new CopyOnWriteArrayList<>();
    private StubBackEnd backEnd;
    private TestBus bus;
    private RawClient client;

    @BeforeAll
    static void makeKeys() throws Exception {
        server = TestKeys.store(folder, "server", "EC", "ip:127.0.0.1");
        ofTheBus = TestKeys.store(folder, "bus", "EC", "dns:bus.example");
        acme = new SigningClient(folder, "acme");
        next = new SigningClient(folder, "acme-next");
        globex = new SigningClient(folder, "globex");
        stranger = new SigningClient(folder, "stranger");
        KeyStore known = KeyStore.getInstance("PKCS12");
        known.load(null, null);
        for (SigningClient one : List.of(acme, next, globex)) {
            known.setCertificateEntry(
                    one.certificate().getSubjectX500Principal().getName(), one.certificate());
        }
        trusted = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(trusted)) {
            known.store(out, PASSWORD.toCharArray());
        }
    }

    @BeforeEach
    void start() throws Exception {
        backEnd = new StubBackEnd(
                (request, out) -> {
                    peers.add(((SSLSocket) request.socket())
                            .getSession()
                            .getPeerPrincipal()
                            .getName());
                    StubBackEnd.ok(out, Soap.answer("mutual", ""));
                },
                new MutualTls(TestKeys.context(server, trusted), "TLSv1.3"));
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("threads", 1);
        values.put("backend_idle_timeout_seconds", 600);
        values.put("backend_truststore", server.toString());
        values.put("backend_truststore_password", PASSWORD);
        values.put("backend_keystore", ofTheBus.toString());
        values.put("backend_keystore_password", PASSWORD);
        bus = new TestBus(values);
        bus.component().setMessageSecurity(new WsSecurity());
        bus.component().setTenantKeys(keys);
        bus.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        client = bus.connect();
        has(ACME, acme);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        bus.close();
        backEnd.close();
    }

    private void has(TenantId tenant, SigningClient key) throws Exception {
        keys.with(tenant)
                .key("client", KeyPurpose.TLS, key.key(), key.certificate())
                .publish();
    }

    private String url() {
        return "https://127.0.0.1:" + backEnd.port() + "/";
    }

    private RawClient.Answer send() throws IOException {
        return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
    }

    private void assertRefused() throws IOException {
        assertThat(send().text()).contains(">BACKEND_UNAVAILABLE<").doesNotContain("client");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void theCertificateOfTheTenantIsPresented() throws Exception {
        bus.deployProxy(ACME, url(), "", CLIENT);
        for (int i = 0; i < 3; i++) {
            assertThat(send().status()).isEqualTo(200);
        }
        assertThat(peers).containsExactly("CN=acme", "CN=acme", "CN=acme");
        assertThat(backEnd.connections()).isEqualTo(1);
    }

    @Test
    void theKeyOfTheBusTakesTheTenantsPlaceNever() throws Exception {
        bus.deployProxy(ACME, url(), "", CLIENT);
        keys.with(ACME).publish();
        assertRefused();
        has(ACME, stranger);
        assertRefused();
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aKeyForAnotherPurposeIsNotPresented() throws Exception {
        keys.with(ACME)
                .key("client", KeyPurpose.SIGN, acme.key(), acme.certificate())
                .publish();
        bus.deployProxy(ACME, url(), "", CLIENT);
        assertRefused();
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void tenantsProvidersAndKeysShareNoConnection() throws Exception {
        keys.with(ACME)
                .key("client", KeyPurpose.TLS, acme.key(), acme.certificate())
                .key("other", KeyPurpose.TLS, next.key(), next.certificate())
                .publish();
        has(GLOBEX, globex);
        bus.deployProxy(ACME, url(), "", CLIENT);
        bus.deployProxy(GLOBEX, url(), "", CLIENT);
        bus.deploy(
                ACME, TestBus.proxy(url(), "", "client-certificate=\"other\"").replace("s:Orders", "s:Others"));
        bus.deploy(ACME, TestBus.proxy(url(), "", CLIENT).replace("s:Orders", "s:Same"));

        for (int i = 0; i < 2; i++) {
            assertThat(send().status()).isEqualTo(200);
            assertThat(client.send(Soap.post(path(GLOBEX), globexMessage("<a/>")))
                            .answer()
                            .status())
                    .isEqualTo(200);
            for (String service : List.of("Others", "Same")) {
                String path = path(ACME).replace("Orders", service);
                assertThat(client.send(Soap.post(path, acmeMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }
        }
        assertThat(peers)
                .containsExactly(
                        "CN=acme",
                        "CN=globex",
                        "CN=acme-next",
                        "CN=acme",
                        "CN=acme",
                        "CN=globex",
                        "CN=acme-next",
                        "CN=acme");
        assertThat(backEnd.connections()).isEqualTo(4);
    }

    @Test
    void aProviderWithoutTheAttributeGetsNoConnectionOfOneWithIt() throws Exception {
        bus.deployProxy(ACME, url(), "", CLIENT);
        bus.deploy(ACME, TestBus.proxy(url(), "", "").replace("s:Orders", "s:Bare"));
        assertThat(send().status()).isEqualTo(200);
        String path = path(ACME).replace("Orders", "Bare");
        assertThat(client.send(Soap.post(path, acmeMessage("<a/>"))).answer().text())
                .contains(">BACKEND_UNAVAILABLE<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aRevokedKeyEndsItsConnections() throws Exception {
        bus.deployProxy(ACME, url(), "", CLIENT);
        assertThat(send().status()).isEqualTo(200);
        assertThat(backEnd.openConnections()).isEqualTo(1);
        keys.with(ACME).publish();
        await().atMost(SOON).until(() -> backEnd.openConnections() == 0);
        assertThat(send().text()).contains(">BACKEND_UNAVAILABLE<");
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aReplacedKeyEndsTheConnectionsOfTheFormer() throws Exception {
        bus.deployProxy(ACME, url(), "", CLIENT);
        assertThat(send().status()).isEqualTo(200);
        has(ACME, next);
        assertThat(send().status()).isEqualTo(200);
        assertThat(peers).containsExactly("CN=acme", "CN=acme-next");
        await().atMost(SOON).until(() -> backEnd.openConnections() == 1);
    }

    @Test
    void connectionsEndWhenTheKeysCannotBeRead() throws Exception {
        bus.deployProxy(ACME, url(), "", CLIENT);
        assertThat(send().status()).isEqualTo(200);
        keys.unavailable();
        await().atMost(SOON).until(() -> backEnd.openConnections() == 0);
        assertThat(send().text()).contains(">OVERLOADED<");
    }

    @Test
    void connectionsEndWithTheirEndpoint() throws Exception {
        String unit = bus.deployProxy(ACME, url(), "", CLIENT);
        assertThat(send().status()).isEqualTo(200);
        bus.undeploy(unit);
        await().atMost(SOON).until(() -> backEnd.openConnections() == 0);
    }
}
