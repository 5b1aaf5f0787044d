package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceQuery;
import org.junit.jupiter.api.Test;

/** The registration and search of services. A part of {@link ServiceRegistryContract}. */
abstract class ServicesContract extends ServiceRegistryFixture {
    private static final ServiceName NAME = service("urn:example", "orders", "1");

    @Test
    void aRegisteredServiceIsFoundWithItsWsdl() throws Exception {
        Digest wsdl = put(ACME, "<definitions/>");

        Versioned<RegisteredService> registered = registry.registerService(ACME, NAME, Optional.of(wsdl), BY);

        assertThat(registered.revision()).isEqualTo(1);
        assertThat(registered.value().name()).isEqualTo(NAME);
        assertThat(registered.value().wsdl()).contains(wsdl);
        assertThat(registered.value().by()).isEqualTo(BY);
        assertThat(registry.findService(ACME, NAME)).contains(registered);
        assertThat(registry.findService(GLOBEX, NAME)).isEmpty();
        assertThat(registry.listServices(GLOBEX, FIRST).total()).isZero();
        assertThat(registry.findService(ACME, service("urn:example", "orders", "2")))
                .isEmpty();
    }

    @Test
    void aNameAndVersionIsRegisteredOnceInATenant() throws Exception {
        registry.registerService(ACME, NAME, Optional.empty(), BY);

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.registerService(ACME, NAME, Optional.empty(), BY))
                .withMessageContaining("orders");
        registry.registerService(ACME, service("urn:example", "orders", "2"), Optional.empty(), BY);
        registry.registerService(GLOBEX, NAME, Optional.empty(), BY);
        assertThat(registry.listServices(ACME, FIRST).total()).isEqualTo(2);
    }

    @Test
    void aWsdlThatTheTenantDidNotPutIsNotFound() throws Exception {
        Digest globexs = put(GLOBEX, "<definitions/>");

        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.registerService(ACME, NAME, Optional.of(globexs), BY))
                .withMessageContaining(globexs.hex());
        registry.registerService(ACME, NAME, Optional.empty(), BY);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.updateService(ACME, 1, NAME, Optional.of(globexs), BY));
        assertThat(registry.findService(ACME, NAME).orElseThrow().revision()).isEqualTo(1);
    }

    @Test
    void aServiceIsChangedAndRemovedFromTheExpectedRevisionOnly() throws Exception {
        registry.registerService(ACME, NAME, Optional.empty(), BY);
        Digest wsdl = put(ACME, "<definitions/>");

        Versioned<RegisteredService> updated = registry.updateService(ACME, 1, NAME, Optional.of(wsdl), ANOTHER);

        assertThat(updated.revision()).isEqualTo(2);
        assertThat(updated.value().by()).isEqualTo(ANOTHER);
        assertThat(registry.findService(ACME, NAME)).contains(updated);
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.updateService(ACME, 1, NAME, Optional.empty(), BY));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.unregisterService(ACME, 1, NAME));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.unregisterService(GLOBEX, 2, NAME));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.updateService(GLOBEX, 2, NAME, Optional.empty(), BY));
        assertThat(registry.findService(ACME, NAME)).contains(updated);
        registry.unregisterService(ACME, 2, NAME);
        assertThat(registry.findService(ACME, NAME)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.unregisterService(ACME, 2, NAME));
    }

    @Test
    void policiesAreAttachedReplacedAndTakenOff() throws Exception {
        registry.registerService(ACME, NAME, Optional.empty(), BY);
        Digest first = put(ACME, "<Policy/>");
        Digest second = put(ACME, "<Policy></Policy>");
        PolicyName secure = new PolicyName("secure");

        Versioned<RegisteredService> attached = registry.attachPolicy(ACME, 1, NAME, secure, first, ANOTHER);

        assertThat(attached.revision()).isEqualTo(2);
        assertThat(attached.value().by()).isEqualTo(ANOTHER);
        assertThat(attached.value().policies()).containsExactly(Map.entry(secure, first));
        assertThat(registry.findService(ACME, NAME)).contains(attached);
        registry.attachPolicy(ACME, 2, NAME, secure, second, BY);
        Versioned<RegisteredService> both = registry.attachPolicy(ACME, 3, NAME, new PolicyName("a"), first, BY);
        assertThat(both.value().policies())
                .containsExactly(Map.entry(new PolicyName("a"), first), Map.entry(secure, second));
        assertThat(registry.updateService(ACME, 4, NAME, Optional.of(first), BY)
                        .value()
                        .policies())
                .isEqualTo(both.value().policies());
        assertThat(registry.detachPolicy(ACME, 5, NAME, secure, BY).value().policies())
                .containsOnlyKeys(new PolicyName("a"));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.detachPolicy(ACME, 6, NAME, secure, BY));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.attachPolicy(ACME, 5, NAME, secure, first, BY));
        assertThat(registry.listServices(ACME, FIRST).entries().get(0).value().policies())
                .containsOnlyKeys(new PolicyName("a"));
        registry.unregisterService(ACME, 6, NAME);
        assertThat(registry.registerService(ACME, NAME, Optional.empty(), BY)
                        .value()
                        .policies())
                .isEmpty();
    }

    @Test
    void aPolicyIsAnArtifactAndAServiceOfTheTenant() throws Exception {
        registry.registerService(ACME, NAME, Optional.empty(), BY);
        Digest globexs = put(GLOBEX, "<Policy/>");
        PolicyName secure = new PolicyName("secure");

        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.attachPolicy(ACME, 1, NAME, secure, globexs, BY));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.attachPolicy(GLOBEX, 1, NAME, secure, globexs, BY));
        assertThat(registry.findService(ACME, NAME).orElseThrow().revision()).isEqualTo(1);
    }

    @Test
    void historyThatIsForgottenLeavesPoliciesTheirDocuments() throws Exception {
        registry.registerService(ACME, NAME, Optional.empty(), BY);
        Digest document = put(ACME, "<Policy/>");
        registry.attachPolicy(ACME, 1, NAME, new PolicyName("secure"), document, BY);

        Instant later = Instant.now().plusSeconds(60);
        registry.forgetHistory(ACME, new Forgetting(later, later, 100));

        assertThat(registry.findArtifact(ACME, document)).isPresent();
        registry.purge(ACME);
        assertThat(registry.findService(ACME, NAME)).isEmpty();
    }

    @Test
    void servicesAreListedByNamespaceAndName() throws Exception {
        for (ServiceName name :
                List.of(service("a", "orders", "1"), service("a", "bills", "1"), service("", "orders", "1"))) {
            registry.registerService(ACME, name, Optional.empty(), BY);
        }

        assertThat(names(new ServiceQuery(Optional.of("a"), Optional.empty(), FIRST)))
                .containsExactly(service("a", "bills", "1"), service("a", "orders", "1"));
        assertThat(names(new ServiceQuery(Optional.empty(), Optional.of("rder"), FIRST)))
                .containsExactly(service("", "orders", "1"), service("a", "orders", "1"));
        assertThat(names(new ServiceQuery(Optional.of(""), Optional.of("orders"), FIRST)))
                .containsExactly(service("", "orders", "1"));
        assertThat(names(new ServiceQuery(Optional.empty(), Optional.of("%"), FIRST)))
                .isEmpty();
    }

    private List<ServiceName> names(ServiceQuery query) throws RegistryException {
        return registry.listServices(ACME, query).entries().stream()
                .map(s -> s.value().name())
                .toList();
    }

    @Test
    void servicesAreListedByNameInPages() throws Exception {
        for (ServiceName name : List.of(
                service("b", "a", "1"), service("", "z", "1"), service("a", "b", "2"), service("a", "b", "1"))) {
            registry.registerService(ACME, name, Optional.empty(), BY);
        }

        Listing<Versioned<RegisteredService>> page = registry.listServices(ACME, new Slice(1, 2));

        assertThat(page.total()).isEqualTo(4);
        assertThat(page.entries())
                .extracting(s -> s.value().name())
                .containsExactly(service("a", "b", "1"), service("a", "b", "2"));
        assertThat(registry.listServices(ACME, FIRST).entries().get(0).value().name())
                .isEqualTo(service("", "z", "1"));
        assertThat(registry.listServices(ACME, new Slice(9, 1))).isEqualTo(new Listing<>(List.of(), 4));
    }

    @Test
    void namesThatLookLikeSqlAreStoredUnchanged() throws Exception {
        ServiceName nasty = service("'; DROP TABLE service; --", "\\' OR '1'='1", "%_\"");
        Digest wsdl = registry.putArtifact(ACME, "'; DELETE FROM service; --".getBytes(UTF_8));
        registry.registerService(ACME, NAME, Optional.empty(), BY);

        Versioned<RegisteredService> registered = registry.registerService(ACME, nasty, Optional.of(wsdl), BY);

        assertThat(registry.findService(ACME, nasty)).contains(registered);
        assertThat(registry.listServices(ACME, FIRST).total()).isEqualTo(2);
        registry.unregisterService(ACME, 1, nasty);
        assertThat(registry.findService(ACME, NAME)).isPresent();
    }

    @Test
    void theLongestNamesAreKept() throws Exception {
        ServiceName longest = service("n".repeat(1_024), "l".repeat(512), "v".repeat(64));
        assertThat(registry.registerService(ACME, longest, Optional.empty(), BY)
                        .value()
                        .name())
                .isEqualTo(longest);
    }

    private static ServiceName service(String namespace, String local, String version) {
        return new ServiceName(new QName(namespace, local), version);
    }
}
