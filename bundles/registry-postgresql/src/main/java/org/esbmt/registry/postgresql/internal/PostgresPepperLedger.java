package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.RegistryException;

/** Keeps the fingerprint in the one row of {@code installation}. */
final class PostgresPepperLedger implements PepperLedger {
    private final RegistryTransactions transactions;

    PostgresPepperLedger(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Optional<String> pepperFingerprint() throws RegistryException {
        return transactions.read(connection -> Sql.one(
                        connection,
                        "SELECT pepper_fingerprint FROM installation",
                        row -> Optional.ofNullable(row.getString(1)))
                .flatMap(fingerprint -> fingerprint));
    }

    @Override
    public String recordPepperFingerprint(String fingerprint) throws RegistryException {
        requireNonNull(fingerprint, "fingerprint");
        // A second, concurrent caller waits for the row and then finds the first caller's fingerprint in it.
        return transactions.write(connection -> Sql.one(
                        connection,
                        "UPDATE installation SET pepper_fingerprint = coalesce(pepper_fingerprint, ?)"
                                + " RETURNING pepper_fingerprint",
                        row -> row.getString(1),
                        fingerprint)
                .orElseThrow());
    }
}
