package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.TRANSACTIONS;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.text;
import static org.esbmt.administration.catalogue.Words.CONFIRMATION;
import static org.esbmt.administration.catalogue.Words.HEURISTIC_RESOURCE;
import static org.esbmt.administration.catalogue.Words.LOST_RESOURCE;
import static org.esbmt.administration.catalogue.Words.TRANSACTION;

import java.util.List;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.command.NodeCommand.ForgetHeuristic;
import org.esbmt.administration.api.command.NodeCommand.RecoverTransactions;
import org.esbmt.administration.api.command.NodeCommand.RetireResource;

/** Distributed transactions of one node. They work while the registries are out of reach. */
final class TransactionEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(
                            TRANSACTIONS,
                            "listTransactions",
                            "How recovery stands, and the transactions that it has not finished.")
                    .asks(
                            one(Shapes.TRANSACTIONS),
                            TransactionOversight.class,
                            (transactions, by, with) -> transactions.transactions(by)),
            Entry.acts(
                            TRANSACTIONS,
                            "recover",
                            "Finishes now what can be finished; gives the phase of recovery afterwards.")
                    .executes(
                            text(transactions -> transactions.recovery().phase().name()),
                            RecoverTransactions.class,
                            with -> new RecoverTransactions()),
            Entry.acts(
                            TRANSACTIONS,
                            "retire",
                            "Gives up a resource that does not come back. Its branches that are prepared stay prepared, with its"
                                    + " locks.",
                            LOST_RESOURCE,
                            CONFIRMATION)
                    .executes(
                            nothing(),
                            RetireResource.class,
                            with -> new RetireResource(with.get(LOST_RESOURCE), with.get(CONFIRMATION))),
            Entry.acts(
                            TRANSACTIONS,
                            "forget",
                            "Takes a heuristic outcome off the list, once somebody has seen to the data.",
                            TRANSACTION,
                            HEURISTIC_RESOURCE)
                    .executes(
                            nothing(),
                            ForgetHeuristic.class,
                            with -> new ForgetHeuristic(with.get(TRANSACTION), with.get(HEURISTIC_RESOURCE))));

    private TransactionEntries() {}
}
