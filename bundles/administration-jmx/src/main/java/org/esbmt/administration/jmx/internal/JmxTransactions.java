package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.TransactionOversight.TransactionsView;

/** Asks on behalf of the administrator who is connected; attributes too. */
final class JmxTransactions implements TransactionsMXBean {
    private final TransactionOversight transactions;

    JmxTransactions(TransactionOversight transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    private TransactionsView view() {
        return JmxAdministration.asked(transactions::transactions);
    }

    @Override
    public String getRecoveryPhase() {
        return view().recovery().phase().name();
    }

    @Override
    public String[] getMissingResources() {
        return view().recovery().missing().toArray(String[]::new);
    }

    @Override
    public String getLastRecovery() {
        return view().recovery().lastRun().map(Instant::toString).orElse("");
    }

    @Override
    public String[] getProblems() {
        return view().recovery().problems().toArray(String[]::new);
    }

    @Override
    public ResourceData[] getResources() {
        return view().resources().stream().map(ResourceData::new).toArray(ResourceData[]::new);
    }

    @Override
    public BranchData[] getInDoubt() {
        return view().inDoubt().stream().map(BranchData::new).toArray(BranchData[]::new);
    }

    @Override
    public HeuristicData[] getHeuristics() {
        return view().heuristics().stream().map(HeuristicData::new).toArray(HeuristicData[]::new);
    }

    @Override
    public String recover() {
        return JmxAdministration.asked(
                by -> transactions.recover(by).recovery().phase().name());
    }

    @Override
    public void retire(String resource, String confirmation) {
        JmxAdministration.asked(by -> {
            transactions.retire(
                    by,
                    JmxAdministration.given("resource", resource),
                    JmxAdministration.given("confirmation", confirmation));
            return resource;
        });
    }

    @Override
    public void forget(String transaction, String resource) {
        JmxAdministration.asked(by -> {
            transactions.forget(
                    by,
                    JmxAdministration.given("transaction", transaction),
                    JmxAdministration.given("resource", resource));
            return resource;
        });
    }
}
