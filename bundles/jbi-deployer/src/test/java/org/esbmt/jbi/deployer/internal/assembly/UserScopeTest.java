package org.esbmt.jbi.deployer.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assemblies of one user of a tenant. */
class UserScopeTest {
    private static final TenantId TENANT = TenantId.of("8e3f5f9b-6d7b-4cf5-9a67-111111111111");
    private static final UserId ALICE = UserId.of("8e3f5f9b-6d7b-4cf5-9a67-333333333333");
    private static final Owner ACME = Owner.of(TENANT);
    private static final Owner OF_ALICE = Owner.of(TENANT, ALICE);
    private static final Owner OF_BOB = Owner.of(TENANT, new UserId(UUID.randomUUID()));
    private static final AssemblyKey ORDERS = new AssemblyKey(ACME, "orders");

    @TempDir
    Path folder;

    private TestNode node;
    private Assemblies assemblies;

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(folder);
        node.succeeding("http-bc");
        assemblies = node.open();
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    private void restart() throws Exception {
        node.close();
        start();
    }

    private static Archives orders(String content) {
        return Archives.assembly("orders").unit("in", "http-bc", content);
    }

    private AssemblyStatus deploy(Owner owner, Archives archive) throws DeploymentException {
        return assemblies.deploy(owner, archive.stream(), Initial.STARTED, Optional.empty());
    }

    /** The folder of the only unit of the only version. */
    private Path unit() throws Exception {
        String file = node.files().stream()
                .filter(name -> name.endsWith("/xbean.xml"))
                .findFirst()
                .orElseThrow();
        return folder.resolve("assemblies").resolve(file).getParent();
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable operation) {
        return assertThatThrownBy(operation)
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void itsNamesAreTheUsersAndItsUnitsNameTheirOwner() throws Exception {
        AssemblyStatus status = deploy(OF_ALICE, orders("provides {urn:a}stock:e"));

        assertThat(status.key()).isEqualTo(ORDERS);
        assertThat(status.owner()).isEqualTo(OF_ALICE);
        assertThat(unit().resolve("xbean.xml"))
                .hasContent("provides {jbimulti2:tenant-endpoints/" + TENANT + "-" + ALICE + "}stock:e");
        assertThat(ServiceUnitOwner.read(unit())).isEqualTo(OF_ALICE);
    }

    @Test
    void allVersionsStayTheUsersForAnyUploader() throws Exception {
        deploy(OF_ALICE, orders("provides {urn:a}stock:e"));

        assertThat(assemblies
                        .switchTo(ACME, orders("provides {urn:a}stock:f").stream())
                        .owner())
                .isEqualTo(OF_ALICE);
        assertThat(assemblies.rollback(ORDERS).owner()).isEqualTo(OF_ALICE);
        assertThat(assemblies
                        .update(ACME, orders("provides {urn:a}stock:g").stream(), Optional.empty())
                        .owner())
                .isEqualTo(OF_ALICE);
        assertThat(new String(assemblies.archive(ORDERS, ArchiveForm.REWRITTEN), UTF_8))
                .contains("provides {jbimulti2:tenant-endpoints/" + TENANT + "-" + ALICE + "}stock:g");
        assertThat(assemblies.archive(ORDERS, ArchiveForm.ORIGINAL))
                .isEqualTo(orders("provides {urn:a}stock:g").bytes());
    }

    @Test
    void itIsTheUsersAfterARestart() throws Exception {
        deploy(OF_ALICE, orders("provides {urn:a}stock:e"));

        restart();

        AssemblyStatus found = assemblies.find(ORDERS).orElseThrow();
        assertThat(found.state()).isEqualTo(State.STARTED);
        assertThat(found.owner()).isEqualTo(OF_ALICE);
        assertThat(ServiceUnitOwner.read(unit())).isEqualTo(OF_ALICE);
        assemblies.switchTo(ACME, orders("provides {urn:a}stock:f").stream());
        restart();
        assertThat(assemblies.rollback(ORDERS).owner()).isEqualTo(OF_ALICE);
    }

    @Test
    void aRecordOfAUserWithoutTenantIsDamaged() throws Exception {
        deploy(Owner.PLAIN, orders("<beans/>"));
        node.close();
        Path record = folder.resolve("assemblies/records/plain_orders.properties");
        Files.writeString(record, Files.readString(record) + "user=" + ALICE + "\n");

        start();

        assertThat(assemblies.all()).isEmpty();
    }

    @Test
    void usersHaveNoNamesForAssembliesOfTheirOwn() throws Exception {
        deploy(OF_ALICE, orders("provides {urn:a}stock:e"));

        for (Owner other : new Owner[] {OF_BOB, ACME, OF_ALICE}) {
            refused(Reason.ALREADY_DEPLOYED, () -> deploy(other, orders("provides {urn:a}stock:e")));
        }
        assemblies.undeploy(ORDERS);
        assertThat(deploy(OF_BOB, orders("provides {urn:a}stock:e")).owner()).isEqualTo(OF_BOB);
    }

    @Test
    void anAddressBelongsToOneAssemblyOfTheTenantForAllUsers() throws Exception {
        Archives second = Archives.assembly("second").unit("in", "http-bc", "listens Orders/in");
        deploy(OF_ALICE, orders("listens Orders/in"));

        for (Owner other : new Owner[] {OF_BOB, ACME, OF_ALICE}) {
            refused(Reason.ALREADY_DEPLOYED, () -> deploy(other, second))
                    .hasMessage("the assembly orders has the address Orders/in already");
        }
        deploy(Owner.of(new TenantId(UUID.randomUUID())), second);
        assemblies.stop(ORDERS);
        restart();
        refused(Reason.ALREADY_DEPLOYED, () -> deploy(OF_BOB, second))
                .hasMessage("the assembly orders has the address Orders/in already");
        assertThat(assemblies.find(new AssemblyKey(ACME, "second"))).isEmpty();
    }

    @Test
    void anAddressGoesWithTheVersionThatHasIt() throws Exception {
        Archives second = Archives.assembly("second").unit("in", "http-bc", "listens Orders/in");
        deploy(OF_ALICE, orders("listens Orders/in"));
        assemblies.switchTo(ACME, orders("listens Other/in").stream());
        deploy(OF_BOB, second);

        refused(Reason.ALREADY_DEPLOYED, () -> assemblies.rollback(ORDERS))
                .hasMessage("the assembly second has the address Orders/in already");
        assemblies.undeploy(new AssemblyKey(ACME, "second"));
        restart();
        assemblies.rollback(ORDERS);
        refused(Reason.ALREADY_DEPLOYED, () -> deploy(OF_BOB, second));
    }

    @Test
    void twoUnitsOfOneAssemblyCannotHaveOneAddress() {
        Archives archive = Archives.assembly("orders")
                .unit("a", "http-bc", "listens Orders/in")
                .unit("b", "http-bc", "listens Orders/in");

        refused(Reason.INVALID_ARCHIVE, () -> deploy(ACME, archive))
                .hasMessageContaining("the unit b takes messages at Orders/in, where the unit a does already");
    }
}
