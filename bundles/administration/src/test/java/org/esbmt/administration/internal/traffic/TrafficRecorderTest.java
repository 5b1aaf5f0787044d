package org.esbmt.administration.internal.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.esbmt.administration.api.TrafficAdministration.Counts;
import org.esbmt.administration.api.TrafficAdministration.Sample;
import org.esbmt.administration.api.TrafficAdministration.Span;
import org.esbmt.administration.internal.harness.CountedMessages;
import org.esbmt.administration.internal.harness.MovedClock;
import org.esbmt.administration.internal.traffic.TrafficRecorder.Traffic;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

class TrafficRecorderTest {
    private static final TenantId ACME = tenant(1);
    private static final TenantId GLOBEX = tenant(2);

    private final CountedMessages messages = new CountedMessages();
    private final MovedClock clock = new MovedClock();
    private final TrafficRecorder recorder = TrafficRecorder.of(clock);

    private static TenantId tenant(int number) {
        return new TenantId(new UUID(0x4000, 0x8000_0000_0000_0000L + number));
    }

    private void passes(Duration time) {
        Instant end = clock.instant().plus(time);
        while (clock.instant().isBefore(end)) {
            clock.move(Duration.ofSeconds(5));
            recorder.read();
        }
    }

    private void step() {
        passes(Duration.ofSeconds(5));
    }

    private Counts lastMinute(TenantId tenant) {
        return recorder.tenants().stream()
                .filter(traffic -> traffic.of().equals(tenant))
                .findFirst()
                .orElseThrow()
                .lastMinute()
                .counts();
    }

    private static List<Long> messages(List<Sample> samples) {
        return samples.stream()
                .map(sample -> sample.figures().counts().messages())
                .toList();
    }

    private static long sum(List<Sample> samples) {
        return messages(samples).stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void aMessageIsInTheFiguresOfItsTenantAlone() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 3, 1_000);
        messages.at(ACME, "Stock").count(Outcome.BACK_END, 1, 9_000);
        messages.at(GLOBEX, "Orders").count(Outcome.STRANGER, 5, 0);
        step();

