package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.Lane;
import org.esbmt.administration.http.internal.work.UnprovenPace;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.Response;

/** The threads of one request's lane. Without room in it, the resource words the refusal. */
final class LaneExecutor implements Handling.AnsweringExecutor {
    private final ResourceRequest request;
    private final FairWorkers threads;
    private final Lane lane;
    private final Optional<UnprovenPace.Charge> charge;
    private volatile boolean displaced;

    /** @param charge of a request that has proven nothing, which may lose its place; empty for others */
    LaneExecutor(ResourceRequest request, FairWorkers threads, Lane lane, Optional<UnprovenPace.Charge> charge) {
        this.request = requireNonNull(request, "request");
        this.threads = requireNonNull(threads, "threads");
        this.lane = requireNonNull(lane, "lane");
        this.charge = requireNonNull(charge, "charge");
    }

    @Override
    public void execute(Runnable task) {
        if (charge.isEmpty()) {
            threads.execute(lane, task);
            return;
        }
        threads.execute(lane, task, () -> {
            displaced = true;
            task.run();
        });
    }

    /** Returns true for a request that has lost its place: its task only refuses it. */
    boolean isDisplaced() {
        return displaced;
    }

    @Override
    public Response busy() {
        Response answer = request.refused(Refusal.BUSY);
        return charge.map(of -> of.held(answer)).orElse(answer);
    }
}
