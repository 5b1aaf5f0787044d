package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.jbi.JBIException;
import javax.jbi.component.ComponentContext;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.EmptyComponent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The operator's log about a message that does not reach the target of its route. */
@Timeout(60)
class UnknownTargetTest {
    private final TestBus bus = new TestBus();
    private final Partner partner = bus.install("partner", new Partner());

    @AfterEach
    void close() {
        bus.close();
    }

    /** A component that takes nothing out of its queue. */
    private static final class Full extends EmptyComponent<TenantComponentContext> {
        @Override
        public void init(ComponentContext given) throws JBIException {
            super.init(given);
            context().activateEndpoint(Owner.of(ACME), TestBus.service("Full"), "soap");
        }
    }

    private static Address.Jbi service(String namespace, String name) {
        return new Address.Jbi(new QName(namespace, name), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The warnings for one message whose route sends it to the address. */
    private List<String> warnings(Address to, Place place) throws Exception {
        bus.deploy(ACME, new Route("sort", at("Orders"), List.of(), List.of(new Step.To(to, place)), TestBus.PLACE));
        try (CapturedLog log = new CapturedLog()) {
            MessageExchange answer =
                    partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>").get(30, TimeUnit.SECONDS);
            assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ERROR);
            await().until(() -> !log.linesWith(":sort of ").isEmpty());
            return log.linesWith(":sort of ");
        }
    }

    @Test
    void aMissingServiceIsNamedWithItsPlace() throws Exception {
        assertThat(warnings(service("urn:orders", "Smal"), new Place("more/sort.xml", 12)))
                .singleElement()
                .asString()
                .contains("WARN")
                .contains(ACME.toString())
                .contains("failed: jbi:service:urn:orders/Smal at more/sort.xml:12:"
                        + " there is no such endpoint of this tenant, and no link to one (correlation ");
    }

    @Test
    void aMissingEndpointIsNamedWithItsPlace() throws Exception {
        assertThat(warnings(at("Smal"), new Place("sort.yaml", 3)))
                .singleElement()
                .asString()
                .contains("failed: jbi:endpoint:urn:orders/Smal/soap at sort.yaml:3:"
                        + " there is no such endpoint of this tenant, and no link to one (correlation ");
    }

    @Test
    void theBusesReasonForARefusalIsLogged() throws Exception {
        bus.install("full", new Full());
        bus.deploy(ACME, route("Filling", to("Full")));
        for (int i = 0; i < TestBus.REQUESTS_OF_TENANT; i++) {
            assertThat(partner.send(Mep.IN_ONLY, ACME, "Filling", "<in/>")).isNotDone();
        }

        assertThat(warnings(at("Full"), new Place("sort.xml", 3)))
                .singleElement()
                .asString()
                .contains("failed: jbi:endpoint:urn:orders/Full/soap at sort.xml:3:"
                        + " the bus did not take the message: 16 requests of " + ACME
                        + " are waiting already; try again later (correlation ");
    }

    @Test
    void namesOfStrangersArePrintableAndBounded() throws Exception {
        String long1 = "x".repeat(5_000);
        assertThat(warnings(service("urn:\u001b[2J\u202e", long1), new Place("a\r\n2026 ERROR forged" + long1, 1)))
                .singleElement()
                .asString()
                .contains("jbi:service:urn:?[2J?/xxx")
                .contains(" at a??2026 ERROR forgedxxx")
                .hasSizeLessThan(1_500);
    }
}
