package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.api.command.ComponentCommand.StartComponent;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.harness.TestBus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The executor has exactly one handler for each command. */
class CommandExecutorTest {
    @TempDir
    Path data;

    private TestBus bus;
    private CommandExecutor executor;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        executor = bus.executor();
    }

    @Test
    void everyCommandHasOneHandler() throws Exception {
        assertThat(executor.handlers().types()).isEqualTo(kinds(Command.class).collect(Collectors.<Class<?>>toSet()));
    }

    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(CommandExecutorTest::kinds)
                : Stream.of(type);
    }

    @Test
    void twoHandlersOfOneCommandAreRefused() {
        CommandHandlers handlers = new CommandHandlers().add(Batch.class, bus.batches::submit);

        assertThatThrownBy(() -> handlers.add(Batch.class, bus.batches::submit))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> handlers.addAll(new CommandHandlers().add(Batch.class, bus.batches::submit)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCommandHasTheResultOfItsType() throws Exception {
        Administration administration = executor;

        CreatedTenant created = administration.execute(admin(), create());
        TenantView suspended = administration.execute(
                admin(), new SuspendTenant(created.tenant().id()));

        assertThat(suspended.state()).isEqualTo(TenantView.State.SUSPENDED);
        assertThat(suspended.revision()).isGreaterThan(created.tenant().revision());
    }

    /** An administrator must reach the tenants and transactions of a node that does not deploy. */
    @Test
    void onlyComponentsNeedTheDeployer() throws Exception {
        CommandExecutor without = bus.executorWithoutDeployer();

        for (Command<?> command :
                List.of(new StartComponent("eip"), new ConfigureComponent("eip", Optional.empty(), Map.of()))) {
            assertThatThrownBy(() -> without.execute(admin(), command))
                    .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.UNAVAILABLE));
        }
        assertThat(without.execute(admin(), create()).tenant().name()).isEqualTo("acme");
    }

    @Test
    void aDryRunOfACommandLeavesNothing() throws Exception {
        BatchReport plan = executor.dryRun(admin(), create());

        assertThat(plan.steps()).singleElement().hasToString("1. createTenant on tenant acme");
        assertThat(bus.tenantQueries
                        .listTenants(admin(), TenantFilter.ALL, PageRequest.first(1))
                        .total())
                .isZero();
    }

    @Test
    void onlyAStepOfABatchRefersToAnEarlierStep() {
        assertThatThrownBy(() -> executor.execute(admin(), new SuspendTenant(new TenantRef.CreatedBefore("acme"))))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.INVALID))
                .hasMessageContaining("step of a batch");
    }

    private static CreateTenant create() {
        return new CreateTenant("acme", "Acme", "boss", password("a long password of theirs"));
    }
}
