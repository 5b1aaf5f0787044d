package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.internal.harness.ForeignValues;
import org.esbmt.administration.internal.harness.ForeignValues.Pair;
import org.esbmt.administration.internal.harness.MatrixValues;
import org.esbmt.administration.internal.harness.RoleMatrix;
import org.esbmt.administration.internal.harness.RoleMatrix.Line;
import org.esbmt.administration.internal.harness.RoleMatrix.Whose;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.administration.soap.internal.contract.Manager;
import org.esbmt.tenancy.api.Role;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The administrator of a tenant, in the own tenant, with each identifier and name of another tenant's object. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignIdentifiersOverSoapTest {
    @TempDir
    Path data;

    private int starts;
    private SoapBus bus;
    private TwoTenants tenants;
    private ForeignValues foreign;

    private void start() throws Exception {
        Path fresh = Files.createDirectory(data.resolve("bus" + starts++));
        if (bus == null) {
            bus = new SoapBus(fresh);
        } else {
            bus.restart(fresh);
        }
        tenants = new TwoTenants(bus.published.bus, new Administrator("ada", "test"));
        foreign = new ForeignValues(bus.published.bus, tenants);
    }

    @AfterAll
    void stop() {
        bus.close();
    }

    static Stream<Arguments> words() {
        return Stream.of(Manager.values())
                .flatMap(manager -> manager.entries().stream())
                .flatMap(entry -> entry.words().stream()
                        .filter(word -> ForeignValues.areOf(word.name()))
                        .map(word -> Arguments.of(entry, word)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("words")
    void anObjectOfAnotherTenantLooksLikeOneThatDoesNotExist(Entry<?> entry, Word<?> word) throws Exception {
        start();
        List<String> before = ofGlobex();
        SoapAnswer another = send(entry, word, Pair::foreign);
        assertThat(ofGlobex()).isEqualTo(before);
        start();
        SoapAnswer nobodys = send(entry, word, Pair::unknown);

        assertThat(another.status()).as(another.body()).isEqualTo(nobodys.status());
        if (another.status() != 200) {
            assertThat(foreign.neutral(another.body())).isEqualTo(foreign.neutral(nobodys.body()));
        }
        assertThat(another.body()).doesNotContain("secret name");
    }

    private List<String> ofGlobex() throws Exception {
        String globex = tenants.globex.toString();
        return tenants.contents().stream().filter(line -> line.contains(globex)).toList();
    }

    private SoapAnswer send(Entry<?> entry, Word<?> word, Function<Pair, String> which) throws Exception {
        Line line = RoleMatrix.ofEntry(entry.part().name(), entry.name(), entry.command())
                .get(0);
        MatrixValues usual = new MatrixValues(tenants);
        Envelope request = Envelope.of(entry.name());
        for (Word<?> each : entry.words()) {
            value(each, word, which, usual, line, entry).ifPresent(value -> add(request, each, value));
        }
        return bus.send(
                Manager.of(entry).serviceName(),
                request.as(TwoTenants.loginOf(Role.TENANT_ADMIN), TwoTenants.PASSWORD));
    }

    private Optional<String> value(
            Word<?> each, Word<?> word, Function<Pair, String> which, MatrixValues usual, Line line, Entry<?> entry) {
        return each.equals(word)
                ? Optional.of(which.apply(foreign.of(word.name())))
                : usual.of(line, entry.name(), each.name(), Whose.OWN);
    }

    private static void add(Envelope request, Word<?> word, String value) {
        request.with(
                word.name(),
                word.kind() == Kind.BYTES ? Base64.getEncoder().encodeToString(value.getBytes(UTF_8)) : value);
    }
}
