package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import org.esbmt.http.bc.internal.support.RawClient;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
}
