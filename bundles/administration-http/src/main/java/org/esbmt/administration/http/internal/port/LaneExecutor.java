package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.Lane;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.Response;

/** The threads of one request's lane. Without room in it, the resource words the refusal. */
record LaneExecutor(ResourceRequest request, FairWorkers threads, Lane lane) implements Handling.AnsweringExecutor {
    LaneExecutor {
        requireNonNull(request, "request");
        requireNonNull(threads, "threads");
        requireNonNull(lane, "lane");
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(lane, task);
    }

    @Override
    public Response busy() {
        return request.refused(Refusal.BUSY);
    }
}
