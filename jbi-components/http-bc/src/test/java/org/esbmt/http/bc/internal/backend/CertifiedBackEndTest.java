package org.esbmt.http.bc.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;

import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.bc.internal.lane.Lanes;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.testing.x509.TestAuthority;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contexts of TLS that are made slowly. */
@Timeout(60)
class CertifiedBackEndTest {
    /** The watch looks four times a second. A busy machine may take longer. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private final EventLoops loops = new EventLoops("certified-test", 1);
    private final Lanes lanes = new Lanes("certified-test-tls", 2, 1, 8);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger onLoops = new AtomicInteger();
    private final AtomicReference<Optional<TenantTls>> present = new AtomicReference<>(Optional.empty());
    private TenantTls first;
    private TenantTls second;
    private BackEnds backEnds;
    private CertifiedBackEnd certified;

    @BeforeEach
    void start() throws Exception {
        first = tls(TestAuthority.make("First").certificate());
        second = tls(TestAuthority.make("Second").certificate());
        present.set(Optional.of(first));
        EgressRules rules = new EgressRules(List.of("*@localhost:1"), Set.of(), address -> false);
        BackEndLimits limits = new BackEndLimits(4, 1000, 1 << 20, TimeUnit.SECONDS.toNanos(600), 32 * 1024, 100);
        backEnds = new BackEnds(
                loops,
                limits,
                new HeaderNames.Builder().build(),
                null,
                new AddressLookup(rules, InetAddress::getAllByName),
                new BackEndCounters());
        certified = new CertifiedBackEnd(
                backEnds,
                this::context,
                lanes,
                loops,
                limits,
                Owner.of(ACME),
                URI.create("https://localhost:1/"),
                () -> CompletableFuture.completedStage(present.get()));
    }

    private static TenantTls tls(X509Certificate authority) {
        return new TenantTls(Optional.empty(), Optional.of(authority));
    }

    private SslContext context(TenantTls tls) {
        begun.incrementAndGet();
        if (EventLoops.current() != null) {
            onLoops.incrementAndGet();
        }
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            throw new IllegalArgumentException("interrupted", e);
        }
        return TlsContexts.client(tls.authority().map(TlsContexts::trust), List.of(), Optional.empty());
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        certified.close();
        backEnds.close();
        lanes.close();
        loops.close();
    }

    private static BackEnd result(CompletionStage<BackEnd> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void anEventLoopServesOthersWhileAContextIsMade() throws Exception {
        CompletableFuture<CompletionStage<BackEnd>> asked = new CompletableFuture<>();
        loops.any().loop().execute(() -> asked.complete(certified.with(first)));
        CompletionStage<BackEnd> stage = asked.get(10, TimeUnit.SECONDS);
        await().until(() -> begun.get() == 1);
        CompletableFuture<Void> other = new CompletableFuture<>();
        loops.any().loop().execute(() -> other.complete(null));
        other.get(10, TimeUnit.SECONDS);
        assertThat(stage.toCompletableFuture()).isNotDone();
        mayEnd.countDown();
        BackEnd made = result(stage);
        assertThat(certified.known(first)).containsSame(made);
        assertThat(onLoops).hasValue(0);
    }

    @Test
    void callsForTheSameKeyWaitForOneContext() throws Exception {
        CompletionStage<BackEnd> one = certified.with(first);
        CompletionStage<BackEnd> other = certified.with(first);
        mayEnd.countDown();
        assertThat(result(one)).isSameAs(result(other)).isSameAs(result(certified.with(first)));
        assertThat(begun).hasValue(1);
    }

    @Test
    void callsForAFormerAuthorityGetTheConnectionsOfTheNext() throws Exception {
        CompletionStage<BackEnd> former = certified.with(first);
        CompletionStage<BackEnd> next = certified.with(second);
        present.set(Optional.of(second));
        mayEnd.countDown();
        assertThat(result(former)).isSameAs(result(next));
        assertThat(certified.known(first)).isEmpty();
        assertThat(certified.known(second)).isPresent();
    }

    @Test
    void theWatchReplacesConnectionsOffTheEventLoops() throws Exception {
        mayEnd.countDown();
        BackEnd before = result(certified.with(first));
        present.set(Optional.of(second));
        await().atMost(SOON).until(() -> certified.known(second).isPresent());
        assertThat(certified.known(second)).get().isNotSameAs(before);
        assertThat(onLoops).hasValue(0);
        present.set(Optional.empty());
        await().atMost(SOON).until(() -> certified.known(second).isEmpty());
    }

    @Test
    void anEndedProviderGetsNoConnections() throws Exception {
        CompletionStage<BackEnd> late = certified.with(first);
        certified.close();
        mayEnd.countDown();
        assertThatThrownBy(() -> result(late)).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> result(certified.with(first))).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThat(certified.known(first)).isEmpty();
    }
}
