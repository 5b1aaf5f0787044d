package org.esbmt.administration.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.batch;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.EndpointView;
import org.esbmt.administration.api.ServiceAdministration.PeriodView;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.batch.BatchManager;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceManagerTest {
    private static final String SECRET = "a long enough secret";
    private static final ServiceId ORDERS = new ServiceId(new QName("urn:acme", "Orders"), "1");
    private static final byte[] WSDL =
            "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'><!-- ours --></w:definitions>".getBytes(UTF_8);
    private static final byte[] OTHER_WSDL =
            new String(WSDL, UTF_8).replace("ours", "other").getBytes(UTF_8);
    private static final byte[] POLICY = "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>".getBytes(UTF_8);
    private static final PageRequest FIRST = PageRequest.first(10);

    @TempDir
    Path data;

    private final Administrator boss = new Administrator("acme/boss", "test");
    private TestBus bus;
    private ServiceQueries services;
    private TenantId acme;

    @BeforeEach
    void create() throws Exception {
        bus = new TestBus(data).withAdministrator();
        services = bus.serviceQueries;
        acme = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(SECRET)))
                .tenant()
                .id();
        bus.execute(admin(), new GrantQuota(QuotaId.of(acme, Resource.REGISTERED_SERVICES), Limit.of(2)));
    }

    @Test
    void aServiceAndItsUseOfQuotasAreRegisteredUpdatedAndRemoved() throws Exception {
        ServiceView registered = bus.execute(boss, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL))));

        assertThat(registered.id()).isEqualTo(ORDERS);
        assertThat(services.wsdl(boss, acme, ORDERS)).isEqualTo(WSDL);
        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST).entries())
                .containsExactly(registered);
        assertThat(services.find(boss, acme, new ServiceFilter(Optional.of("urn:acme"), Optional.of("rder")), FIRST)
                        .total())
                .isEqualTo(1);
        assertThat(services.find(boss, acme, new ServiceFilter(Optional.of(""), Optional.empty()), FIRST)
                        .total())
                .isZero();
        assertThat(used(Resource.REGISTERED_SERVICES)).isEqualTo(1);
        assertThat(used(Resource.REGISTRY_BYTES)).isEqualTo(WSDL.length);

        bus.execute(boss, new AttachPolicy(acme, ORDERS, "secure", Content.of(POLICY)));
        assertThat(used(Resource.REGISTRY_BYTES)).isEqualTo(WSDL.length + POLICY.length);
        ServiceView updated = bus.execute(boss, new UpdateService(acme, ORDERS, Optional.empty()));
        assertThat(updated.wsdl()).isEmpty();
        assertThat(updated.policies()).containsExactly("secure");
        refused(Reason.NOT_FOUND, () -> services.wsdl(boss, acme, ORDERS));
        assertThat(services.policy(boss, acme, ORDERS, "secure")).isEqualTo(POLICY);

        assertThat(bus.execute(boss, new DetachPolicy(acme, ORDERS, "secure")).policies())
                .isEmpty();
        refused(Reason.NOT_FOUND, () -> bus.execute(boss, new DetachPolicy(acme, ORDERS, "secure")));
        bus.execute(boss, new UnregisterService(acme, ORDERS));
        assertThat(used(Resource.REGISTERED_SERVICES)).isZero();
        // Bytes count as long as they are stored; housekeeping removes them.
        assertThat(used(Resource.REGISTRY_BYTES)).isEqualTo(WSDL.length + POLICY.length);
        refused(Reason.NOT_FOUND, () -> bus.execute(boss, new UnregisterService(acme, ORDERS)));
        refused(
                Reason.NOT_FOUND,
                () -> bus.execute(boss, new UpdateService(acme, ORDERS, Optional.of(Content.of(WSDL)))));
        assertThat(bus.audit.read(acme, 1, 100))
                .extracting(e -> e.content().action())
                .endsWith("registerService", "attachPolicy", "updateService", "detachPolicy", "unregisterService");
    }

    @Test
    void aRepeatedRequestHasTheFirstOutcomeThoughTheServiceHasChangedOrIsGone() throws Exception {
        Administrator registering = boss.asking(UUID.randomUUID());
        Administrator attaching = boss.asking(UUID.randomUUID());
        Administrator detaching = boss.asking(UUID.randomUUID());
        ServiceView registered =
                bus.execute(registering, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL))));
        ServiceView attached = bus.execute(attaching, new AttachPolicy(acme, ORDERS, "secure", Content.of(POLICY)));
        bus.execute(boss, new AttachPolicy(acme, ORDERS, "another", Content.of(POLICY)));
        ServiceView detached = bus.execute(detaching, new DetachPolicy(acme, ORDERS, "secure"));
        bus.execute(boss, new UpdateService(acme, ORDERS, Optional.empty()));

        assertThat(bus.execute(registering, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL)))))
                .isEqualTo(registered);
        bus.execute(boss, new UnregisterService(acme, ORDERS));

        assertThat(bus.execute(registering, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL)))))
                .isEqualTo(registered);
        assertThat(bus.execute(attaching, new AttachPolicy(acme, ORDERS, "secure", Content.of(POLICY))))
                .isEqualTo(attached);
        assertThat(bus.execute(detaching, new DetachPolicy(acme, ORDERS, "secure")))
                .isEqualTo(detached);
        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST).total()).isZero();
    }

    @Test
    void theQuotaOfServicesHolds() throws Exception {
        bus.execute(boss, new RegisterService(acme, ORDERS, Optional.empty()));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new RegisterService(acme, ORDERS, Optional.empty())));
        bus.execute(boss, new RegisterService(acme, version("2"), Optional.empty()));

        refused(Reason.EXCEEDED, () -> bus.execute(boss, new RegisterService(acme, version("3"), Optional.empty())));
        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST).total()).isEqualTo(2);
        bus.execute(boss, new UnregisterService(acme, ORDERS));
        bus.execute(boss, new RegisterService(acme, version("3"), Optional.empty()));
    }

    @Test
    void aServiceHasABoundedNumberOfPolicies() throws Exception {
        bus.execute(boss, new RegisterService(acme, ORDERS, Optional.empty()));
        for (int i = 0; i < 32; i++) {
            bus.execute(boss, new AttachPolicy(acme, ORDERS, "policy-" + i, Content.of(POLICY)));
        }

        refused(
                Reason.CONFLICT,
                () -> bus.execute(boss, new AttachPolicy(acme, ORDERS, "one-more", Content.of(POLICY))));
        bus.execute(boss, new AttachPolicy(acme, ORDERS, "policy-0", Content.of(POLICY)));
        bus.execute(boss, new DetachPolicy(acme, ORDERS, "policy-1"));
        bus.execute(boss, new AttachPolicy(acme, ORDERS, "one-more", Content.of(POLICY)));
    }

    @Test
    void theQuotaOfBytesHoldsForDocuments() throws Exception {
        bus.execute(
                admin(),
                new ChangeQuota(QuotaId.of(acme, Resource.REGISTRY_BYTES), Limit.of(WSDL.length + POLICY.length)));
        bus.execute(boss, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL))));
        bus.execute(boss, new AttachPolicy(acme, ORDERS, "secure", Content.of(POLICY)));
        byte[] another = "<Policy xmlns='http://www.w3.org/ns/ws-policy'> </Policy>".getBytes(UTF_8);

        refused(
                Reason.EXCEEDED,
                () -> bus.execute(boss, new AttachPolicy(acme, ORDERS, "another", Content.of(another))));
        refused(
                Reason.EXCEEDED,
                () -> bus.execute(
                        boss.expecting(2), new UpdateService(acme, ORDERS, Optional.of(Content.of(OTHER_WSDL)))));
        refused(
                Reason.STALE,
                () -> bus.execute(
                        boss.expecting(1), new UpdateService(acme, ORDERS, Optional.of(Content.of(OTHER_WSDL)))));
        refused(
                Reason.STALE,
                () -> bus.execute(boss.expecting(1), new AttachPolicy(acme, ORDERS, "another", Content.of(another))));
        bus.execute(boss, new AttachPolicy(acme, ORDERS, "another", Content.of(POLICY)));
    }

    @Test
    void anOperatorRegistersWithinAContingent() throws Exception {
        bus.execute(boss, new AddUser(acme, "olga", password(SECRET), Set.of(Role.TENANT_OPERATOR)));
        Administrator olga = new Administrator("acme/olga", "test");
        refused(Reason.EXCEEDED, () -> bus.execute(olga, new RegisterService(acme, ORDERS, Optional.empty())));

        bus.execute(
                boss,
                new GrantContingent(
                        QuotaId.of(acme, Resource.REGISTERED_SERVICES), new Grantee.ToRole(Role.TENANT_OPERATOR), 1));

        bus.execute(olga, new RegisterService(acme, ORDERS, Optional.empty()));
        refused(Reason.EXCEEDED, () -> bus.execute(olga, new RegisterService(acme, version("2"), Optional.empty())));
    }

    @Test
    void bracesInANamespaceOrAVersionCauseNoCollision() throws Exception {
        bus.execute(boss, new RegisterService(acme, new ServiceId(new QName("urn:a", "b"), "c}1"), Optional.empty()));
        bus.execute(boss, new RegisterService(acme, new ServiceId(new QName("urn:a}b", "c"), "1"), Optional.empty()));
        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST).total()).isEqualTo(2);
    }

    @Test
    void anOperatorChangesNoServiceOutsideTheirContingents() throws Exception {
        bus.execute(boss, new AddUser(acme, "olga", password(SECRET), Set.of(Role.TENANT_OPERATOR)));
        Administrator olga = new Administrator("acme/olga", "test");
        Grantee operators = new Grantee.ToRole(Role.TENANT_OPERATOR);
        bus.execute(boss, new GrantContingent(QuotaId.of(acme, Resource.REGISTERED_SERVICES), operators, 1));
        bus.execute(boss, new GrantContingent(QuotaId.of(acme, Resource.REGISTRY_BYTES), operators, 1_000));
        bus.execute(boss, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL))));
        bus.execute(boss, new AttachPolicy(acme, ORDERS, "secured", Content.of(POLICY)));
        bus.execute(olga, new RegisterService(acme, version("2"), Optional.empty()));
        long before = services.find(boss, acme, ServiceFilter.ALL, FIRST)
                .entries()
                .get(0)
                .revision();

        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(olga, new UpdateService(acme, ORDERS, Optional.of(Content.of(OTHER_WSDL)))));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(olga, new AttachPolicy(acme, ORDERS, "another", Content.of(POLICY))));
        refused(Reason.FORBIDDEN, () -> bus.execute(olga, new DetachPolicy(acme, ORDERS, "secured")));
        refused(Reason.FORBIDDEN, () -> bus.execute(olga, new UnregisterService(acme, ORDERS)));

        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST)
                        .entries()
                        .get(0)
                        .revision())
                .isEqualTo(before);
        bus.execute(olga, new AttachPolicy(acme, version("2"), "secured", Content.of(POLICY)));
        bus.execute(olga, new UnregisterService(acme, version("2")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no XML",
                "<definitions/>",
                "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'>",
                "<!DOCTYPE d [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                        + "<d:definitions xmlns:d='http://schemas.xmlsoap.org/wsdl/'>&x;</d:definitions>",
                "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>"
            })
    void aDocumentWithoutWsdlIsRefused(String document) throws Exception {
        refused(
                Reason.INVALID,
                () -> bus.execute(
                        boss, new RegisterService(acme, ORDERS, Optional.of(Content.of(document.getBytes(UTF_8))))));
        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST).total()).isZero();
    }

    @Test
    void aTooLargeDocumentAndAnInvalidPolicyAreRefused() throws Exception {
        bus.execute(boss, new RegisterService(acme, ORDERS, Optional.empty()));
        String start = "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'>";
        byte[] large =
                (start + " ".repeat(ServiceAdministration.MAX_DOCUMENT_BYTES) + "</w:definitions>").getBytes(UTF_8);

        refused(
                Reason.INVALID,
                () -> bus.execute(boss, new UpdateService(acme, ORDERS, Optional.of(Content.of(large)))));
        refused(Reason.INVALID, () -> bus.execute(boss, new AttachPolicy(acme, ORDERS, "secure", Content.of(WSDL))));
        refused(Reason.INVALID, () -> bus.execute(boss, new AttachPolicy(acme, ORDERS, "no name", Content.of(POLICY))));
    }

    @Test
    void nobodySeesOrChangesAnotherTenantsServices() throws Exception {
        bus.execute(boss, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL))));
        TenantId globex = bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)))
                .tenant()
                .id();
        Administrator theirs = new Administrator("globex/boss", "test");

        refused(Reason.FORBIDDEN, () -> services.wsdl(theirs, acme, ORDERS));
        refused(Reason.FORBIDDEN, () -> services.find(theirs, acme, ServiceFilter.ALL, FIRST));
        refused(Reason.FORBIDDEN, () -> bus.execute(theirs, new UnregisterService(acme, ORDERS)));
        refused(Reason.NOT_FOUND, () -> services.wsdl(theirs, globex, ORDERS));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(admin(), new RegisterService(acme, version("2"), Optional.empty())));
        refused(Reason.FORBIDDEN, () -> services.endpoints(theirs, acme, FIRST));
    }

    @Test
    void aRepeatedRequestHasTheFirstOutcomeAndAnOldRevisionIsStale() throws Exception {
        Administrator asking = boss.asking(UUID.randomUUID());
        ServiceView first = bus.execute(asking, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL))));

        assertThat(bus.execute(asking, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL)))))
                .isEqualTo(first);
        refused(Reason.CONFLICT, () -> bus.execute(asking, new RegisterService(acme, ORDERS, Optional.empty())));
        bus.execute(boss.expecting(1), new AttachPolicy(acme, ORDERS, "secure", Content.of(POLICY)));
        refused(Reason.STALE, () -> bus.execute(boss.expecting(1), new UpdateService(acme, ORDERS, Optional.empty())));
    }

    @Test
    void aBatchRegistersAndRemoves() throws Exception {
        BatchManager batches = bus.batches;
        TenantRef.Known known = new TenantRef.Known(acme);
        Batch batch = batch(
                new RegisterService(known, ORDERS, Optional.of(Content.of(WSDL))),
                new RegisterService(known, version("2"), Optional.empty()),
                new UnregisterService(known, version("2")));

        batches.dryRun(boss, batch);
        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST).total()).isZero();
        batches.submit(boss, batch);
        assertThat(services.find(boss, acme, ServiceFilter.ALL, FIRST).entries())
                .extracting(ServiceView::id)
                .containsExactly(ORDERS);
    }

    @Test
    void aPurgedTenantsServicesCountNoMore() throws Exception {
        bus.execute(boss, new RegisterService(acme, ORDERS, Optional.of(Content.of(WSDL))));
        bus.execute(admin(), new SuspendTenant(acme));
        bus.execute(admin(), new PurgeTenant(acme));

        assertThat(used(Resource.REGISTERED_SERVICES)).isZero();
        assertThat(used(Resource.REGISTRY_BYTES)).isZero();
    }

    @Test
    void presentAndFormerDeploymentsAreListed() throws Exception {
        bus.execute(boss, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        Instant deployed = Instant.now();
        assertThat(services.endpoints(boss, acme, FIRST).entries())
                .extracting(EndpointView::assembly)
                .allMatch("orders"::equals);
        assertThat(services.deployedAt(boss, acme, deployed, FIRST).entries())
                .extracting(PeriodView::assembly)
                .containsExactly("orders");

        bus.execute(boss, new UndeployAssembly(acme, "orders"));

        assertThat(services.deployedAt(boss, acme, Instant.now(), FIRST).entries())
                .isEmpty();
        assertThat(services.history(boss, acme, "orders", FIRST).entries())
                .singleElement()
                .satisfies(period -> {
                    assertThat(period.cause()).isEqualTo("DEPLOY");
                    assertThat(period.to()).isPresent();
                });
        refused(Reason.INVALID, () -> services.history(boss, acme, "no name!", FIRST));
    }

    private static ServiceId version(String version) {
        return new ServiceId(ORDERS.name(), version);
    }

    private static ByteArrayInputStream archive(String name) {
        return new ByteArrayInputStream(name.getBytes(UTF_8));
    }

    private long used(Resource resource) throws Exception {
        return bus.quotas
                .findQuota(QuotaKey.of(acme, resource))
                .orElseThrow()
                .value()
                .used();
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
