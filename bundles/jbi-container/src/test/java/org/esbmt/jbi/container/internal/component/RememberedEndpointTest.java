package org.esbmt.jbi.container.internal.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.jbi.JBIException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.EndpointName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A remembered name answers like a look-up, behind each change. */
class RememberedEndpointTest {
    private static final Owner OF_ALICE = Owner.of(ACME, new UserId(new UUID(0, 0xa1)));

    private final AtomicBoolean linked = new AtomicBoolean();
    private final TestBus bus = new TestBus(new SameTenantBoundary() {
        @Override
        public List<QName> linkedServices(Owner caller, String endpoint) {
            return linked.get() ? List.of(SERVICE) : List.of();
        }
    });
    private final TestComponent provider = bus.start("provider", TestComponent.echo());

    @AfterEach
    void close() {
        bus.close();
    }

    private ServiceEndpoint activate(Owner owner, ServiceEndpoint... givingWay) throws JBIException {
        return provider.context().activateEndpoint(owner, SERVICE, "soap", Set.of(givingWay), known -> {});
    }

    private EndpointName name(Owner owner) {
        return provider.context().endpointName(owner, SERVICE, "soap");
    }

    @Test
    void itFollowsEachChangeOfItsEndpoint() throws Exception {
        EndpointName name = name(OF_ACME);
        assertThat(name.find()).isEmpty();
        ServiceEndpoint old = activate(OF_ACME);
        assertThat(name.find()).containsSame(old);
        assertThat(name.find()).containsSame(old);
        ServiceEndpoint young = activate(OF_ACME, old);
        assertThat(name.find()).containsSame(young);
        provider.context().deactivateEndpoint(young);
        assertThat(name.find()).containsSame(old);
        provider.context().deactivateEndpoint(old);
        assertThat(name.find()).isEmpty();
        ServiceEndpoint again = activate(OF_ACME);
        assertThat(name.find()).containsSame(again);
    }

    @Test
    void theUsersOwnEndpointTakesThePlaceOfTheTenants() throws Exception {
        EndpointName name = name(OF_ALICE);
        ServiceEndpoint ofAcme = activate(OF_ACME);
        assertThat(name.find()).containsSame(ofAcme);
        ServiceEndpoint ofAlice = activate(OF_ALICE);
        assertThat(name.find()).containsSame(ofAlice);
        provider.context().deactivateEndpoint(ofAlice);
        assertThat(name.find()).containsSame(ofAcme);
    }

    /** Nothing is activated or closed when an administrator removes a link. */
    @Test
    void anEndpointBehindALinkIsNotRemembered() throws Exception {
        ServiceEndpoint plain = activate(Owner.PLAIN);
        EndpointName name = name(OF_ACME);
        assertThat(name.find()).isEmpty();
        linked.set(true);
        assertThat(name.find()).containsSame(plain);
        linked.set(false);
        assertThat(name.find()).isEmpty();
    }

    @Test
    void theEndpointOfAnotherTenantIsNotFound() throws Exception {
        activate(TestBus.OF_GLOBEX);
        EndpointName name = name(OF_ACME);
        assertThat(name.find()).isEmpty();
        assertThat(name.find()).isEmpty();
    }
}
