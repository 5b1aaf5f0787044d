package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.util.List;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two tenants with the same names, each with a back end of its own. */
class TenantProxyTest {
    private StubBackEnd acme;
    private StubBackEnd globex;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        acme = StubBackEnd.echo("acme-back-end");
        globex = StubBackEnd.echo("globex-back-end");
        bus = new TestBus(TestBus.allowing(acme, globex));
        bus.deployProxy(ACME, acme.url());
        bus.deployProxy(GLOBEX, globex.url());
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        acme.close();
        globex.close();
    }

    @Test
    void eachTenantReachesItsOwnBackEnd() throws IOException {
        try (RawClient client = bus.connect()) {
            RawClient.Answer a =
                    client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
            RawClient.Answer g =
                    client.send(Soap.post(path(GLOBEX), globexMessage("<g/>"))).answer();

            assertThat(a.status()).isEqualTo(200);
            assertThat(a.header("Content-Type")).isEqualTo("text/xml; charset=utf-8");
            assertThat(a.text()).contains("acme-back-end");
            assertThat(g.status()).isEqualTo(200);
            assertThat(g.text()).contains("globex-back-end");
        }
    }

    @Test
    void theTenantContextNeverLeavesTheBus() throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a>text</a>"))).answer();

            assertThat(acme.requests()).singleElement().satisfies(r -> assertThat(r.text())
                    .isEqualTo(Soap.envelope("", "<a>text</a>")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"urn:esbmt:tenant-context:2", "URN:ESBMT:TENANT-CONTEXT:1", "urn:esbmt:tenant-context", ""})
    void aContextOfAnotherVersionReachesNoBackEnd(String namespace) throws IOException {
        String good = Soap.context(ACME, ALICE, "acme-secret");
        String other = Soap.context(ACME, ALICE, "secret-of-another-version")
                .replace("xmlns:t=\"urn:esbmt:tenant-context:1\"", "xmlns=\"" + namespace + "\"")
                .replace("<t:", "<")
                .replace("</t:", "</");
        try (RawClient client = bus.connect()) {
            for (String header : List.of(good + other, other + good, other)) {
                RawClient.Answer answer = client.send(Soap.post(path(ACME), Soap.envelope(header, "<a/>")))
                        .answer();

                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.text()).contains("CONTEXT_INVALID").doesNotContain("secret");
            }
            client.send(Soap.post(path(ACME), acmeMessage("<a>good</a>"))).answer();

            assertThat(acme.requests()).singleElement().satisfies(r -> assertThat(r.text())
                    .isEqualTo(Soap.envelope("", "<a>good</a>")));
        }
    }

    @Test
    void aContextOfAnotherVersionInsideOfAnotherBlockReachesNoBackEnd() throws IOException {
        String other = Soap.context(ACME, ALICE, "secret-of-another-version").replace("context:1", "context:2");
        try (RawClient client = bus.connect()) {
            String header = Soap.context(ACME, ALICE, "acme-secret") + "<x:x xmlns:x=\"urn:x\">" + other + "</x:x>";
            RawClient.Answer answer = client.send(Soap.post(path(ACME), Soap.envelope(header, "<a/>")))
                    .answer();

            assertThat(answer.status()).isEqualTo(500);
            assertThat(acme.requests()).isEmpty();
        }
    }
}
