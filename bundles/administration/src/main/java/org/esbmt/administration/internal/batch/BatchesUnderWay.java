package org.esbmt.administration.internal.batch;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration.UnderWayView;
import org.esbmt.administration.api.OperationAdministration.UnderWayView.Phase;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * The progress of the batches on this node, from the caller's permission until the decision. There are no more than
 * slots for changes. Any thread.
 */
@Component(service = BatchesUnderWay.class)
public final class BatchesUnderWay {
    private final Set<One> all = ConcurrentHashMap.newKeySet();

    @Activate
    public BatchesUnderWay() {}

    /**
     * Adds a batch.
     *
     * @param by the caller, with the identifier of the batch
     */
    One begin(Caller caller, Administrator by, int steps, boolean dryRun) {
        One one = new One(
                new UnderWayView(
                        by.operation().orElseThrow(),
                        by.login(),
                        caller.ofSystem() ? Optional.empty() : Optional.of(caller.tenant()),
                        dryRun,
                        Phase.CHECKING,
                        0,
                        steps,
                        Instant.now()),
                all);
        all.add(one);
        return one;
    }

    /** Lists the batches, oldest first: those of a tenant's users, or of all users if the tenant is empty. */
    public List<UnderWayView> views(Optional<TenantId> of) {
        return all.stream()
                .map(one -> one.view)
                .filter(view -> of.isEmpty() || of.equals(view.tenant()))
                .sorted(Comparator.comparing(UnderWayView::since).thenComparing(UnderWayView::id))
                .toList();
    }

    /** A batch in progress, confined to its thread. */
    static final class One implements AutoCloseable {
        private final Set<One> all;
        private volatile UnderWayView view;

        private One(UnderWayView view, Set<One> all) {
            this.view = requireNonNull(view, "view");
            this.all = requireNonNull(all, "all");
        }

        UUID id() {
            return view.id();
        }

        boolean dryRun() {
            return view.dryRun();
        }

        /** Reports the progress. It begins again at 0 if the batch is tried again. */
        void is(Phase phase, int done) {
            UnderWayView was = view;
            view = new UnderWayView(
                    was.id(), was.by(), was.tenant(), was.dryRun(), phase, done, was.steps(), was.since());
        }

        @Override
        public void close() {
            all.remove(this);
        }
    }
}
