package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealingLedger;

/** Keeps the fingerprints in the table {@code sealing_key}. */
final class PostgresSealingLedger implements SealingLedger {
    private final RegistryTransactions transactions;

    PostgresSealingLedger(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public UUID registry() throws RegistryException {
        return transactions.read(connection -> Sql.one(
                        connection, "SELECT registry_id FROM installation", row -> row.getObject(1, UUID.class))
                .orElseThrow());
    }

    @Override
    public SortedMap<Integer, String> fingerprints() throws RegistryException {
        return transactions.read(connection -> {
            SortedMap<Integer, String> found = new TreeMap<>();
            Sql.all(
                            connection,
                            "SELECT generation, fingerprint FROM sealing_key",
                            row -> Map.entry(row.getInt(1), row.getString(2)))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
            return found;
        });
    }

    @Override
    public String record(int generation, String fingerprint) throws RegistryException {
        requireNonNull(fingerprint, "fingerprint");
        // A second, concurrent caller waits for the first one's row. The later statement then sees it.
        return transactions.write(connection -> {
            Sql.execute(
                    connection,
                    "INSERT INTO sealing_key (generation, fingerprint) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    generation,
                    fingerprint);
            return Sql.one(
                            connection,
                            "SELECT fingerprint FROM sealing_key WHERE generation = ?",
                            row -> row.getString(1),
                            generation)
                    .orElseThrow();
        });
    }
}
