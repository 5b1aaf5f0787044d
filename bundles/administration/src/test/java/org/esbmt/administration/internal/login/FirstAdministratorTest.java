package org.esbmt.administration.internal.login;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.administration.internal.change.DeferredAuditEntries;
import org.esbmt.administration.internal.harness.CrashingRegistry;
import org.esbmt.administration.internal.harness.SimulatedCrash;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.login.HandOverFile.HandOver;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.ServiceRegistration;

class FirstAdministratorTest {
    @TempDir
    Path data;

    private TestBus bus;

    @BeforeEach
    void start() {
        bus = new TestBus(data);
    }

    @Test
    void theGeneratedPasswordIsInTheFileAndLogsIn() throws Exception {
        bus.firstAdministrator(Optional.empty()).ensure();

        HandOver written = bus.handOver.read().orElseThrow();
        assertThat(written.login()).isEqualTo("admin");
        assertThat(written.password()).matches("[a-zA-Z2-9]{5}(-[a-zA-Z2-9]{5}){3}");
        assertThat(login(written.password())).contains("admin");
    }

    @Test
    void aLoginThatIsNoneIsRefusedByItsKey() {
        assertThatThrownBy(() -> FirstAdministrator.login("a b"))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("initial.login", "'a b'");
    }

    @Test
    void theFileIsForItsOwnerAlone() throws Exception {
        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(bus.handOver.path())))
                .isEqualTo("rw-------");
        assertThat(data).isDirectoryNotContaining(p -> p.toString().endsWith(DurableFiles.UNFINISHED));
    }

    @Test
    void theFileIsDeletedAtTheFirstLogin() throws Exception {
        bus.firstAdministrator(Optional.empty()).ensure();
        String password = bus.handOver.read().orElseThrow().password();

        assertThat(login("something else entirely")).isEmpty();
        assertThat(bus.handOver.path()).exists();
        assertThat(login(password)).contains("admin");
        assertThat(bus.handOver.path()).doesNotExist();
        assertThat(login(password)).contains("admin");
    }

    @Test
    void aSecondStartChangesNothing() throws Exception {
        bus.firstAdministrator(Optional.empty()).ensure();
        HandOver first = bus.handOver.read().orElseThrow();

        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(bus.handOver.read()).contains(first);
        assertThat(administrators()).isEqualTo(1);
        assertThat(login(first.password())).contains("admin");
    }

    @Test
    void crashAfterTheFileAndBeforeTheCommitLeavesThatPasswordToTheNextStart() throws Exception {
        bus.services.bindTenants(new CrashingRegistry(bus.registry, false));
        assertThatThrownBy(() -> bus.firstAdministrator(Optional.empty()).ensure())
                .isInstanceOf(SimulatedCrash.class);
        assertThat(administrators()).isZero();
        HandOver written = bus.handOver.read().orElseThrow();

        bus.services.bindTenants(bus.registry);
        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(bus.handOver.read()).contains(written);
        assertThat(login(written.password())).contains("admin");
    }

    @Test
    void crashAfterTheCommitLeavesTheRightPasswordInTheFile() throws Exception {
        bus.services.bindTenants(new CrashingRegistry(bus.registry, true));
        assertThatThrownBy(() -> bus.firstAdministrator(Optional.empty()).ensure())
                .isInstanceOf(SimulatedCrash.class);
        assertThat(administrators()).isEqualTo(1);

        bus.services.bindTenants(bus.registry);
        bus.firstAdministrator(Optional.empty()).ensure();

        HandOver written = bus.handOver.read().orElseThrow();
        assertThat(login(written.password())).contains("admin");
    }

    @Test
    void aTornFileIsWrittenAnew() throws Exception {
        Files.writeString(bus.handOver.path(), "login=admin\npass", UTF_8);

        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(login(bus.handOver.read().orElseThrow().password())).contains("admin");
    }

    @Test
    void aHandOverFileOfAnotherRegistryIsDeletedAndChangesNoPassword() throws Exception {
        bus.withAdministrator();
        bus.handOver.write(new HandOver("admin", "planted-password"));

        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(bus.handOver.path()).doesNotExist();
        assertThat(login("planted-password")).isEmpty();
        assertThat(login(TestBus.GIVEN)).contains("admin");
    }

    @Test
    void theSlowerOfTwoNodesDeletesItsFile() throws Exception {
        CrashingRegistry slower = new CrashingRegistry(bus.registry, false) {
            @Override
            public void beforeFirst() throws RegistryException {
                registry.addFirstAdministrator(new NewUser(
                        new Login("admin"), new Verifier(bus.hasher.verifier("of the other node".toCharArray()))));
            }
        };
        bus.services.bindTenants(slower);

        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(bus.handOver.path()).doesNotExist();
        assertThat(login("of the other node")).contains("admin");
    }

    @Test
    void aGivenPasswordIsTakenAndNeverWritten() throws Exception {
        bus.firstAdministrator(Optional.of("given by environment")).ensure();

        assertThat(login("given by environment")).contains("admin");
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void thePasswordFileComesBeforeTheEnvironment() throws Exception {
        Path file = Files.writeString(data.resolve("secret"), "given by a file\nsecond line\n", UTF_8);

        bus.firstAdministrator(Optional.of("given by environment"), Optional.of(file))
                .ensure();

        assertThat(login("given by a file")).contains("admin");
    }

    @Test
    void aTooShortGivenPasswordCreatesNoUser() throws Exception {
        assertThatThrownBy(() -> bus.firstAdministrator(Optional.of("short")).ensure())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("12 to 256")
                .hasMessageNotContaining("short'");
        assertThat(administrators()).isZero();
    }

    @Test
    void aGivenPasswordNeverReplacesOne() throws Exception {
        bus.withAdministrator();

        bus.firstAdministrator(Optional.of("another given password")).ensure();

        assertThat(login("another given password")).isEmpty();
        assertThat(login(TestBus.GIVEN)).contains("admin");
    }

    @Test
    void nothingIsWrittenWhileTheRegistryIsAway() throws Exception {
        bus.registry.goAway();

        assertThatThrownBy(() -> bus.firstAdministrator(Optional.empty()).ensure())
                .isInstanceOf(RegistryException.Unavailable.class);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void theResetFileGetsALockedOutAdministratorANewPassword() throws Exception {
        bus.withAdministrator();
        Path reset = Files.writeString(data.resolve(FirstAdministrator.RESET_NAME), "admin\n", UTF_8);

        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(reset).doesNotExist();
        assertThat(login(TestBus.GIVEN)).isEmpty();
        assertThat(login(bus.handOver.read().orElseThrow().password())).contains("admin");
    }

    @Test
    void aResetIsInTheAuditAlsoAfterAnOutageAndAnUnknownLoginsIsNot() throws Exception {
        bus.withAdministrator();
        UserId admin =
                bus.administrators.findCaller(TestBus.admin()).orElseThrow().user();
        Path reset = data.resolve(FirstAdministrator.RESET_NAME);
        Files.writeString(reset, "mallory\n", UTF_8);
        bus.firstAdministrator(Optional.empty()).ensure();
        bus.owed.unbindTrail(bus.audit);
        Files.writeString(reset, "admin\n", UTF_8);
        bus.firstAdministrator(Optional.empty()).ensure();
        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 10)).isEmpty();

        bus.owed.bindTrail(bus.audit);
        bus.owed.enter();

        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.content().action()).isEqualTo("resetAdministrator");
            assertThat(entry.content().object())
                    .isEqualTo("user admin of the installation, as reset-administrator.txt asked");
            assertThat(entry.content().actor()).isEqualTo(admin);
            assertThat(entry.content().after().orElseThrow()).startsWith("done at");
        });
    }

    @Test
    void aResetThatCannotBeStoredForTheAuditIsNotMade() throws Exception {
        bus.withAdministrator();
        Files.writeString(data.resolve(DeferredAuditEntries.NAME), "in the way");
        Path reset = Files.writeString(data.resolve(FirstAdministrator.RESET_NAME), "admin\n", UTF_8);

        assertThatThrownBy(() -> bus.firstAdministrator(Optional.empty()).ensure())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nothing was done");

        assertThat(reset).exists();
        assertThat(login(TestBus.GIVEN)).contains("admin");
    }

    @Test
    void theResetFileUnlocksTheOnlyAdministratorWithoutAPassword() throws Exception {
        bus.withAdministrator();
        bus.registry.lockOutEverybody(TenantRegistry.SYSTEM);
        Path reset = Files.writeString(data.resolve(FirstAdministrator.RESET_NAME), "admin\n", UTF_8);

        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(reset).doesNotExist();
        assertThat(login(bus.handOver.read().orElseThrow().password())).contains("admin");
    }

    @Test
    void theNextStartRepairsACrashBetweenTheNewPasswordAndTheUnlocking() throws Exception {
        bus.withAdministrator();
        bus.registry.lockOutEverybody(TenantRegistry.SYSTEM);
        Files.writeString(data.resolve(FirstAdministrator.RESET_NAME), "admin\n", UTF_8);
        bus.services.bindTenants(new CrashingRegistry(bus.registry, true));
        assertThatThrownBy(() -> bus.firstAdministrator(Optional.empty()).ensure())
                .isInstanceOf(SimulatedCrash.class);

        bus.services.bindTenants(bus.registry);
        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(data.resolve(FirstAdministrator.RESET_NAME)).doesNotExist();
        assertThat(login(bus.handOver.read().orElseThrow().password())).contains("admin");
    }

    @Test
    void theNextStartRepairsACrashDuringAReset() throws Exception {
        bus.withAdministrator();
        Files.writeString(data.resolve(FirstAdministrator.RESET_NAME), "\n", UTF_8);
        bus.services.bindTenants(new CrashingRegistry(bus.registry, true));
        assertThatThrownBy(() -> bus.firstAdministrator(Optional.empty()).ensure())
                .isInstanceOf(SimulatedCrash.class);

        bus.services.bindTenants(bus.registry);
        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(data.resolve(FirstAdministrator.RESET_NAME)).doesNotExist();
        assertThat(login(bus.handOver.read().orElseThrow().password())).contains("admin");
    }

    @Test
    void aResetForAnUnknownLoginCreatesNoUser() throws Exception {
        bus.withAdministrator();
        Files.writeString(data.resolve(FirstAdministrator.RESET_NAME), "mallory\n", UTF_8);

        bus.firstAdministrator(Optional.empty()).ensure();

        assertThat(administrators()).isEqualTo(1);
        assertThat(bus.handOver.path()).doesNotExist();
        assertThat(login(TestBus.GIVEN)).contains("admin");
    }

    @Test
    void aResetFileWithoutALoginLocksNobodyOut() throws Exception {
        bus.withAdministrator();
        Path reset = data.resolve(FirstAdministrator.RESET_NAME);
        for (byte[] text : List.of("no login at all\n".getBytes(UTF_8), new byte[] {'a', (byte) 0xff, '\n'})) {
            Files.write(reset, text);

            bus.firstAdministrator(Optional.empty()).ensure();

            assertThat(reset).as("the file to correct").exists();
            assertThat(bus.handOver.path()).doesNotExist();
            assertThat(login(TestBus.GIVEN)).contains("admin");
        }
    }

    @Test
    void theLoginServiceAppearsWithTheFirstAdministrator() throws Exception {
        bus.registry.goAway();
        AtomicLong administratorsWhenOffered = new AtomicLong(-1);
        FirstAdministrator first = new FirstAdministrator(
                bus.services,
                bus.boundedHasher,
                bus.handOver,
                bus.owed,
                new Login("admin"),
                Optional.empty(),
                data.resolve(FirstAdministrator.RESET_NAME),
                name -> null,
                () -> {
                    administratorsWhenOffered.set(administrators());
                    return (ServiceRegistration<?>) Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {ServiceRegistration.class},
                            (proxy, method, args) -> null);
                });
        Thread thread = new Thread(first::ensureUntilDone);
        thread.start();
        await().during(Duration.ofMillis(400)).until(() -> administratorsWhenOffered.get() == -1);

        bus.registry.comeBack();

        await().atMost(Duration.ofSeconds(60)).until(() -> administratorsWhenOffered.get() == 1);
        thread.join(60_000);
        assertThat(bus.handOver.path()).exists();
    }

    private Optional<String> login(String password) {
        return bus.login("admin", password.toCharArray());
    }

    private long administrators() {
        try {
            return bus.registry
                    .listUsers(TenantRegistry.SYSTEM, new Slice(0, 1))
                    .total();
        } catch (RegistryException e) {
            throw new AssertionError(e);
        }
    }
}
