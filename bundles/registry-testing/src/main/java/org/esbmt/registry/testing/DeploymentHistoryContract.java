package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.DeployedEndpoint;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DeploymentPeriod;
import org.esbmt.registry.api.service.DeploymentPeriod.Cause;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.Forgotten;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

/** The sequence and the deletion of versions. A part of {@link ServiceRegistryContract}. */
abstract class DeploymentHistoryContract extends ServiceRegistryFixture {

    @Test
    void aRollbackRestoresTheVersionBeforeTheSwitch() throws Exception {
        deploy(ACME, "orders");
        registry.changeDesiredState(ACME, 1, ORDERS, DesiredState.STOPPED, BY);
        AssemblyContent second = content(ACME, "orders", "second", provider(ACME, "second"));

        Versioned<Deployment> switched = registry.switchTo(ACME, 2, second, ANOTHER);

        assertThat(switched.revision()).isEqualTo(3);
        assertThat(switched.value().current().number()).isEqualTo(2);
        assertThat(switched.value().current().content()).isEqualTo(second);
        assertThat(switched.value().current().by()).isEqualTo(ANOTHER);
        assertThat(switched.value().former()).isEqualTo(OptionalInt.of(1));
        assertThat(switched.value().desired()).isEqualTo(DesiredState.STOPPED);
        assertThat(inUse()).containsExactly("second");

        Versioned<Deployment> back = registry.rollback(ACME, 3, ORDERS, BY);

        assertThat(back.revision()).isEqualTo(4);
        assertThat(back.value().current().number()).isEqualTo(1);
        assertThat(back.value().former()).isEqualTo(OptionalInt.of(2));
        assertThat(inUse()).containsExactly("orders", "orders");
        assertThat(registry.rollback(ACME, 4, ORDERS, BY).value().current().number())
                .isEqualTo(2);
        assertThat(registry.findDeployment(ACME, ORDERS).orElseThrow().revision())
                .isEqualTo(5);
        assertThat(inUse()).containsExactly("second");
    }

    @Test
    void anUpdateLeavesTheWayBackAlone() throws Exception {
        deploy(ACME, "orders");
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.rollback(ACME, 1, ORDERS, BY));
        Versioned<Deployment> updated = registry.update(ACME, 1, content(ACME, "orders", "second"), BY);
        assertThat(updated.value().former()).isEqualTo(OptionalInt.empty());

        registry.switchTo(ACME, 2, content(ACME, "orders", "third"), BY);
        Versioned<Deployment> mended = registry.update(ACME, 3, content(ACME, "orders", "fourth"), BY);

