package org.esbmt.administration.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.RolesOverManagersTest;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RegistryException.Exceeded.Ceiling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {

    @Test
    void anExceededQuotaHasTheReasonExceeded() {
        AdministrationException told = Failures.of(new RegistryException.Exceeded(
                "4 of ENDPOINTS are more than is left", Ceiling.QUOTA, "ENDPOINTS", 10, 7));

        assertThat(told.reason()).isEqualTo(Reason.EXCEEDED);
        assertThat(told).hasMessage("4 of ENDPOINTS are more than is left");
    }

    @Test
    void aBusyRegistryHasTheReasonBusy() {
        AdministrationException told = Failures.of(new RegistryException.Busy("deadlock detected", null));

        assertThat(told.reason()).isEqualTo(Reason.BUSY);
        assertThat(told).hasMessageContaining("nothing was done").hasMessageContaining("try again");
    }

    /** Every failure but the refusals by role, which {@link RolesOverManagersTest} checks. */
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        new RegistryException.Exceeded(
                                "4 are more than is left: 7 of 10 are used.", Ceiling.QUOTA, "USERS", 10, 7),
                        Reason.EXCEEDED,
                        "4 are more than is left: 7 of 10 are used. It is for SYSTEM_ADMIN of the installation to raise the"
                                + " quota, or for you to give something back."),
                Arguments.of(
                        new RegistryException.Exceeded("4 are more than is left.", Ceiling.CONTINGENT, "USERS", 10, 7),
                        Reason.EXCEEDED,
                        "4 are more than is left. It is for TENANT_ADMIN of the tenant whose it is to raise the contingent,"
                                + " or for you to give something back."),
                Arguments.of(
                        new RegistryException.Stale("It is at 4."),
                        Reason.STALE,
                        "It is at 4. It is for you to look again, and to ask at the revision that it has now."),
                Arguments.of(
                        new RegistryException.Busy("deadlock", null),
                        Reason.BUSY,
                        "nothing was done, since others were changing the same for too long; try again (deadlock)."
                                + " It is for you to ask again."),
                Arguments.of(
                        new RegistryException.Unavailable("It is away.", null),
                        Reason.UNAVAILABLE,
                        "It is away. It is for you to ask again; if it stays so, for SYSTEM_ADMIN or SRE of the"
                                + " installation to look why."),
                Arguments.of(
                        new RegistryException.InDoubt("It is not known.", null),
                        Reason.IN_DOUBT,
                        "It is not known. It is for you to look what became of it, or to ask again under the same"
                                + " identifier."),
                Arguments.of(
                        new RegistryException.Conflict("It is there"),
                        Reason.CONFLICT,
                        "It is there. It is for you to look at what there is, and to ask for something that it allows."),
                Arguments.of(
                        new RegistryException.RuleBroken("It is the last one.", null),
                        Reason.CONFLICT,
                        "It is the last one. It is for you to look at what there is, and to ask for something that it"
                                + " allows."),
                Arguments.of(
                        new RegistryException.NotFound("It is not there."),
                        Reason.NOT_FOUND,
                        "It is not there. It is for you to ask for something that is there."),
                Arguments.of(
                        new RegistryException.Failed("SQLSTATE 42P01", null),
                        Reason.INTERNAL,
                        "a registry failed; the bus's log tells why. It is for SYSTEM_ADMIN or SRE of the installation to"
                                + " look into the log."),
                Arguments.of(
                        new IllegalArgumentException("it is no name"),
                        Reason.INVALID,
                        "it is no name. It is for you to mend the request."));
    }

    /** The refusal as a caller of the access layer gets it. */
    @ParameterizedTest(name = "{1}: {2}")
    @MethodSource("failures")
    void everyFailureNamesThePersonToAct(Exception failure, Reason reason, String sentence, @TempDir Path data)
            throws Exception {
        TestBus bus = new TestBus(data).withAdministrator();

        assertThatThrownBy(() -> bus.access.perform(
                        TestBus.admin(), Operation.STATUS, OperationTarget.installation("it"), caller -> {
                            if (failure instanceof RegistryException e) {
                                throw e;
                            }
                            throw (RuntimeException) failure;
                        }))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason))
                .hasMessage(sentence);
    }

    /** Adapters name these roles without the table. */
    @Test
    void technicalFailuresNameTheRolesThatTheTablePermits() {
        for (Reason reason : List.of(Reason.UNAVAILABLE, Reason.INTERNAL)) {
            assertThat(reason.who()).contains(RefusalAdvice.may(Operation.RECOVER_TRANSACTIONS) + " to look ");
        }
    }

    @Test
    void theAdviceForAnUnknownCallerDependsOnTheLoginAlone(@TempDir Path data) throws Exception {
        TestBus bus = new TestBus(data).withAdministrator();
        bus.execute(TestBus.admin(), new CreateTenant("acme", "Acme", "boss", TestBus.password(TestBus.GIVEN)));

        assertThatThrownBy(() -> bus.logins.whoAmI(new Administrator("nobody", "test")))
                .hasMessage(
                        "'nobody' is not an active administrator of this bus, so may not whoAmI. It is for you to log in"
                                + " again, or for SYSTEM_ADMIN of the installation to let you in.");
        for (String tenant : List.of("acme", "nowhere")) {
            assertThatThrownBy(() -> bus.logins.whoAmI(new Administrator(tenant + "/nobody", "test")))
                    .hasMessage("'" + tenant
                            + "/nobody' is not an active administrator of this bus, so may not whoAmI. It is"
                            + " for you to log in again, or for TENANT_ADMIN of the tenant whose it is to let you in.");
        }
    }

    @Test
    void aWrongCurrentPasswordIsTheCallersOwnToCorrect(@TempDir Path data) throws Exception {
        TestBus bus = new TestBus(data).withAdministrator();

        assertThatThrownBy(() -> bus.execute(
                        TestBus.admin(),
                        new ChangePassword("a wrong one, it is".toCharArray(), TestBus.password(TestBus.GIVEN))))
                .hasMessage("the current password is wrong. It is for you to give the right one.");
    }

    @Test
    void technicalDetailsOfTheRegistryAreInTheLogOnly() {
        AdministrationException told = Failures.of(new RegistryException.Failed("SQLSTATE 42P01", null));

        assertThat(told.reason()).isEqualTo(Reason.INTERNAL);
        assertThat(told.getMessage()).doesNotContain("42P01");
    }
}
