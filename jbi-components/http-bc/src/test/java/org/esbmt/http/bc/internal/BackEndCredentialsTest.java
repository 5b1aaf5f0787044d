package org.esbmt.http.bc.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.engine.WSSConfig;
import org.apache.wss4j.dom.engine.WSSecurityEngine;
import org.apache.wss4j.dom.handler.RequestData;
import org.esbmt.http.bc.internal.support.KeysOfTenants;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.message.security.api.BackEndSecret;
import org.esbmt.message.security.internal.WsSecurity;
import org.esbmt.registry.testing.InMemoryReplayClaims;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Providers send secrets of their tenant to the back end for which these are, and to nobody else. */
class BackEndCredentialsTest {
    private static final String BASIC = "secure=\"basic\" credential=\"orders\"";

    private final KeysOfTenants keys = new KeysOfTenants();
    private StubBackEnd backEnd;
    private StubBackEnd elsewhere;
    private TestBus bus;
    private RawClient client;

    @BeforeEach
    void start() throws Exception {
        backEnd = StubBackEnd.echo("right");
        elsewhere = StubBackEnd.echo("elsewhere");
        bus = bus(TestBus.allowing(backEnd, elsewhere));
        client = bus.connect();
    }

    private TestBus bus(Map<String, Object> values) {
        TestBus started = new TestBus(values);
        started.component().setMessageSecurity(new WsSecurity());
        started.component().setTenantKeys(keys);
        started.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
        return started;
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        bus.close();
        backEnd.close();
        elsewhere.close();
    }

    private BackEndSecret secret(SecretKind kind, String user, String value) {
        return new BackEndSecret(
                "orders",
                new SecretUse(kind, Optional.ofNullable(user), Destination.of("127.0.0.1", backEnd.port())),
                value.getBytes(UTF_8));
    }

    private void acmeHas(BackEndSecret secret) {
        keys.with(ACME).secret(secret).publish();
    }

    private RawClient.Answer send(String moreHeaders) throws IOException {
        return client.send(Soap.post(path(ACME), acmeMessage("<a/>"), moreHeaders))
                .answer();
    }

    private void assertNothingLeft(RawClient.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(500);
        assertThat(answer.text())
                .contains(">BACKEND_UNAVAILABLE<")
                .doesNotContain("orders", "secret", "credential", "s3cret");
        assertThat(backEnd.connections()).isZero();
        assertThat(elsewhere.connections()).isZero();
    }

    // ---- sent

    @Test
    void basicHasUserAndPasswordInUtf8() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret:caf\u00e9"));
        bus.deployProxy(ACME, backEnd.url(), "", BASIC);

