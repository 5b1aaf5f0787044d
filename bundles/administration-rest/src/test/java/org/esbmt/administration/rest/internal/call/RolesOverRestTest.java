package org.esbmt.administration.rest.internal.call;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.internal.harness.MatrixValues;
import org.esbmt.administration.internal.harness.RoleMatrix;
import org.esbmt.administration.internal.harness.RoleMatrix.Line;
import org.esbmt.administration.internal.harness.RoleMatrix.To;
import org.esbmt.administration.internal.harness.RoleMatrix.Whose;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.esbmt.administration.rest.internal.route.Route;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;
import org.esbmt.tenancy.api.Role;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every route by every role, for the own, another and an unknown tenant, down to the managers. The decisions are those of
 * {@link RoleMatrix}, as for a call of the managers themselves. A dry run needs the roles of its change.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolesOverRestTest {
    @TempDir
    Path data;

    private int starts;
    private RestBus bus;
    private TwoTenants tenants;
    private MatrixValues values;

    /** A route and one of its lines; the dry run of the change, if it is planned. */
    record Asked(Signature signature, Line line, boolean planned) {
        boolean isPermitted(Role role, Whose whose) {
            return planned ? RoleMatrix.isPlanPermitted(line, role, whose) : RoleMatrix.isPermitted(line, role, whose);
        }

        @Override
        public String toString() {
            return signature + (planned ? " (dry run)" : "") + (line.to() == To.NAMED ? " by name" : "");
        }
    }

    @BeforeEach
    void startAfterAChange() throws Exception {
        if (bus == null) {
            bus = new RestBus(Files.createDirectory(data.resolve("bus" + starts++)));
            tenants = new TwoTenants(bus.published.bus, new Administrator("ada", "test"));
            values = new MatrixValues(tenants);
        }
        // The audit has a budget of refusals.
        bus.published.bus.nanos.addAndGet(Duration.ofHours(1).toNanos());
    }

    static Stream<Asked> asked() {
        return Routes.ALL.stream().flatMap(route -> {
            Entry<?> entry = route.entry();
            Stream<Asked> alone = RoleMatrix.ofEntry(entry.part().name(), entry.name(), entry.command()).stream()
                    .map(line -> new Asked(Signature.of(route), line, false));
            return entry.isPlannable()
                    ? alone.flatMap(asked -> Stream.of(asked, new Asked(asked.signature(), asked.line(), true)))
                    : alone;
        });
    }

    static Stream<Arguments> matrix() {
        return asked().flatMap(
                        asked -> Arrays.stream(Role.values()).flatMap(role -> RoleMatrix.targets(asked.line(), role)
                                .filter(whose -> asked.line().to() != To.CHAIN || isAddressed(asked.signature(), whose))
                                .map(whose -> Arguments.of(asked, role, whose))));
    }

    /** The chain of the installation has a path of its own. */
    private static boolean isAddressed(Signature signature, Whose whose) {
        boolean ofTenant = signature.route().path().pathVariables().contains("tenantId");
        return ofTenant == (whose != Whose.NONE);
    }

    @Test
    void everyQueryOfTheMatrixIsInTheCatalogue() {
        Set<String> queries = Catalogue.entries().stream()
                .filter(entry -> entry.command().isEmpty())
                .map(Entry::toString)
                .collect(toSet());

        assertThat(RoleMatrix.queries()).containsExactlyInAnyOrderElementsOf(queries);
    }

    @ParameterizedTest(name = "{0} by {1} for {2}")
    @MethodSource("matrix")
    void aRouteIsRefusedExactlyAsItsCommandOrQuery(Asked asked, Role role, Whose whose) throws Exception {
        List<String> before = tenants.contents();
        int calls = bus.published.calls().size();

        Answer answer = send(asked, role, whose);

        assertThat(bus.published.calls()).as("it arrives: " + answer.body()).hasSizeGreaterThan(calls);
        if (asked.isPermitted(role, whose)) {
            assertThat(answer.reason()).as(answer.body()).isNotIn(refusals());
            if (asked.planned()) {
                assertThat(tenants.contents()).isEqualTo(before);
            } else if (asked.signature().entry().effect() != Effect.READS) {
                bus = null;
            }
            return;
        }
        answer.refuses(403, "forbidden", "It is for ");
        assertThat(answer.header("ETag")).isEmpty();
        assertThat(tenants.contents()).isEqualTo(before);
        assertThat(tenants.lastAct(role).content().action()).endsWith(" refused: FORBIDDEN");
        if (whose == Whose.ANOTHERS) {
            assertSameAsUnknown(answer, send(asked, role, Whose.NOBODYS));
        }
    }

    private static Set<Optional<String>> refusals() {
        return Set.of(Optional.of("FORBIDDEN"), Optional.of("INTERNAL"), Optional.of("NOT_AUTHENTICATED"));
    }

    private void assertSameAsUnknown(Answer another, Answer unknown) {
        assertThat(values.neutral(another.body())).isEqualTo(values.neutral(unknown.body()));
        assertThat(another.status()).isEqualTo(unknown.status());
        assertThat(another.headers()).isEqualTo(unknown.headers());
        assertThat(another.body()).doesNotContain("secret name");
    }

    private Answer send(Asked asked, Role role, Whose whose) {
        Route route = asked.signature().route();
        Function<String, Optional<String>> valuesOfWords = word -> asked.planned() && word.equals(Signature.DRY_RUN)
                ? Optional.of("true")
                : word.equals(Signature.DRY_RUN) && route.entry().isPlannable()
                        ? Optional.empty()
                        : values.of(asked.line(), route.operation(), word, whose);
        return new SampleRequest(asked.signature(), valuesOfWords, values.identifier(whose))
                .sendForAnyRevision(bus.as(TwoTenants.loginOf(role)));
    }
}
