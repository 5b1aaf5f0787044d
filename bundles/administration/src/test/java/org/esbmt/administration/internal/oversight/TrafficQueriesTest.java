package org.esbmt.administration.internal.oversight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TrafficAdministration.Span;
import org.esbmt.administration.api.TrafficAdministration.TrafficView;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.CountedMessages;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficQueriesTest {
    private static final PageRequest ALL = PageRequest.first(100);

    @TempDir
    Path data;

    private final CountedMessages messages = new CountedMessages();
    private TestBus bus;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = created("acme");
        globex = created("globex");
        bus.recorder.addSource(messages);
        messages.at(acme, "Orders").count(Outcome.ANSWERED, 2, 1_000);
        messages.at(acme, "Stock").count(Outcome.FAULT, 1, 1_000);
        messages.at(globex, "Invoices").count(Outcome.ANSWERED, 9, 1_000);
        bus.recordTraffic();
    }

    private TenantId created(String name) throws AdministrationException {
        return bus.execute(admin(), new CreateTenant(name, name, "boss", password(name + "'s long password")))
                .tenant()
                .id();
    }

    private static void forbidden(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                .isEqualTo(Reason.FORBIDDEN));
    }

    @Test
    void aTenantSeesItsOwnEndpointsAlone() throws Exception {
        Page<TrafficView> own = bus.traffic.endpoints(boss(), acme, ALL);

        assertThat(own.entries())
                .extracting(view -> view.endpoint().orElseThrow().service().getLocalPart())
                .containsExactly("Orders", "Stock");
        assertThat(own.entries()).allSatisfy(view -> {
            assertThat(view.tenant()).isEqualTo(acme);
            assertThat(view.tenantName()).isEqualTo(Optional.of("acme"));
        });
        assertThat(bus.traffic.tenantHistory(boss(), acme, Span.DAY).span()).isEqualTo(Span.DAY);
    }

    @Test
    void anotherTenantsTrafficIsRefusedWithWhateverIdentifier() {
        forbidden(() -> bus.traffic.endpoints(boss(), globex, ALL));
        forbidden(() -> bus.traffic.tenantHistory(boss(), globex, Span.TEN_MINUTES));
        forbidden(() -> bus.traffic.tenants(boss(), ALL));
        forbidden(() -> bus.traffic.installationHistory(boss(), Span.TEN_MINUTES));
    }

    @Test
    void theInstallationSeesAllTenantsTheBusiestFirst() throws Exception {
        Page<TrafficView> all = bus.traffic.tenants(admin(), ALL);

        assertThat(all.entries()).extracting(TrafficView::tenant).containsExactly(globex, acme);
        assertThat(all.entries()).allSatisfy(view -> assertThat(view.endpoint()).isEmpty());
        assertThat(all.entries().get(1).total().messages()).isEqualTo(3);
        assertThat(all.entries().get(1).total().errors()).isEqualTo(1);
        assertThat(all.entries().get(1).lastMinute().p99Micros()).isPresent();
        assertThat(bus.traffic.tenants(admin(), new PageRequest(1, 1)).entries())
                .extracting(TrafficView::tenant)
                .containsExactly(acme);
        assertThat(bus.traffic
                        .installationHistory(admin(), Span.TEN_MINUTES)
                        .samples()
                        .get(119)
                        .figures()
                        .counts()
                        .messages())
                .isEqualTo(12);
    }

    @Test
    void endpointsArePaged() throws Exception {
        Page<TrafficView> second = bus.traffic.endpoints(admin(), acme, new PageRequest(1, 1));

        assertThat(second.total()).isEqualTo(2);
        assertThat(second.entries())
                .singleElement()
                .satisfies(view -> assertThat(view.total().faults()).isEqualTo(1));
    }
}
