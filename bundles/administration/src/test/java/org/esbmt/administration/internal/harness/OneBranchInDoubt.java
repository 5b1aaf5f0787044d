package org.esbmt.administration.internal.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.transaction.api.Heuristic;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.KnownResource;
import org.esbmt.transaction.api.RecoveryState;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionAdministration;
import org.esbmt.transaction.api.TransactionId;

/**
 * One resource is lost with a branch in it, and another decided heuristically. It keeps the rules of the interface.
 */
public final class OneBranchInDoubt implements TransactionAdministration {
    private static final ResourceName LOST = new ResourceName("old.database");
    private static final ResourceName THERE = new ResourceName("broker");
    private static final TransactionId STUCK = new TransactionId("node1.8");
    private static final TransactionId MIXED = new TransactionId("node1.7");

    private final List<ResourceName> retired = new ArrayList<>();
    private final List<Heuristic> heuristics =
            new ArrayList<>(List.of(new Heuristic(MIXED, THERE, true, Instant.EPOCH, "it rolled back")));
    private int recoveries;
    private boolean full;
    private boolean doubtful;

    public List<ResourceName> retired() {
        return List.copyOf(retired);
    }

    public int recoveries() {
        return recoveries;
    }

    /** Lets no change be stored while the disk is full. */
    public void diskIsFull(boolean now) {
        full = now;
    }

    /** Leaves it open whether a change is stored. */
    public void diskIsDoubtful() {
        doubtful = true;
    }

    @Override
    public List<KnownResource> resources() {
        return retired.isEmpty()
                ? List.of(new KnownResource(THERE, true), new KnownResource(LOST, false))
                : List.of(new KnownResource(THERE, true));
    }

    @Override
    public List<InDoubtBranch> inDoubt() {
        return retired.isEmpty()
                ? List.of(new InDoubtBranch(
                        STUCK, LOST, Instant.EPOCH, InDoubtBranch.Outcome.COMMIT, true, Optional.of("it is away")))
                : List.of();
    }

    @Override
    public List<Heuristic> heuristics() {
        return heuristics;
    }

    @Override
    public RecoveryState recovery() {
        return retired.isEmpty()
                ? new RecoveryState(
                        RecoveryState.Phase.GATED, List.of(LOST), Optional.empty(), List.of("it cannot be asked"))
                : new RecoveryState(RecoveryState.Phase.DONE, List.of(), Optional.of(Instant.EPOCH), List.of());
    }

    @Override
    public RecoveryState recoverNow() {
        recoveries++;
        return recovery();
    }

    @Override
    public void retire(ResourceName name, String confirmation) {
        if (!name.value().equals(confirmation)) {
            throw new IllegalArgumentException("the confirmation is not the name");
        }
        if (name.equals(THERE)) {
            throw new IllegalStateException("it is registered");
        }
        stored();
        retired.add(name);
    }

    @Override
    public void forget(TransactionId transaction, ResourceName resource) {
        stored();
        if (!heuristics.removeIf(
                h -> h.transaction().equals(transaction) && h.resource().equals(resource))) {
            throw new IllegalArgumentException("there is no such entry");
        }
    }

    private void stored() {
        if (full) {
            throw new UncheckedIOException(new IOException("the disk is full"));
        }
        if (doubtful) {
            throw new UncheckedIOException(
                    new DurableFiles.InDoubtException(Path.of("resources"), new IOException("no disk")));
        }
    }
}
