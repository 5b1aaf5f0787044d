package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.http.api.OwnMessage.Admission;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.Lane;
import org.esbmt.administration.http.internal.work.Lane.Group;
import org.esbmt.administration.http.internal.work.UnprovenPace;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;

/**
 * A message with its sender's credential in its beginning. A thread for checks admits the sender, and only then the message
 * gets a worker of the sender's tenant.
 */
final class UnprovenMessage implements Handling.Beginning, Handling.AnsweringExecutor, Handling.StreamHandler {
    private final ResourceRequest request;
    private final OwnMessage message;
    private final FairWorkers checks;
    private final FairWorkers workers;
    private final UnprovenPace.Charge charge;
    private byte[] beginning = {};
    private Optional<Admission> admission = Optional.empty();
    private Optional<Exception> failure = Optional.empty();

    UnprovenMessage(
            ResourceRequest request,
            OwnMessage message,
            FairWorkers checks,
            FairWorkers workers,
            UnprovenPace.Charge charge) {
        this.request = requireNonNull(request, "request");
        this.message = requireNonNull(message, "message");
        this.checks = requireNonNull(checks, "checks");
        this.workers = requireNonNull(workers, "workers");
        this.charge = requireNonNull(charge, "charge");
    }

    /** So many bytes from each of a thousand connections are half of the room for gathered bodies. */
    @Override
    public int mostBytes() {
        return OwnMessage.MOST_BEGINNING_BYTES;
    }

    @Override
    public Response tooLong() {
        return charge.held(request.refused(Refusal.BEGINNING_TOO_LONG));
    }

    @Override
    public boolean isComplete(byte[] bytes, int size) {
        return message.isBegun(bytes, size);
    }

    @Override
    public void take(byte[] bytes) {
        beginning = bytes;
    }

    @Override
    public void execute(Runnable task) {
        checks.execute(Lane.of(Group.LOGIN, request.source()), () -> admitAndHandle(task), () -> refuseUnchecked(task));
    }

    @Override
    public Response busy() {
        return charge.held(request.refused(Refusal.BUSY));
    }

    /** Refuses a message that has lost its place to a source with fewer of them. */
    private void refuseUnchecked(Runnable task) {
        beginning = new byte[0];
        admission = Optional.of(new Admission.Refused(request.refused(Refusal.BUSY)));
        task.run();
    }

    private void admitAndHandle(Runnable task) {
        try {
            admission = Optional.of(request.admit(message, beginning));
        } catch (IOException | RuntimeException e) {
            failure = Optional.of(e);
        }
        beginning = new byte[0];
        if (admission.orElse(null) instanceof Admission.Admitted admitted) {
            charge.proven();
            try {
                workers.execute(Lane.of(admitted.by().tenant()), task);
                return;
            } catch (RejectedExecutionException e) {
                admission = Optional.of(new Admission.Refused(busy()));
            }
        }
        task.run(); // which refuses the message
    }

    @Override
    public Response handle(RequestHead head, InputStream body) throws IOException {
        if (failure.isPresent()) {
            throw new IllegalStateException("a sender could not be authenticated", failure.get());
        }
        Admission outcome = admission.orElseThrow();
        return outcome instanceof Admission.Admitted admitted
                ? request.handleAdmitted(message, admitted.by(), body)
                : charge.held(request.checked(((Admission.Refused) outcome).answer()));
    }
}
