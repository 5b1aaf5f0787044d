package org.esbmt.http.bc.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.bc.internal.HttpSettings;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.jbi.container.api.Owner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ports that tenants may not connect to, on any machine. The listeners here are on this machine. The rule against this
 * machine's own addresses is off, since it alone would deny them to tenants.
 */
class EgressTest {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private EventLoops loops;
    private StubBackEnd database;
    private StubBackEnd service;

    @BeforeEach
    void start() throws IOException {
        loops = new EventLoops("egress-test", 1);
        database = StubBackEnd.echo("database");
        service = StubBackEnd.echo("service");
    }

    @AfterEach
    void stop() throws IOException {
        loops.close();
        database.close();
        service.close();
    }

    private EgressRules denyingTheDatabase(String... allow) {
        return new EgressRules(List.of(allow), Set.of(database.port()), address -> false);
    }

    /** Calls like a provider; returns the status, or the reason of a failure. */
    private Object call(EgressRules rules, Owner owner, String url) throws Exception {
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        try (BackEnds backEnds = new BackEnds(
                loops,
                new BackEndLimits(4, 4, 1 << 20, PATIENCE, 32 * 1024, 100),
                new HeaderNames.Builder().build(),
                null,
                rules,
                new BackEndCounters())) {
            BackEnd backEnd = backEnds.use(owner, URI.create(url));
            LoopState loop = loops.any();
            loop.loop().execute(() -> backEnd.call(request(loop, outcome)));
            return outcome.get(20, TimeUnit.SECONDS);
        }
    }

    private static BackEndCall request(LoopState loop, CompletableFuture<Object> outcome) {
        HttpBody body = HttpBody.whole(loop);
        body.end();
        byte[] head = "POST / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII);
        return new BackEndCall(head, new Headers.Builder().build(), body, PATIENCE, PATIENCE, 10_000) {
            @Override
            protected void answered(
                    int status, Headers headers, String contentType, boolean contentEncoded, HttpBody answer) {
                answer.discard();
                outcome.complete(status);
            }

            @Override
            protected void failed(BackEndException cause) {
                outcome.complete(cause);
            }
        };
    }

    private String urlOf(String host, StubBackEnd backEnd) {
        return "http://" + host + ":" + backEnd.port() + "/";
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost"})
    void aTenantDoesNotReachADeniedPort(String host) throws Exception {
        Object outcome = call(denyingTheDatabase(), Owner.of(ACME), urlOf(host, database));

        assertThat(outcome).isInstanceOfSatisfying(BackEndException.class, e -> {
            assertThat(e.code()).isEqualTo(FaultCode.BACKEND_UNAVAILABLE);
            assertThat(e).hasMessageContaining("egress rules");
        });
        assertThat(database.connections()).isZero();
    }

    @Test
    void otherPortsOfTheSameMachineAreReached() throws Exception {
        assertThat(call(denyingTheDatabase(), Owner.of(ACME), urlOf("127.0.0.1", service)))
                .isEqualTo(200);
    }

    @Test
    void theAdministratorMayAllowAPortForOneTenant() throws Exception {
        EgressRules rules = denyingTheDatabase(ACME + "@127.0.0.1:" + database.port());
        String url = urlOf("127.0.0.1", database);

        assertThat(call(rules, Owner.of(GLOBEX), url)).isInstanceOf(BackEndException.class);
        assertThat(database.connections()).isZero();
        assertThat(call(rules, Owner.of(ACME), url)).isEqualTo(200);
    }

    @Test
    void plainUnitsGoAnywhere() throws Exception {
        assertThat(call(denyingTheDatabase(), Owner.PLAIN, urlOf("127.0.0.1", database)))
                .isEqualTo(200);
    }

    private static boolean permits(Map<String, Object> configuration, int port) throws IOException {
        InetAddress elsewhere = InetAddress.getByName("192.0.2.7"); // for documentation (RFC 5737): nobody has it
        return HttpSettings.of(TestBus.configuration(configuration))
                .egress()
                .permits(Owner.of(ACME), "backend.example", port, elsewhere);
    }

    @ParameterizedTest
    @ValueSource(ints = {5432, 61616, 61617, 5671, 5672, 1099, 44444, 8101})
    void databasesBrokersAndAdministrationAreDeniedUnlessConfigured(int port) throws IOException {
        assertThat(permits(Map.of(), port)).isFalse();
        assertThat(permits(Map.of("egress_allow", ACME + "@backend.example:" + port), port))
                .isTrue();
    }

    @Test
    void theConfiguredPortsAreDeniedAndNoOthers() throws IOException {
        Map<String, Object> configured = Map.of("egress_denied_ports", " 3306, 6379 ,");

        assertThat(permits(configured, 3306)).isFalse();
        assertThat(permits(configured, 6379)).isFalse();
        assertThat(permits(configured, 5432)).isTrue();
        assertThat(permits(Map.of("egress_denied_ports", ""), 5432)).isTrue();
    }
}