        assertThat(recorder.tenants()).extracting(Traffic::of).containsExactly(ACME, GLOBEX);
        assertThat(lastMinute(ACME)).isEqualTo(new Counts(3, 0, 0, 1, 0, 0));
        assertThat(lastMinute(GLOBEX)).isEqualTo(new Counts(0, 0, 0, 0, 0, 5));
        assertThat(lastMinute(GLOBEX).messages()).isZero();
        assertThat(recorder.endpoints(ACME))
                .extracting(endpoint ->
                        endpoint.of().address().orElseThrow().service().getLocalPart())
                .containsExactly("Orders", "Stock");
        assertThat(recorder.endpoints(tenant(3))).isEmpty();
        assertThat(sum(recorder.samples(Span.TEN_MINUTES))).isEqualTo(4);
        assertThat(sum(recorder.samples(ACME, Span.TEN_MINUTES))).isEqualTo(4);
        assertThat(sum(recorder.samples(GLOBEX, Span.TEN_MINUTES))).isZero();
        assertThat(recorder.samples(tenant(3), Span.TEN_MINUTES)).isEmpty();
    }

    @Test
    void latenciesAreThoseOfTheTime() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 100, 100_000);
        step();
        passes(Duration.ofMinutes(1));
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 100, 1_000);
        step();

        Traffic<TenantId> acme = recorder.tenants().get(0);
        assertThat(acme.lastMinute().medianMicros().orElseThrow()).isBetween(800L, 1_300L);
        assertThat(acme.lastMinute().p99Micros().orElseThrow()).isBetween(800L, 1_300L);
        assertThat(acme.total().answered()).isEqualTo(200);
    }

    @Test
    void aMinuteAndASpanForgetOlderTraffic() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 7, 1_000);
        step();
        passes(Duration.ofSeconds(55));
        assertThat(lastMinute(ACME).messages()).isEqualTo(7);
        step();
        assertThat(lastMinute(ACME).messages()).isZero();

        List<Sample> samples = recorder.samples(ACME, Span.TEN_MINUTES);
        assertThat(samples).hasSize(120);
        assertThat(messages(samples).get(120 - 13)).isEqualTo(7);
        assertThat(samples.get(119).until()).isEqualTo(clock.instant());
        passes(Duration.ofMinutes(9));
        assertThat(sum(recorder.samples(ACME, Span.TEN_MINUTES))).isZero();

        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 2, 1_000);
        step();
        assertThat(sum(recorder.samples(ACME, Span.TEN_MINUTES))).isEqualTo(2);
    }

    @Test
    void aDayHasItsTenMinutesOnceTheyAreOver() {
        recorder.addSource(messages);
        for (int i = 0; i < 240; i++) {
            messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
            step();
        }
        List<Sample> day = recorder.samples(ACME, Span.DAY);
        assertThat(day).hasSize(144);
        assertThat(messages(day).subList(141, 144)).containsExactly(0L, 120L, 120L);
        assertThat(day.get(143).until()).isEqualTo(clock.instant());
        assertThat(day.get(143).figures().medianMicros()).isPresent();

        passes(Duration.ofHours(23));
        assertThat(sum(recorder.samples(ACME, Span.DAY))).isEqualTo(240);
        passes(Duration.ofMinutes(50));
        assertThat(sum(recorder.samples(ACME, Span.DAY))).isEqualTo(120);
    }

    @Test
    void aTenantWithoutTrafficForADayIsForgotten() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        step();
        passes(Duration.ofHours(24));
        assertThat(recorder.tenants()).hasSize(1);
        step();
        assertThat(recorder.tenants()).isEmpty();
    }

    @Test
    void aClosedEndpointStaysInTheTotalOfItsTenant() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.FAULT, 4, 1_000);
        step();
        messages.close(ACME, "Orders");
        step();

        assertThat(recorder.endpoints(ACME)).isEmpty();
        assertThat(recorder.tenants().get(0).total().faults()).isEqualTo(4);
        messages.at(ACME, "Orders").count(Outcome.FAULT, 1, 1_000);
        step();
        assertThat(recorder.tenants().get(0).total().faults()).isEqualTo(5);
    }

    @Test
    void countsBeforeTheRecorderAreNoTrafficOfNow() {
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1_000, 1_000);
        recorder.addSource(messages);
        step();
        assertThat(recorder.tenants()).isEmpty();

        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        step();
        assertThat(lastMinute(ACME).messages()).isEqualTo(1);
    }

    @Test
    void theBusiestOfTheLastMinuteIsFirst() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 50, 1_000);
        messages.at(GLOBEX, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        step();
        assertThat(recorder.tenants()).extracting(Traffic::of).containsExactly(ACME, GLOBEX);
        passes(Duration.ofMinutes(2));
        messages.at(GLOBEX, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        step();
        assertThat(recorder.tenants()).extracting(Traffic::of).containsExactly(GLOBEX, ACME);
    }

    @Test
    void requestsInFlightAreThoseOfTheLastStep() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        messages.at(ACME, "Orders").inFlight(2);
        messages.at(ACME, "Stock").inFlight(3);
        step();
        assertThat(recorder.tenants().get(0).inFlight()).isEqualTo(5);
        messages.at(ACME, "Orders").inFlight(0);
        step();
        assertThat(recorder.tenants().get(0).inFlight()).isEqualTo(3);
    }

    @Test
    void onlyAThousandTenantsHaveSamples() {
        recorder.addSource(messages);
        int most = TrafficRecorder.MOST_WITH_SAMPLES;
        for (int i = 0; i < most; i++) {
            messages.at(tenant(100 + i), "Orders").count(Outcome.ANSWERED, 1, 1_000);
        }
        step();
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        step();
        assertThat(recorder.samples(ACME, Span.TEN_MINUTES)).isEmpty();
        assertThat(lastMinute(ACME).messages()).isEqualTo(1);

        passes(Duration.ofMinutes(11));
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        step();
        assertThat(sum(recorder.samples(ACME, Span.TEN_MINUTES))).isEqualTo(1);
        long kept = recorder.tenants().stream()
                .filter(traffic -> !recorder.samples(traffic.of(), Span.DAY).isEmpty())
                .count();
        assertThat(kept).isEqualTo(most);
    }

    @Test
    void aClockThatGoesBackLosesNothing() {
        recorder.addSource(messages);
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        step();
        clock.move(Duration.ofSeconds(-20));
        messages.at(ACME, "Orders").count(Outcome.ANSWERED, 1, 1_000);
        recorder.read();
        passes(Duration.ofSeconds(30));

        assertThat(recorder.tenants().get(0).total().answered()).isEqualTo(2);
        assertThat(sum(recorder.samples(ACME, Span.TEN_MINUTES))).isEqualTo(2);
    }
}
