package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.DeployedEndpoint;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Endpoint;
import org.esbmt.registry.api.service.Endpoint.Direction;
import org.esbmt.registry.api.service.ServiceUnit;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

/**
 * The storage of artifacts, and the deployment, replacement and search of assemblies. A part of
 * {@link ServiceRegistryContract}.
 */
abstract class DeploymentsContract extends ServiceRegistryFixture {

    @Test
    void anArtifactIsFoundByItsDigestAndTheSameAgainIsTheSame() throws Exception {
        byte[] content = {0, 1, (byte) 0xff, 0};
        Digest digest = registry.putArtifact(ACME, content);

        assertThat(digest).isEqualTo(Digest.of(content));
        assertThat(registry.putArtifact(ACME, content)).isEqualTo(digest);
        assertThat(registry.findArtifact(ACME, digest).orElseThrow()).isEqualTo(content);
        assertThat(registry.findArtifact(ACME, Digest.of(new byte[] {7}))).isEmpty();
        assertThat(registry.findArtifact(GLOBEX, digest)).as("another tenant's").isEmpty();
        assertThat(registry.findArtifactLength(ACME, digest)).contains(content.length);
        assertThat(registry.findArtifactLength(ACME, Digest.of(new byte[] {7}))).isEmpty();
        assertThat(registry.findArtifactLength(GLOBEX, digest)).isEmpty();
    }

    @Test
    void concurrentPutsOfAnArtifactAllSucceed() throws Exception {
        assertThat(RegistryFixture.atOnce(8, () -> put(ACME, "archive")))
                .containsOnly(Digest.of("archive".getBytes(UTF_8)));
    }

    @Test
    void aDeployedAssemblyIsFoundWithAllPartsInOrder() throws Exception {
        UserId alice = new UserId(UUID.randomUUID());
        Endpoint users = new Endpoint(
                Direction.PROVIDER,
                new QName("urn:example", "users"),
                new QName("jbimulti2:tenant-endpoints/" + ACME + "-" + alice, "users"),
                "soap",
                Optional.empty());
        AssemblyContent content = new AssemblyContent(
                ORDERS,
                "Takes orders",
                Optional.of(alice),
                put(ACME, "original"),
                put(ACME, "rewritten"),
                List.of(
                        new ServiceUnit("z-first", "http-bc", List.of(users, consumer(ACME, "orders"))),
                        new ServiceUnit("a-second", "camel-se", List.of(provider(ACME, "route"))),
                        new ServiceUnit("without-endpoints", "camel-se", List.of())));

        Versioned<Deployment> deployed = registry.deploy(ACME, content, BY);

        assertThat(deployed.revision()).isEqualTo(1);
        assertThat(deployed.value().desired()).isEqualTo(DesiredState.STARTED);
        assertThat(deployed.value().former()).isEqualTo(OptionalInt.empty());
        assertThat(deployed.value().by()).isEqualTo(BY);
        assertThat(deployed.value().current().number()).isEqualTo(1);
        assertThat(deployed.value().current().content()).isEqualTo(content);
        assertThat(deployed.value().current().by()).isEqualTo(BY);
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(deployed);
        assertThat(registry.listDeployments(ACME, FIRST).entries()).containsExactly(deployed);
        assertThat(registry.findVersion(ACME, ORDERS, 1))
                .contains(deployed.value().current());
        assertThat(registry.listEndpoints(ACME, FIRST).entries())
                .containsExactly(
                        new DeployedEndpoint(ORDERS, "z-first", "http-bc", users),
                        new DeployedEndpoint(ORDERS, "z-first", "http-bc", consumer(ACME, "orders")),
                        new DeployedEndpoint(ORDERS, "a-second", "camel-se", provider(ACME, "route")));
    }

