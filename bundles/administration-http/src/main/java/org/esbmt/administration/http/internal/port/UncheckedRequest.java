package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.internal.login.BearerToken;
import org.esbmt.administration.http.internal.login.GivenCredential;
import org.esbmt.administration.http.internal.login.Logins;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.Lane;
import org.esbmt.administration.http.internal.work.Lane.Group;
import org.esbmt.administration.http.internal.work.UnprovenPace;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;

/**
 * A request with a password or token that is not remembered. It is checked on a thread for checks, before any byte of the
 * body is read. Only then the request gets a worker of its tenant.
 */
final class UncheckedRequest implements Handling.AnsweringExecutor, Handling.StreamHandler {
    private final ResourceRequest request;
    private final GivenCredential given;
    private final Logins logins;
    private final FairWorkers checks;
    private final FairWorkers workers;
    private final UnprovenPace.Charge charge;
    private Optional<Logins.Known> known = Optional.empty();
    private Optional<RuntimeException> failure = Optional.empty();
    private Refusal refusal;

    UncheckedRequest(
            ResourceRequest request,
            GivenCredential given,
            Logins logins,
            FairWorkers checks,
            FairWorkers workers,
            UnprovenPace.Charge charge) {
        this.request = requireNonNull(request, "request");
        this.given = requireNonNull(given, "given");
        this.logins = requireNonNull(logins, "logins");
        this.checks = requireNonNull(checks, "checks");
        this.workers = requireNonNull(workers, "workers");
        this.charge = requireNonNull(charge, "charge");
        this.refusal = given instanceof BearerToken ? Refusal.WRONG_TOKEN : Refusal.NOT_AUTHENTICATED;
    }

    @Override
    public void execute(Runnable task) {
        try {
            checks.execute(
                    Lane.of(Group.LOGIN, request.source()), () -> checkAndHandle(task), () -> refuseUnchecked(task));
        } catch (RejectedExecutionException e) {
            given.close();
            throw e;
        }
    }

    @Override
    public Response busy() {
        return charge.held(request.refused(Refusal.BUSY));
    }

    private void checkAndHandle(Runnable task) {
        check();
        if (known.isEmpty()) {
            task.run(); // which refuses the request
            return;
        }
        charge.proven();
        try {
            workers.execute(Lane.of(known.get().by().tenant()), task);
        } catch (RejectedExecutionException e) {
            known = Optional.empty();
            refusal = Refusal.BUSY;
            task.run();
        }
    }

    /** Refuses a request that has lost its place to a source with fewer of them. */
    private void refuseUnchecked(Runnable task) {
        given.close();
        refusal = Refusal.BUSY;
        task.run();
    }

    private void check() {
        try (given) {
            known = logins.check(request.resource().way(), request.source().getHostAddress(), given);
        } catch (AdministrationException e) {
            refusal = e.reason() == Reason.BUSY ? Refusal.BUSY : Refusal.UNAVAILABLE;
        } catch (RuntimeException e) {
            failure = Optional.of(e);
        }
    }

    @Override
    public Response handle(RequestHead head, InputStream body) throws IOException {
        if (failure.isPresent()) {
            throw failure.get();
        }
        return known.isEmpty()
                ? charge.held(request.refused(refusal))
                : request.handleArriving(Credential.of(known.get()), body);
    }
}
