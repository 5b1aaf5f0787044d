package org.esbmt.administration.rest.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.internal.harness.ForeignValues;
import org.esbmt.administration.internal.harness.ForeignValues.Pair;
import org.esbmt.administration.internal.harness.MatrixValues;
import org.esbmt.administration.internal.harness.RoleMatrix;
import org.esbmt.administration.internal.harness.RoleMatrix.Line;
import org.esbmt.administration.internal.harness.RoleMatrix.Whose;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.administration.rest.internal.RestBus.Answer;
import org.esbmt.administration.rest.internal.RestBus.Client;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;
import org.esbmt.tenancy.api.Role;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The administrator of a tenant, in the own tenant, with each identifier and name of another tenant's object. The answer is that of an
 * object that does not exist, and the other tenant keeps everything.
 */
class ForeignIdentifiersOverRestTest {
    private static final String IDENTIFIER = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    @TempDir
    Path data;

    private int starts;
    private RestBus bus;
    private TwoTenants tenants;
    private ForeignValues foreign;

    private void start() throws Exception {
        bus = new RestBus(Files.createDirectory(data.resolve("bus" + starts++)));
        tenants = new TwoTenants(bus.published.bus, new Administrator("ada", "test"));
        foreign = new ForeignValues(bus.published.bus, tenants);
    }

    static Stream<Arguments> words() {
        return Routes.ALL.stream().map(Signature::of).flatMap(signature -> signature.entry().words().stream()
                .filter(word -> ForeignValues.areOf(word.name()))
                .map(word -> Arguments.of(signature, word)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("words")
    void anObjectOfAnotherTenantLooksLikeOneThatDoesNotExist(Signature signature, Word<?> word) throws Exception {
        start();
        List<String> before = ofGlobex();
        Answer another = send(signature, word, Pair::foreign);
        assertThat(ofGlobex()).isEqualTo(before);
        start();
        Answer nobodys = send(signature, word, Pair::unknown);

        assertThat(another.status()).as(another.body()).isEqualTo(nobodys.status());
        assertThat(another.headers()).isEqualTo(nobodys.headers());
        if (another.reason().isPresent()) {
            assertThat(foreign.neutral(another.body())).isEqualTo(foreign.neutral(nobodys.body()));
        }
        assertThat(another.body()).doesNotContain("secret name", tenants.globex.toString());
    }

    private List<String> ofGlobex() throws Exception {
        String globex = tenants.globex.toString();
        return tenants.contents().stream().filter(line -> line.contains(globex)).toList();
    }

    private Answer send(Signature signature, Word<?> word, Function<Pair, String> which) {
        Entry<?> entry = signature.entry();
        Line line = RoleMatrix.ofEntry(entry.part().name(), entry.name(), entry.command())
                .get(0);
        MatrixValues usual = new MatrixValues(tenants);
        String value = which.apply(foreign.of(word.name()));
        Client client = bus.as(TwoTenants.loginOf(Role.TENANT_ADMIN));
        Function<String, Optional<String>> values = name -> {
            if (name.equals(word.name())) {
                return Optional.of(value);
            }
            return name.equals(Signature.DRY_RUN) && entry.isPlannable()
                    ? Optional.empty()
                    : usual.of(line, entry.name(), name, Whose.OWN);
        };
        return new SampleRequest(signature, values, tenants.acme.toString()).sendForAnyRevision(client);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'lockUser': {'tenant': '%s', 'login': '%s'}",
                "'setPassword': {'tenant': '%s', 'login': '%s', 'password': 'a long password'}",
                "'handOverDefaultAdmin': {'tenant': '%s', 'login': '%s'}",
                "'setContingent': {'tenant': '%s', 'resource': 'USERS', 'amount': 1, 'user': '%s'}",
                "'rollBackAssembly': {'tenant': '%s', 'assembly': '%s'}",
                "'undeploy': {'tenant': '%s', 'assembly': '%s'}",
                "'removeContact': {'tenant': '%s', 'name': '%s'}",
                "'unregisterService': {'tenant': '%s', 'namespace': 'urn:veiled', 'name': '%s', 'version': '1'}"
            })
    void aStepOfABatchReachesTheOwnTenantAlone(String step) throws Exception {
        start();
        String name = step.contains("login") || step.contains("user")
                ? "login"
                : step.contains("assembly") ? "assembly" : step.contains("Service") ? "service" : "name";
        Pair pair = foreign.of(name);
        String hidden = pair.foreign().replaceAll("\\{.*}", "");
        String absent = pair.unknown().replaceAll("\\{.*}", "");
        List<String> before = tenants.contents();

        Answer inOwn = batch(step.formatted(tenants.acme, hidden));
        Answer nowhere = batch(step.formatted(tenants.acme, absent));
        Answer inAnothers = batch(step.formatted(tenants.globex, hidden));
        Answer inNobodys = batch(step.formatted(TwoTenants.NOBODYS, hidden));

        assertThat(inOwn.reason()).as(inOwn.body()).isPresent();
        assertThat(inOwn.body().replace(hidden, absent).replaceAll(IDENTIFIER, "ID"))
                .isEqualTo(nowhere.body().replaceAll(IDENTIFIER, "ID"));
        assertThat(foreign.neutral(inAnothers.body())).isEqualTo(foreign.neutral(inNobodys.body()));
        inAnothers.refuses(403, "forbidden", "step 1: ");
        assertThat(tenants.contents()).isEqualTo(before);
    }

    private Answer batch(String step) {
        return bus.as(TwoTenants.loginOf(Role.TENANT_ADMIN))
                .json("{'steps': [{" + step + "}]}")
                .post("/batches");
    }
}
