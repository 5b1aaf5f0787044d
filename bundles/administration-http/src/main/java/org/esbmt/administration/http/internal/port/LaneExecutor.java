package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.Lane;
import org.esbmt.administration.http.internal.work.UnprovenPace;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.Response;

/**
 * The threads of one request's lane. Without room in it, the resource words the refusal.
 *
 * @param charge of a request that has proven nothing; empty for others
 */
record LaneExecutor(ResourceRequest request, FairWorkers threads, Lane lane, Optional<UnprovenPace.Charge> charge)
        implements Handling.AnsweringExecutor {
    LaneExecutor {
        requireNonNull(request, "request");
        requireNonNull(threads, "threads");
        requireNonNull(lane, "lane");
        requireNonNull(charge, "charge");
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(lane, task);
    }

    @Override
    public Response busy() {
        Response answer = request.refused(Refusal.BUSY);
        return charge.map(of -> of.held(answer)).orElse(answer);
    }
}
