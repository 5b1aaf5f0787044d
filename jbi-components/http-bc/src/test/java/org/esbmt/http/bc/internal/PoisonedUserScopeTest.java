package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.BOB;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bob, whose password is right, tries to reach Alice's endpoints; both are users of acme. */
class PoisonedUserScopeTest {
    private static final String WSDL = "<wsdl:definitions xmlns:wsdl=\"http://schemas.xmlsoap.org/wsdl/\""
            + " xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\"><wsdl:service name=\"D\">"
            + "<wsdl:port name=\"p\" binding=\"b\"><soap:address location=\"http://inside/x\"/>"
            + "</wsdl:port></wsdl:service></wsdl:definitions>";
    private static final String SHARED = "/tenant-services/";
    private static final String OF_TENANT = SHARED + "11111111-1111-4111-8111-111111111111/";
    private static final String OF_TENANT_ORDERS = OF_TENANT + "Orders/in";
    private static final String OF_TENANT_STOCK = OF_TENANT + "Stock/in";

    private StubBackEnd alices;
    private StubBackEnd acmes;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        alices = StubBackEnd.echo("alices-back-end");
        acmes = StubBackEnd.echo("acmes-back-end");
        bus = new TestBus(TestBus.allowing(alices, acmes));
        bus.deploy(
                Owner.of(ACME, ALICE),
                TestBus.proxy(alices.url(), "wsdl=\"orders.wsdl\"", "")
                        + "<http:soap-consumer service=\"s:Stock\" endpoint=\"in\" targetService=\"s:StockBackEnd\""
                        + " targetEndpoint=\"out\"/>",
                Map.of("orders.wsdl", WSDL));
        // The target of Alice's Stock is the whole tenant's, so only the consumer stops Bob.
        bus.deploy(
                ACME,
                "<http:soap-provider service=\"s:StockBackEnd\" endpoint=\"out\" locationURI=\"" + acmes.url()
                        + "\"/>");
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        alices.close();
        acmes.close();
    }

    private RawClient.Answer post(String path, String context) throws IOException {
        return ask(Soap.post(path, Soap.envelope(context, "<a/>")));
    }

    private RawClient.Answer ask(String request) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(request).answer();
        }
    }

    private static String answered(RawClient.Answer answer) {
        Map<String, String> headers = new HashMap<>(answer.headers());
        headers.remove("date");
        return answer.status() + " " + headers + answer.text().replaceAll("<correlationID>[^<]*", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {OF_TENANT_ORDERS, OF_TENANT_STOCK, SHARED + "Orders/in", SHARED + "Stock/in"})
    void anotherUsersRequestIsAnsweredLikeThatForAMissingEndpoint(String path) throws IOException {
        String nowhere = (path.startsWith(OF_TENANT) ? OF_TENANT : SHARED) + "Nothing/in";
        String nothing = answered(post(nowhere, Soap.context(ACME, BOB, "bobs-secret")));
        assertThat(nothing).contains("<code>NO_SUCH_ENDPOINT</code>");

        // For the second request the bus remembers his credential.
        for (int i = 0; i < 2; i++) {
            assertThat(answered(post(path, Soap.context(ACME, BOB, "bobs-secret"))))
                    .isEqualTo(nothing);
        }
        assertThat(post(path, Soap.context(GLOBEX, ALICE, "globex-secret")).text())
                .contains("<code>NO_SUCH_ENDPOINT</code>");
        assertThat(alices.connections()).isZero();
        assertThat(acmes.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {OF_TENANT_ORDERS, SHARED + "Orders/in"})
    void theUserIsAnswered(String path) throws IOException {
        assertThat(post(path, Soap.context(ACME, ALICE, "acme-secret")).text()).contains("alices-back-end");
    }

    @Test
    void theUserReachesTheTenantsEndpointsToo() throws IOException {
        assertThat(post(OF_TENANT_STOCK, Soap.context(ACME, ALICE, "acme-secret"))
                        .text())
                .contains("acmes-back-end");
    }

    @Test
    void theWsdlOfAUsersEndpointIsNotPublic() throws IOException {
        String nothing = answered(ask("GET " + OF_TENANT + "Nothing/in?wsdl HTTP/1.1\r\nHost: a\r\n\r\n"));
        assertThat(nothing).startsWith("404 ");

        assertThat(answered(ask("GET " + OF_TENANT_ORDERS + "?wsdl HTTP/1.1\r\nHost: a\r\n\r\n")))
                .isEqualTo(nothing);
    }

    @Test
    void aUrlBelongsToOneUserOrTheTenant() throws IOException {
        String orders = TestBus.proxy(acmes.url(), "", "");
        for (Owner other : new Owner[] {Owner.of(ACME), Owner.of(ACME, BOB)}) {
            assertThatThrownBy(() -> bus.deploy(other, orders, Map.of())).hasMessageContaining("Orders/in already");
        }
        assertThat(post(OF_TENANT_ORDERS, Soap.context(ACME, ALICE, "acme-secret"))
                        .text())
                .contains("alices-back-end");
    }
}