        assertThat(send("").text()).contains("right");
        String pair = Base64.getEncoder().encodeToString("acme:s3cret:caf\u00e9".getBytes(UTF_8));
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.header("Authorization"))
                .isEqualTo("Basic " + pair));
    }

    @Test
    void bearerHasTheToken() throws Exception {
        acmeHas(secret(SecretKind.BEARER, null, "abc.def-_~+/=="));
        bus.deployProxy(ACME, backEnd.url(), "", "secure=\"bearer\" credential=\"orders\"");

        assertThat(send("").status()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.header("Authorization"))
                .isEqualTo("Bearer abc.def-_~+/=="));
    }

    @Test
    void aSendersAuthorizationDoesNotPassBesideTheTenants() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        bus.deployProxy(ACME, backEnd.url(), "", BASIC);

        assertThat(send("authorization: Basic c2VuZGVyOngK\r\nX-Correlation-ID: 7\r\n")
                        .status())
                .isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> {
            assertThat(r.headers().stream()
                            .filter(h -> h.toLowerCase(Locale.ROOT).startsWith("authorization")))
                    .containsExactly("Authorization: Basic YWNtZTpzM2NyZXQ=");
            assertThat(r.header("X-Correlation-ID")).isEqualTo("7");
        });
    }

    @Test
    void aLargeMessageStreamsWithItsCredential() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        bus.deployProxy(ACME, backEnd.url(), "", BASIC);
        String large = acmeMessage("<a>" + "x".repeat(3_000_000) + "</a>");

        assertThat(client.send(Soap.post(path(ACME), large)).answer().status()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> {
            assertThat(r.text()).contains("x".repeat(3_000_000));
            assertThat(r.header("Authorization")).startsWith("Basic ");
        });
    }

    @Test
    void aProviderWithoutSoapSendsSecretsToo() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        bus.deploy(ACME, TestBus.proxy(backEnd.url(), "", BASIC).replace("http:soap-provider", "http:provider"));
        assertThat(send("").status()).isEqualTo(200);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> assertThat(r.header("Authorization"))
                .startsWith("Basic "));
    }

    @Test
    void aUsernameTokenIsReadByWss4j() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3<cret"));
        bus.deployProxy(ACME, backEnd.url(), "", "secure=\"username-token\" credential=\"orders\"");

        RawClient.Answer answer = send("");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        WSSConfig.init();
        assertThat(backEnd.requests()).singleElement().satisfies(r -> {
            assertThat(r.header("Authorization")).isNull();
            RequestData data = new RequestData();
            data.setCallbackHandler(callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword("s3<cret"));
            assertThat(new WSSecurityEngine()
                            .processSecurityHeader(
                                    DocumentBuilderFactory.newDefaultNSInstance()
                                            .newDocumentBuilder()
                                            .parse(new ByteArrayInputStream(
                                                    r.text().getBytes(UTF_8))),
                                    data)
                            .getActionResults())
                    .containsOnlyKeys(WSConstants.UT);
        });
    }

    @Test
    void aMessageWithASecurityBlockGetsNoSecond() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        bus.deployProxy(ACME, backEnd.url(), "", "secure=\"username-token\" credential=\"orders\"");
        String block = "<w:Security xmlns:w=\"http://docs.oasis-open.org/wss/2004/01/"
                + "oasis-200401-wss-wssecurity-secext-1.0.xsd\"/>";
        String message = acmeMessage("<a/>").replace("</soap:Header>", block + "</soap:Header>");

        assertThat(client.send(Soap.post(path(ACME), message)).answer().text()).contains(">MESSAGE_REFUSED<");
        assertThat(backEnd.connections()).isZero();
    }

    // ---- not sent

    @Test
    void anotherLocationGetsNoSecret() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        bus.deployProxy(ACME, elsewhere.url(), "", BASIC);
        assertNothingLeft(send(""));
    }

    @Test
    void anotherNameOfTheHostGetsNoSecret() throws Exception {
        Map<String, Object> values = new HashMap<>();
        values.put("egress_allow", "*@localhost:" + backEnd.port());
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        try (TestBus other = bus(values);
                RawClient sender = other.connect()) {
            other.deployProxy(ACME, "http://localhost:" + backEnd.port() + "/", "", BASIC);
            assertNothingLeft(
                    sender.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer());
        }
    }

    @Test
    void aSecretOfAnotherTenantIsNotFound() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        for (String name : List.of("orders", ACME + ".orders", "..orders")) {
            String unit = null;
            try {
                unit = bus.deployProxy(GLOBEX, backEnd.url(), "", "secure=\"basic\" credential=\"" + name + "\"");
            } catch (IllegalStateException refused) {
                assertThat(name).startsWith(".");
                continue;
            }
            assertNothingLeft(
                    client.send(Soap.post(path(GLOBEX), globexMessage("<a/>"))).answer());
            bus.undeploy(unit);
        }
    }

    @Test
    void redirectsAreNotFollowed() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        bus.deployProxy(ACME, backEnd.url(), "", BASIC);
        for (String status : List.of("301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect")) {
            backEnd.behave((request, out) -> StubBackEnd.raw(
                    out, "HTTP/1.1 " + status + "\r\nLocation: " + elsewhere.url() + "\r\nContent-Length: 0\r\n\r\n"));
            assertThat(send("").text()).contains(">BACKEND_UNAVAILABLE<");
        }
        assertThat(backEnd.requests()).hasSize(4);
        assertThat(elsewhere.connections()).isZero();
    }

    @Test
    void aSecretOfAnotherKindIsNotSent() throws Exception {
        acmeHas(secret(SecretKind.BEARER, null, "s3cret"));
        bus.deployProxy(ACME, backEnd.url(), "", BASIC);
        assertNothingLeft(send(""));
    }

    @Test
    void aSecretThatWouldEndTheFieldIsNotSent() throws Exception {
        acmeHas(secret(SecretKind.BEARER, null, "s3cret\r\nX-Forged: 1"));
        bus.deployProxy(ACME, backEnd.url(), "", "secure=\"bearer\" credential=\"orders\"");
        assertNothingLeft(send(""));
    }

    @Test
    void nothingLeavesWhileTheKeysCannotBeRead() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        bus.deployProxy(ACME, backEnd.url(), "", BASIC);
        keys.unavailable();
        assertThat(send("").text()).contains(">OVERLOADED<");
        assertThat(backEnd.connections()).isZero();
    }

    // ---- deployment

    private static String plain(String secure) {
        return TestBus.proxy("http://orders.example/", "", "secure=\"" + secure + "\" credential=\"orders\"");
    }

    @Test
    void secretsOverHttpArePermittedByTheConfigurationAlone() {
        assertThatThrownBy(() -> bus.deploy(ACME, plain("basic")))
                .rootCause()
                .hasMessageContaining("xbean.xml:1:")
                .hasMessageContaining("backend.plain.secrets");
        try (TestBus permitting = bus(Map.of("backend_plain_secrets", true))) {
            permitting.deploy(ACME, plain("basic"));
            assertThatThrownBy(() -> permitting.deploy(GLOBEX, plain("username-token")))
                    .rootCause()
                    .hasMessageContaining("https");
        }
    }

    @Test
    void aProviderWithACredentialWaitsForTheServiceOfKeys() throws Exception {
        acmeHas(secret(SecretKind.PASSWORD, "acme", "s3cret"));
        try (TestBus starting = new TestBus(TestBus.allowing(backEnd))) {
            starting.deployProxy(ACME, backEnd.url(), "", BASIC);
            try (RawClient early = starting.connect()) {
                String request = Soap.post(path(ACME), TestBus.acmeMessage("<a/>"));
                assertThat(early.send(request).answer().text()).contains(">OVERLOADED<");
                assertThat(backEnd.requests()).isEmpty();
                starting.component().setMessageSecurity(new WsSecurity());
                starting.component().setTenantKeys(keys);
                starting.component().setReplayClaims(new InMemoryReplayClaims(1000, InstantSource.system()));
                early.send(request).answer();
            }
        }
        assertThat(backEnd.requests()).hasSize(1);
    }

    @Test
    void aTenantWithoutKeysIsNoFailureOfTheBus() throws Exception {
        bus.deployProxy(ACME, backEnd.url(), "", BASIC);
        assertNothingLeft(send(""));
    }
}
