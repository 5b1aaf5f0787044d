package org.esbmt.management.service.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.cluster.ClusterNode.Part;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.RevisionLog;
import org.esbmt.management.api.message.ManagementMessage;
import org.esbmt.management.api.message.ManagementOperation;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.SealedText;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;
import org.esbmt.management.api.message.UnreadableMessageException;
import org.esbmt.management.service.internal.Progress.Applied;
import org.esbmt.management.service.internal.apply.CommandApplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the requests of the cluster, from messages and from the revision log, each once and in order. It implements
 * the patterns Resequencer and Idempotent Receiver of Hohpe and Woolf. An early request makes it read the log; a
 * repeated one changes nothing. Confined to one thread.
 */
final class Resequencer {
    private static final Logger LOG = LoggerFactory.getLogger(Resequencer.class);
    private static final int AT_ONCE = 100;

    /** The results so far of the request with this text. */
    private record Begun(Sha256 text, List<Result> results) {}

    private final ClusterNode node;
    private final SealKeys keys;
    private final RevisionLog log;
    private final CommandApplier applier;
    private final ObservedState observed;
    private final Outbox outbox;
    private final Clock clock;
    private final BooleanSupplier stopping;

    private final Progress progress;
    /** The next request in order, if its application was interrupted. */
    private Optional<Begun> begun = Optional.empty();

    /**
     * @param stopping true while this node, or this part of it, stops: a failure then says nothing about the operation
     */
    Resequencer(
            ClusterNode node,
            RevisionLog log,
            Progress progress,
            CommandApplier applier,
            ObservedState observed,
            Outbox outbox,
            Clock clock,
            BooleanSupplier stopping) {
        this.node = node;
        this.keys = node.keys();
        this.log = log;
        this.progress = progress;
        this.applier = applier;
        this.observed = observed;
        this.outbox = outbox;
        this.clock = clock;
        this.stopping = stopping;
    }

    /**
     * Handles a message from any sender.
     *
     * @throws ClusterUnavailableException if the caller has to present the message again later
     * @throws LogProblem if a problem of the log prevents the application of any message
     */
    MessageVerdict take(SealedText message) throws ClusterUnavailableException, LogProblem {
        if (!keys.genuine(message.text(), message.seal())) {
            return MessageVerdict.unprocessable(
                    Reason.SIGNATURE,
                    "It is not sealed with a key of this node (its key is "
                            + message.seal().key() + "): it is forged, or this node lacks a key of the cluster.");
        }
        ManagementRequest request;
        try {
            request = request(message.text());
        } catch (UnreadableMessageException e) {
            return MessageVerdict.unprocessable(e.reason(), e.getMessage());
        }
        if (!request.cluster().equals(node.cluster())) {
            return MessageVerdict.unprocessable(
                    Reason.SCHEMA,
                    "It is for the cluster " + request.cluster() + ", and this node is not part of that.");
        }
        return inTurn(request, message.text());
    }

    private MessageVerdict inTurn(ManagementRequest request, String text)
            throws ClusterUnavailableException, LogProblem {
        long next = progress.revision() + 1;
        if (request.revision() < next) {
            return again(request, text);
        }
        boolean expired = request.expired(clock.instant());
        if (expired || request.revision() > next) {
            readLog();
        }
        // The log may lack the request so far: a change is committed in one database after the other.
        if (!expired && request.revision() == progress.revision() + 1) {
            apply(request, text);
        }
        return expired
                ? MessageVerdict.unprocessable(
                        Reason.EXPIRED,
                        "It was not to be applied after " + request.notAfter().orElseThrow()
                                + ". The revision log has the decision of the cluster.")
                : MessageVerdict.TAKEN;
    }

    private MessageVerdict again(ManagementRequest request, String text) {
        Optional<Applied> last = progress.last();
        boolean conflict = last.isPresent()
                && last.get().revision() == request.revision()
                && !last.get().text().equals(digest(text));
        if (!conflict) {
            // The sender of a repeated request may not have the answer.
            outbox.again(request.revision());
        }
        return conflict
                ? MessageVerdict.unprocessable(
                        Reason.REVISION_CONFLICT,
                        "This node has applied another request as the revision " + request.revision() + ".")
                : MessageVerdict.TAKEN;
    }

    /**
     * Applies the revisions of the log that this node has not applied.
     *
     * @throws ClusterUnavailableException if the caller has to try again later; earlier revisions stay applied
     * @throws LogProblem if the log contradicts the progress of this node
     */
    void catchUp() throws ClusterUnavailableException, LogProblem {
        readLog();
    }

