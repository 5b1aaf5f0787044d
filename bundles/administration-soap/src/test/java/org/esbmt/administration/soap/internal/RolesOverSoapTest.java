package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.internal.harness.MatrixValues;
import org.esbmt.administration.internal.harness.RoleMatrix;
import org.esbmt.administration.internal.harness.RoleMatrix.Line;
import org.esbmt.administration.internal.harness.RoleMatrix.To;
import org.esbmt.administration.internal.harness.RoleMatrix.Whose;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.tenancy.api.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every operation by every role, for the own, another and an unknown tenant, by messages over the network and with a login, down to the
 * managers. The decisions are those of {@link RoleMatrix}, as for a call of the managers themselves.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolesOverSoapTest {
    /** Reasons that a permitted request never has. */
    private static final Set<String> REFUSALS = Set.of("FORBIDDEN", "INTERNAL", "NOT_AUTHENTICATED");

    @TempDir
    Path data;

    private int starts;
    private boolean changed = true;
    private SoapBus bus;
    private TwoTenants tenants;
    private MatrixValues values;

    /** An operation and one of its lines. */
    record Asked(Entry<?> entry, Line line) {
        boolean isDryRun() {
            return line.equals(RoleMatrix.dryRun());
        }

        @Override
        public String toString() {
            return entry + (isDryRun() ? " (dry run)" : "") + (line.to() == To.NAMED ? " by name" : "");
        }
    }

    @BeforeEach
    void startAfterAChange() throws Exception {
        if (changed) {
            Path fresh = Files.createDirectory(data.resolve("bus" + starts++));
            if (bus == null) {
                bus = new SoapBus(fresh);
            } else {
                bus.restart(fresh);
            }
            tenants = new TwoTenants(bus.published.bus, new Administrator("ada", "test"));
            values = new MatrixValues(tenants);
            changed = false;
        }
        // The audit has a budget of refusals.
        bus.published.bus.nanos.addAndGet(Duration.ofHours(1).toNanos());
    }

    @AfterAll
    void stop() {
        bus.close();
    }

    static Stream<Asked> asked() {
        return Arrays.stream(Manager.values())
                .flatMap(manager -> manager.entries().stream())
                .flatMap(entry -> {
                    Stream<Asked> asked =
                            RoleMatrix.ofEntry(entry.part().name(), entry.name(), entry.command()).stream()
                                    .map(line -> new Asked(entry, line));
                    return entry.name().equals("submitBatch")
                            ? Stream.concat(asked, Stream.of(new Asked(entry, RoleMatrix.dryRun())))
                            : asked;
                });
    }

    static Stream<Arguments> matrix() {
        return asked().flatMap(
                        asked -> Arrays.stream(Role.values()).flatMap(role -> RoleMatrix.targets(asked.line(), role)
                                .map(whose -> Arguments.of(asked, role, whose))));
    }

    @ParameterizedTest(name = "{0} by {1} for {2}")
    @MethodSource("matrix")
    void anOperationIsRefusedExactlyAsItsCommandOrQuery(Asked asked, Role role, Whose whose) throws Exception {
        List<String> before = tenants.contents();
        int calls = bus.published.calls().size();

        SoapAnswer answer = send(asked, role, whose);

        assertThat(bus.published.calls()).as("it arrives: " + answer.body()).hasSizeGreaterThan(calls);
        if (RoleMatrix.isPermitted(asked.line(), role, whose)) {
            assertThat(answer.status() == 200 ? List.of() : answer.texts("reason"))
                    .as(answer.body())
                    .doesNotContainAnyElementsOf(REFUSALS);
            if (asked.isDryRun()) {
                assertThat(tenants.contents()).isEqualTo(before);
            }
            changed = asked.entry().effect() != Effect.READS;
            return;
        }
        answer.refuses("FORBIDDEN", "It is for ");
        assertThat(tenants.contents()).isEqualTo(before);
        assertThat(tenants.lastAct(role).content().action()).endsWith(" refused: FORBIDDEN");
        if (whose == Whose.ANOTHERS) {
            SoapAnswer unknown = send(asked, role, Whose.NOBODYS);
            assertThat(values.neutral(answer.body())).isEqualTo(values.neutral(unknown.body()));
            assertThat(answer.body()).doesNotContain("secret name");
        }
    }

    private SoapAnswer send(Asked asked, Role role, Whose whose) throws Exception {
        Entry<?> entry = asked.entry();
        Envelope request = Envelope.of(entry.name());
        entry.words().forEach(word -> value(asked, word, whose).ifPresent(value -> add(request, word, value)));
        return bus.send(Manager.of(entry).serviceName(), request.as(TwoTenants.loginOf(role), TwoTenants.PASSWORD));
    }

    private Optional<String> value(Asked asked, Word<?> word, Whose whose) {
        return switch (word.name()) {
            case "batch" ->
                Optional.of("<batch xmlns='urn:esbmt:batch:1'><addUser tenant='" + values.identifier(whose)
                        + "' login='dave' password='another long password' roles='TENANT_USER'/></batch>");
            case "dryRun" -> Optional.of(String.valueOf(asked.isDryRun()));
            default -> values.of(asked.line(), asked.entry().name(), word.name(), whose);
        };
    }

    private static void add(Envelope request, Word<?> word, String value) {
        request.with(
                word.name(),
                word.kind() == Kind.BYTES ? Base64.getEncoder().encodeToString(value.getBytes(UTF_8)) : value);
    }

    @Test
    void aChangedPasswordIsTheOnlyOneFromThenOn() throws Exception {
        changed = true;
        String login = TwoTenants.loginOf(Role.TENANT_ADMIN);
        bus.send(
                        "TenantRegistryManager",
                        Envelope.of("changeAdministratorPassword")
                                .with("currentPassword", TwoTenants.PASSWORD)
                                .with("newPassword", "another long password")
                                .as(login, TwoTenants.PASSWORD))
                .succeeds();

        bus.send("TenantRegistryManager", Envelope.of("whoAmI").as(login, TwoTenants.PASSWORD))
                .refuses("NOT_AUTHENTICATED", "");
        assertThat(bus.send("TenantRegistryManager", Envelope.of("whoAmI").as(login, "another long password"))
                        .succeeds()
                        .text("login"))
                .isEqualTo(login);
    }
}