    @Test
    void anotherTenantsDeploymentIsNotFound() throws Exception {
        Versioned<Deployment> acmes = deploy(ACME, "orders");

        assertThat(registry.findDeployment(GLOBEX, ORDERS)).isEmpty();
        assertThat(registry.findVersion(GLOBEX, ORDERS, 1)).isEmpty();
        assertThat(registry.listDeployments(GLOBEX, FIRST)).isEqualTo(new Listing<>(List.of(), 0));
        assertThat(registry.listEndpoints(GLOBEX, FIRST)).isEqualTo(new Listing<>(List.of(), 0));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.undeploy(GLOBEX, 1, ORDERS, BY));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .as("with acme's artifacts")
                .isThrownBy(
                        () -> registry.deploy(GLOBEX, acmes.value().current().content(), BY));
        deploy(GLOBEX, "orders");
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(acmes);
    }

    @Test
    void aNameIsDeployedOnce() throws Exception {
        Versioned<Deployment> first = deploy(ACME, "orders");

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> deploy(ACME, "orders"))
                .withMessageContaining("orders");
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(first);
        assertThat(registry.findVersion(ACME, ORDERS, 2)).isEmpty();
    }

    @Test
    void ofConcurrentDeploymentsOfANameOneSucceeds() throws Exception {
        AssemblyContent content = content(ACME, "orders", "archive");

        List<Object> outcomes = RegistryFixture.atOnce(8, () -> registry.deploy(ACME, content, BY));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof Versioned))
                .hasSize(7)
                .allMatch(RegistryException.Conflict.class::isInstance);
        assertThat(registry.findDeployment(ACME, ORDERS).orElseThrow().revision())
                .isEqualTo(1);
    }

    @Test
    void artifactsThatWereNotPutAreNotFound() throws Exception {
        Digest here = put(ACME, "here");
        Digest nowhere = Digest.of("nowhere".getBytes(UTF_8));
        for (AssemblyContent content : List.of(
                new AssemblyContent(ORDERS, "", Optional.empty(), nowhere, here, List.of()),
                new AssemblyContent(ORDERS, "", Optional.empty(), here, nowhere, List.of()))) {
            assertThatExceptionOfType(RegistryException.NotFound.class)
                    .isThrownBy(() -> registry.deploy(ACME, content, BY))
                    .withMessageContaining(nowhere.hex());
        }
        assertThat(registry.findDeployment(ACME, ORDERS)).isEmpty();
    }

    @Test
    void anEndpointAndAPathAreOneAssemblys() throws Exception {
        deploy(ACME, "orders");
        AssemblyContent sameEndpoint = content(ACME, "other", "archive", provider(ACME, "orders"));
        AssemblyContent samePath = content(ACME, "other", "archive", consumer(ACME, "orders"));

        for (AssemblyContent content : List.of(sameEndpoint, samePath)) {
            assertThatExceptionOfType(RegistryException.Conflict.class)
                    .isThrownBy(() -> registry.deploy(ACME, content, BY));
        }
        assertThat(registry.listDeployments(ACME, FIRST).total()).isEqualTo(1);

        registry.undeploy(ACME, 1, ORDERS, BY);
        registry.deploy(ACME, sameEndpoint, BY);
        assertThat(registry.listEndpoints(ACME, FIRST).entries())
                .extracting(DeployedEndpoint::endpoint)
                .containsExactly(provider(ACME, "orders"));
    }

    @Test
    void assembliesMayConsumeForeignNames() throws Exception {
        Endpoint foreign = new Endpoint(
                Direction.CONSUMER,
                new QName("urn:example", "a"),
                new QName("urn:elsewhere", "a"),
                "e",
                Optional.empty());
        registry.deploy(ACME, content(ACME, "one", "archive", foreign), BY);
        registry.deploy(ACME, content(ACME, "two", "archive", foreign), BY);
        assertThat(registry.listEndpoints(ACME, FIRST).total()).isEqualTo(2);
    }

    @Test
    void namesOnTheBusAndPathsAreTheTenantsOwn() throws Exception {
        Endpoint own = provider(ACME, "orders");
        for (Endpoint wrong : List.of(
                provider(GLOBEX, "orders"),
                consumer(GLOBEX, "orders"),
                new Endpoint(
                        Direction.PROVIDER,
                        own.service(),
                        new QName("jbimulti2:tenant-endpoints/" + ACME + "/" + GLOBEX, "orders"),
                        "soap",
                        Optional.empty()),
                new Endpoint(
                        Direction.PROVIDER,
                        own.service(),
                        own.busService(),
                        "soap",
                        Optional.of("/elsewhere/tenant-services/" + ACME + "/orders")))) {
            AssemblyContent content = content(ACME, "orders", "archive", wrong);
            assertThatExceptionOfType(RegistryException.RuleBroken.class)
                    .as(wrong.toString())
                    .isThrownBy(() -> registry.deploy(ACME, content, BY));
        }
        assertThat(registry.listDeployments(ACME, FIRST).total()).isZero();
    }

    @Test
    void deploymentsAreListedByNameInPages() throws Exception {
        for (String name : List.of("c", "a", "B", "b")) {
            deploy(ACME, name);
        }
        deploy(GLOBEX, "a-1");

        Listing<Versioned<Deployment>> page = registry.listDeployments(ACME, new Slice(1, 2));

        assertThat(page.total()).isEqualTo(4);
        assertThat(page.entries()).extracting(d -> d.value().assembly().value()).containsExactly("a", "b");
        assertThat(page.entries())
                .allMatch(d ->
                        d.value().current().content().units().get(0).endpoints().size() == 2);
        Listing<Versioned<Deployment>> beyond = registry.listDeployments(ACME, new Slice(10, 2));
        assertThat(beyond).isEqualTo(new Listing<>(List.of(), 4));
        assertThat(registry.listEndpoints(ACME, new Slice(0, 3)).total()).isEqualTo(8);
    }

    @Test
    void ofNamesThoseAreFoundUnderWhichTheTenantHasNothingDeployed() throws Exception {
        deploy(ACME, "here");
        deploy(ACME, "gone");
        registry.undeploy(ACME, 1, new AssemblyName("gone"), BY);
        deploy(GLOBEX, "globexs");
        Set<AssemblyName> names = Set.of(
                new AssemblyName("here"),
                new AssemblyName("gone"),
                new AssemblyName("globexs"),
                new AssemblyName("never"));

        assertThat(registry.findUndeployed(ACME, names))
                .containsExactlyInAnyOrder(
                        new AssemblyName("gone"), new AssemblyName("globexs"), new AssemblyName("never"));
        assertThat(registry.findUndeployed(ACME, Set.of(new AssemblyName("here"))))
                .isEmpty();
        assertThat(registry.findUndeployed(ACME, Set.of())).isEmpty();
    }

    @Test
    void theDesiredStateIsChangedFromTheExpectedRevisionOnly() throws Exception {
        deploy(ACME, "orders");

        Versioned<Deployment> stopped = registry.changeDesiredState(ACME, 1, ORDERS, DesiredState.STOPPED, ANOTHER);

        assertThat(stopped.revision()).isEqualTo(2);
        assertThat(stopped.value().desired()).isEqualTo(DesiredState.STOPPED);
        assertThat(stopped.value().by()).isEqualTo(ANOTHER);
        assertThat(stopped.value().current().by()).isEqualTo(BY);
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(stopped);
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.changeDesiredState(ACME, 1, ORDERS, DesiredState.SHUT_DOWN, BY));
        AssemblyContent second = content(ACME, "orders", "second");
        assertThatExceptionOfType(RegistryException.Stale.class).isThrownBy(() -> registry.update(ACME, 1, second, BY));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.switchTo(ACME, 3, second, BY));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.rollback(ACME, 1, ORDERS, BY));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> registry.undeploy(ACME, 1, ORDERS, BY));
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(stopped);
    }

    @Test
    void ofConcurrentChangesOfARevisionOneSucceeds() throws Exception {
        deploy(ACME, "orders");
        AssemblyContent second = content(ACME, "orders", "second");

        List<Object> outcomes = RegistryFixture.atOnce(8, () -> registry.switchTo(ACME, 1, second, BY));

        assertThat(outcomes).filteredOn(Versioned.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof Versioned))
                .hasSize(7)
                .allMatch(RegistryException.Stale.class::isInstance);
        assertThat(registry.listPeriods(ACME, ORDERS, FIRST).total()).isEqualTo(2);
    }

    @Test
    void textsThatLookLikeSqlAreStoredUnchanged() throws Exception {
        String nasty = "'); DELETE FROM artifact; -- \" \\ $$ %s ${x} {0} ? \u00e4\ud83d\ude80";
        Endpoint endpoint = new Endpoint(
                Direction.PROVIDER,
                new QName(nasty, nasty),
                new QName(nasty + ACME, nasty),
                nasty,
                Optional.of("/tenant-services/" + ACME + "/" + nasty));
        AssemblyContent content = new AssemblyContent(
                ORDERS,
                nasty + "\n\t",
                Optional.empty(),
                put(ACME, "original"),
                put(ACME, "rewritten"),
                List.of(new ServiceUnit("unit", "http-bc", List.of(endpoint))));

        Versioned<Deployment> deployed = registry.deploy(ACME, content, BY);

        assertThat(deployed.value().current().content()).isEqualTo(content);
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(deployed);
        assertThat(registry.listEndpoints(ACME, FIRST).entries().get(0).endpoint())
                .isEqualTo(endpoint);
        assertThat(registry.findArtifact(ACME, content.original())).isPresent();
    }
}