        assertThat(mended.value().current().number()).isEqualTo(4);
        assertThat(mended.value().former()).isEqualTo(OptionalInt.of(2));
        assertThat(registry.rollback(ACME, 4, ORDERS, BY)
                        .value()
                        .current()
                        .content()
                        .description())
                .isEqualTo("The second");
    }

    @Test
    void theUserStaysTheSame() throws Exception {
        deploy(ACME, "orders");
        AssemblyContent whole = content(ACME, "orders", "second");
        AssemblyContent users = new AssemblyContent(
                whole.name(),
                whole.description(),
                Optional.of(new UserId(UUID.randomUUID())),
                whole.original(),
                whole.rewritten(),
                whole.units());
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.update(ACME, 1, users, BY));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.switchTo(ACME, 1, users, BY));
        registry.undeploy(ACME, 1, ORDERS, BY);
        assertThat(registry.deploy(ACME, users, BY).value().current().content().user())
                .isEqualTo(users.user());
    }

    @Test
    void aRefusedSwitchChangesNothing() throws Exception {
        deploy(ACME, "other");
        Versioned<Deployment> first = deploy(ACME, "orders");
        AssemblyContent colliding = content(ACME, "orders", "second", provider(ACME, "other"));

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.switchTo(ACME, 1, colliding, BY));

        assertThat(registry.findDeployment(ACME, ORDERS)).contains(first);
        assertThat(registry.findVersion(ACME, ORDERS, 2)).isEmpty();
        assertThat(inUse()).containsExactly("orders", "orders", "other", "other");
        assertThat(registry.listPeriods(ACME, ORDERS, FIRST).total()).isEqualTo(1);
    }

    @Test
    void aRollbackToNamesThatAreAnothersByNowIsAConflict() throws Exception {
        deploy(ACME, "orders");
        Versioned<Deployment> switched =
                registry.switchTo(ACME, 1, content(ACME, "orders", "second", provider(ACME, "second")), BY);
        registry.deploy(ACME, content(ACME, "other", "archive", provider(ACME, "orders")), BY);

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.rollback(ACME, 2, ORDERS, BY));
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(switched);
        assertThat(inUse()).containsExactly("second", "orders");
    }

    @Test
    void periodsListTheDeployedVersions() throws Exception {
        deploy(ACME, "orders");
        registry.switchTo(ACME, 1, content(ACME, "orders", "second"), ANOTHER);
        registry.rollback(ACME, 2, ORDERS, BY);
        registry.update(ACME, 3, content(ACME, "orders", "third"), BY);
        registry.undeploy(ACME, 4, ORDERS, BY);

        Listing<DeploymentPeriod> periods = registry.listPeriods(ACME, ORDERS, FIRST);

        assertThat(periods.total()).isEqualTo(4);
        assertThat(periods.entries())
                .extracting(DeploymentPeriod::cause)
                .containsExactly(Cause.UPDATE, Cause.ROLLBACK, Cause.SWITCH, Cause.DEPLOY);
        assertThat(periods.entries()).extracting(DeploymentPeriod::version).containsExactly(3, 1, 2, 1);
        assertThat(periods.entries()).extracting(DeploymentPeriod::by).containsExactly(BY, BY, ANOTHER, BY);
        for (int i = 1; i < 4; i++) {
            assertThat(periods.entries().get(i).to())
                    .contains(periods.entries().get(i - 1).from());
        }
        assertThat(periods.entries().get(0).to()).isPresent();
        assertThat(registry.listPeriods(ACME, ORDERS, new Slice(2, 1)).entries())
                .containsExactly(periods.entries().get(2));
        for (DeploymentPeriod period : periods.entries()) {
            assertThat(registry.listDeployedAt(ACME, period.from(), FIRST).entries())
                    .containsExactly(period);
        }
        assertThat(registry.listDeployedAt(ACME, periods.entries().get(0).to().orElseThrow(), FIRST))
                .isEqualTo(new Listing<>(List.of(), 0));
        assertThat(registry.listDeployedAt(ACME, Instant.EPOCH, FIRST).total()).isZero();
        assertThat(registry.listDeployedAt(ACME, Instant.MIN, FIRST).total()).isZero();
        assertThat(registry.listPeriods(GLOBEX, ORDERS, FIRST).total()).isZero();
        assertThat(registry.listDeployedAt(GLOBEX, periods.entries().get(0).from(), FIRST)
                        .total())
                .isZero();
    }

    @Test
    void aNewDeploymentContinuesTheVersionNumbers() throws Exception {
        deploy(ACME, "orders");
        registry.undeploy(ACME, 1, ORDERS, BY);
        assertThat(registry.findDeployment(ACME, ORDERS)).isEmpty();
        assertThat(registry.listDeployments(ACME, FIRST).total()).isZero();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.undeploy(ACME, 2, ORDERS, BY));

        Versioned<Deployment> again = deploy(ACME, "orders");

        assertThat(again.revision()).as("one that nobody read before").isEqualTo(3);
        assertThat(again.value().current().number()).isEqualTo(2);
        assertThat(again.value().former()).isEqualTo(OptionalInt.empty());
        assertThat(registry.findVersion(ACME, ORDERS, 1)).isPresent();
    }

    @Test
    void onlyUnneededHistoryIsDeleted() throws Exception {
        deploy(ACME, "orders");
        registry.switchTo(ACME, 1, content(ACME, "orders", "second"), BY);
        registry.update(ACME, 2, content(ACME, "orders", "third"), BY);
        Versioned<Deployment> current = registry.update(ACME, 3, content(ACME, "orders", "fourth"), BY);
        Digest wsdl = put(ACME, "wsdl");
        registry.registerService(ACME, new ServiceName(new QName("s"), "1"), Optional.of(wsdl), BY);
        Digest unused = put(ACME, "unused");
        Digest third = Digest.of("third".getBytes(StandardCharsets.UTF_8));
        Versioned<Deployment> globexs = deploy(GLOBEX, "orders");
        registry.undeploy(GLOBEX, 1, ORDERS, BY);

        assertThat(registry.isForgettable(ACME, before(Instant.EPOCH))).isFalse();
        assertThat(registry.forgetHistory(ACME, before(Instant.EPOCH)).nothing())
                .isTrue();
        assertThat(registry.listPeriods(ACME, ORDERS, FIRST).total()).isEqualTo(4);
        assertThat(registry.findArtifact(ACME, unused)).isPresent();

        assertThat(registry.isForgettable(ACME, before(Instant.MAX))).isTrue();
        Forgotten forgotten = registry.forgetHistory(ACME, before(Instant.MAX));

        assertThat(forgotten.periods()).isEqualTo(3);
        assertThat(forgotten.versions()).isEqualTo(2);
        assertThat(forgotten.artifacts()).hasSize(5).contains(third, unused);
        assertThat(registry.isForgettable(ACME, before(Instant.MAX))).isFalse();

        assertThat(registry.listPeriods(ACME, ORDERS, FIRST).entries())
                .extracting(DeploymentPeriod::version)
                .containsExactly(4);
        assertThat(registry.findDeployment(ACME, ORDERS)).contains(current);
        assertThat(registry.findVersion(ACME, ORDERS, 1)).as("the way back").isPresent();
        assertThat(registry.findVersion(ACME, ORDERS, 2)).isEmpty();
        assertThat(registry.findVersion(ACME, ORDERS, 3)).isEmpty();
        assertThat(registry.findArtifact(ACME, third)).isEmpty();
        assertThat(registry.findArtifact(ACME, unused)).isEmpty();
        assertThat(registry.findArtifact(ACME, wsdl)).isPresent();
        assertThat(registry.findArtifact(
                        ACME, current.value().current().content().original()))
                .isPresent();
        assertThat(registry.rollback(ACME, 4, ORDERS, BY).value().current().number())
                .isEqualTo(1);
        assertThat(registry.findVersion(GLOBEX, ORDERS, 1))
                .contains(globexs.value().current());
    }

    private static Forgetting before(Instant moment) {
        return new Forgetting(moment, moment, 100);
    }

    @Test
    void undeployedAssembliesAreForgottenByTheirOwnTimeAndInParts() throws Exception {
        deploy(ACME, "orders");
        for (int i = 1; i < 5; i++) {
            registry.update(ACME, i, content(ACME, "orders", "archive " + i), BY);
        }
        Forgetting undeployed = new Forgetting(Instant.EPOCH, Instant.MAX, 2);
        assertThat(registry.isForgettable(ACME, undeployed)).isFalse();
        registry.undeploy(ACME, 5, ORDERS, BY);

        List<Forgotten> parts = new ArrayList<>();
        do {
            parts.add(registry.forgetHistory(ACME, undeployed));
        } while (!parts.get(parts.size() - 1).nothing());

        assertThat(parts).allSatisfy(part -> {
            assertThat(part.periods()).isLessThanOrEqualTo(2);
            assertThat(part.versions()).isLessThanOrEqualTo(2);
            assertThat(part.artifacts()).hasSizeLessThanOrEqualTo(2);
        });
        assertThat(parts.stream().mapToInt(Forgotten::versions).sum()).isEqualTo(5);
        assertThat(parts.stream().mapToInt(part -> part.artifacts().size()).sum())
                .isEqualTo(10);
        assertThat(registry.listPeriods(ACME, ORDERS, FIRST).total()).isZero();
        assertThat(deploy(ACME, "orders").value().current().number())
                .as("a number that was never used")
                .isEqualTo(6);
    }

    /** A new node applies all changes from the first, and could not stop an assembly without its versions. */
    @Test
    void aStoppedAssemblyKeepsItsHistory() throws Exception {
        deploy(ACME, "orders");
        registry.changeDesiredState(ACME, 1, ORDERS, DesiredState.STOPPED, BY);
        registry.update(ACME, 2, content(ACME, "orders", "second"), BY);

        assertThat(registry.forgetHistory(ACME, before(Instant.MAX)).nothing()).isTrue();
        assertThat(registry.findVersion(ACME, ORDERS, 1)).isPresent();

        registry.changeDesiredState(ACME, 3, ORDERS, DesiredState.STARTED, BY);
        assertThat(registry.forgetHistory(ACME, before(Instant.MAX)).versions()).isEqualTo(1);
    }

    @Test
    void aPurgedTenantLeavesNothingAndTheOthersEverything() throws Exception {
        Versioned<Deployment> acmes = deploy(ACME, "orders");
        registry.switchTo(ACME, 1, content(ACME, "orders", "second"), BY);
        ServiceName service = new ServiceName(new QName("urn:example", "orders"), "1");
        registry.registerService(
                ACME, service, Optional.of(acmes.value().current().content().original()), BY);
        Versioned<Deployment> globexs = deploy(GLOBEX, "orders");
        registry.registerService(GLOBEX, service, Optional.empty(), BY);

        registry.purge(ACME);

        assertThat(registry.listDeployments(ACME, FIRST).total()).isZero();
        assertThat(registry.listPeriods(ACME, ORDERS, FIRST).total()).isZero();
        assertThat(registry.listEndpoints(ACME, FIRST).total()).isZero();
        assertThat(registry.listServices(ACME, FIRST).total()).isZero();
        assertThat(registry.findVersion(ACME, ORDERS, 1)).isEmpty();
        assertThat(registry.findArtifact(ACME, acmes.value().current().content().original()))
                .isEmpty();
        assertThat(registry.findDeployment(GLOBEX, ORDERS)).contains(globexs);
        assertThat(registry.findArtifact(
                        GLOBEX, globexs.value().current().content().original()))
                .isPresent();
        assertThat(registry.listServices(GLOBEX, FIRST).total()).isEqualTo(1);
        assertThat(deploy(ACME, "orders").revision()).isEqualTo(1);
    }

    private List<String> inUse() throws RegistryException {
        return registry.listEndpoints(ACME, FIRST).entries().stream()
                .map(DeployedEndpoint::endpoint)
                .map(endpoint -> endpoint.busService().getLocalPart())
                .toList();
    }
}