    /** The last revision that was applied; 0 if there is none. */
    long revision() {
        return progress.revision();
    }

    /** The digest of this node's state now. */
    Sha256 state() {
        return observed.now().digest();
    }

    /** The components and shared libraries that this node has. */
    List<Part> parts() {
        return observed.parts();
    }

    private void readLog() throws ClusterUnavailableException, LogProblem {
        // The last applied revision is read again, because a registry restored from a backup may lack it.
        long from = Math.max(progress.revision() - 1, 0);
        long before;
        do {
            before = from;
            List<RevisionLog.Entry> entries = log.after(from, AT_ONCE);
            if (progress.last().isPresent() && from < progress.revision()) {
                sameHistory(entries);
            }
            for (RevisionLog.Entry entry : entries) {
                if (entry.revision() > progress.revision()) {
                    applyLogged(entry);
                }
            }
            from = progress.revision();
        } while (from > before);
    }

    private void sameHistory(List<RevisionLog.Entry> entries) throws LogProblem {
        Applied last = progress.last().orElseThrow();
        boolean same = !entries.isEmpty()
                && entries.get(0).revision() == last.revision()
                && digest(entries.get(0).message().text()).equals(last.text());
        if (!same) {
            throw new LogProblem("The revision log lacks the revision " + last.revision()
                    + " that this node has applied. Was the configuration registry restored from a backup? This node"
                    + " changes nothing until the log has the revision, or the node starts with data of its own.");
        }
    }

    private void applyLogged(RevisionLog.Entry entry) throws ClusterUnavailableException, LogProblem {
        String lead = "The revision " + entry.revision() + " in the revision log ";
        if (entry.revision() != progress.revision() + 1) {
            throw new LogProblem(lead + "comes after " + progress.revision() + ": the revisions between are missing.");
        }
        SealedText message = entry.message();
        if (!keys.genuine(message.text(), message.seal())) {
            throw new LogProblem(lead + "is not sealed with a key of this node (its key is "
                    + message.seal().key() + "): it was changed, or this node lacks a key of the cluster.");
        }
        ManagementRequest request;
        try {
            request = request(message.text());
        } catch (UnreadableMessageException e) {
            throw new LogProblem(lead + "cannot be read. " + e.getMessage(), e);
        }
        if (!request.cluster().equals(node.cluster()) || request.revision() != entry.revision()) {
            throw new LogProblem(lead + "is the revision " + request.revision() + " of the cluster " + request.cluster()
                    + ": it was put in the wrong place.");
        }
        apply(request, message.text());
    }

    private void apply(ManagementRequest request, String text) throws ClusterUnavailableException {
        Sha256 digest = digest(text);
        Begun now = begun.filter(b -> b.text().equals(digest)).orElseGet(() -> new Begun(digest, new ArrayList<>()));
        begun = Optional.of(now);
        applier.begin(request.operations().get(0).id(), request.issuedAt());
        List<ManagementOperation> operations = request.operations();
        for (int i = now.results().size(); i < operations.size(); i++) {
            checkGoesOn();
            Result result = applier.apply(
                    operations.get(i), operations.stream().skip(i + 1L).findFirst());
            if (result.status() == Status.FAILED) {
                checkGoesOn();
            }
            now.results().add(result);
        }
        ManagementResponse answer = new ManagementResponse(
                node.instance(), request.revision(), observed.now().digest(), now.results());
        try {
            // The answer is stored first: no answer can be made once the request counts as applied.
            outbox.keep(answer);
            progress.advance(new Applied(request.revision(), digest));
        } catch (IOException e) {
            throw new ClusterUnavailableException(
                    "This node cannot write its progress to its disk and applies no more changes: " + e + ".", e);
        }
        begun = Optional.empty();
        LOG.info("The revision {} is applied.", request.revision());
        outbox.release(answer);
        node.applied(answer);
    }

    /**
     * Stops before the next operation if the node is stopping; the next start applies the rest. Components disappear
     * during a stop, and the failure of an operation would be final.
     */
    private void checkGoesOn() throws ClusterUnavailableException {
        if (stopping.getAsBoolean()) {
            throw new ClusterUnavailableException(
                    "This node stops; the next start applies the changes of its cluster.", null);
        }
    }

    private static ManagementRequest request(String text) throws UnreadableMessageException {
        ManagementMessage message = MessageText.read(text);
        if (message instanceof ManagementRequest request) {
            return request;
        }
        throw new UnreadableMessageException(Reason.SCHEMA, "It is no ManagementRequest.");
    }

    private static Sha256 digest(String text) {
        return Sha256.of(text.getBytes(UTF_8));
    }
}
