package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.BrokenChain;
import org.esbmt.registry.api.configuration.ChainHead;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The audit trail in the table {@code audit_entry}, chained by its trigger. The hashes are computed here a second time
 * and in another language. A manipulation of the database's functions is therefore detected, too.
 */
public final class PostgresAuditTrail implements AuditTrail {
    private static final String ENTRY =
            "chain_id, sequence, occurred_at, actor_tenant, actor_user, action, object, before,"
                    + " after, operation_id, former_hash, hash";
    private static final int PART = 500;

    private final RegistryTransactions transactions;

    public PostgresAuditTrail(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public AuditEntry append(NewAuditEntry entry) throws RegistryException {
        return transactions.write(connection -> Sql.one(
                        connection,
                        "INSERT INTO audit_entry (chain_id, actor_tenant, actor_user, action, object, before, after,"
                                + " operation_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?::uuid) RETURNING " + ENTRY,
                        PostgresAuditTrail::entry,
                        entry.chain().value(),
                        entry.actorTenant().value(),
                        entry.actor().value(),
                        entry.action(),
                        entry.object(),
                        entry.before().orElse(null),
                        entry.after().orElse(null),
                        entry.operation().map(OperationId::value).orElse(null))
                .orElseThrow());
    }

    @Override
    public List<AuditEntry> read(TenantId chain, long fromSequence, int limit) throws RegistryException {
        int most = new Slice(0, limit).limit();
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT " + ENTRY + " FROM audit_entry WHERE chain_id = ? AND sequence >= ? ORDER BY sequence LIMIT "
                        + most,
                PostgresAuditTrail::entry,
                chain.value(),
                fromSequence));
    }

    @Override
    public List<AuditEntry> readActs(TenantId chain, TenantId actorTenant, UserId actor, long fromSequence, int limit)
            throws RegistryException {
        int most = new Slice(0, limit).limit();
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT " + ENTRY + " FROM audit_entry WHERE chain_id = ? AND actor_tenant = ? AND actor_user = ?"
                        + " AND sequence >= ? ORDER BY sequence LIMIT " + most,
                PostgresAuditTrail::entry,
                chain.value(),
                actorTenant.value(),
                actor.value(),
                fromSequence));
    }

    @Override
    public List<AuditEntry> lastActs(TenantId chain, TenantId actorTenant, UserId actor, int limit)
            throws RegistryException {
        int most = new Slice(0, limit).limit();
        List<AuditEntry> backwards = new ArrayList<>(transactions.read(connection -> Sql.all(
                connection,
                "SELECT " + ENTRY + " FROM audit_entry WHERE chain_id = ? AND actor_tenant = ? AND actor_user = ?"
                        + " ORDER BY sequence DESC LIMIT " + most,
                PostgresAuditTrail::entry,
                chain.value(),
                actorTenant.value(),
                actor.value())));
        Collections.reverse(backwards);
        return backwards;
    }

    @Override
    public Optional<ChainHead> head(TenantId chain) throws RegistryException {
        return ends(chain).map(Ends::head);
    }

    @Override
    public Optional<BrokenChain> verify(TenantId chain) throws RegistryException {
        Optional<Ends> ends = ends(chain);
        if (ends.isEmpty()) {
            return Optional.empty();
        }
        ChainHead head = ends.get().head();
        Walk walk = new Walk(head);
        long after = Long.MIN_VALUE;
        while (walk.broken().isEmpty() && !walk.complete()) {
            List<Seen> part = part(chain, after, head.sequence());
            if (part.isEmpty()) {
                walk.endsEarly();
            }
            part.forEach(walk::step);
            after = part.isEmpty() ? after : part.get(part.size() - 1).sequence();
        }
        if (walk.broken().isEmpty() && ends.get().last() > head.sequence()) {
            return Optional.of(new BrokenChain(
                    head.sequence() + 1, "there is an entry after " + head.sequence() + ", the chain's head"));
        }
        return walk.broken();
    }

    /**
     * Head and last entry at one moment.
     *
     * @param last sequence of any entry
     */
    private record Ends(ChainHead head, long last) {}

    private Optional<Ends> ends(TenantId chain) throws RegistryException {
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT last_sequence, last_hash, (SELECT max(e.sequence) FROM audit_entry e"
                        + " WHERE e.chain_id = c.chain_id) AS last FROM audit_chain c WHERE c.chain_id = ?",
                row -> new Ends(
                        new ChainHead(row.getLong("last_sequence"), Rows.sha256(row, "last_hash")),
                        row.getLong("last")),
                chain.value()));
    }

    private List<Seen> part(TenantId chain, long after, long last) throws RegistryException {
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT " + ENTRY + " FROM audit_entry WHERE chain_id = ? AND sequence > ? AND sequence <= ?"
                        + " ORDER BY sequence LIMIT " + PART,
                PostgresAuditTrail::seen,
                chain.value(),
                after,
                last));
    }

    /** @param entry empty for a row that no append could have written */
    private record Seen(long sequence, Optional<AuditEntry> entry) {}

    /** Follows a chain up to its head and stops at the first wrong entry. */
    private static final class Walk {
        private final ChainHead head;
        private Optional<BrokenChain> broken = Optional.empty();
        private Optional<Sha256> former = Optional.empty();
        private long next = 1;

        Walk(ChainHead head) {
            this.head = head;
        }

        Optional<BrokenChain> broken() {
            return broken;
        }

        boolean complete() {
            return next > head.sequence();
        }

        void endsEarly() {
            breaks("is not there");
        }

        void step(Seen seen) {
            if (broken.isPresent()) {
                return;
            }
            if (seen.sequence() != next) {
                breaks(seen.sequence() < next ? "is not the first one" : "is not there");
            } else if (seen.entry().isEmpty()) {
                breaks("has content that no entry can have");
            } else {
                compare(seen.entry().get());
            }
        }

        private void compare(AuditEntry entry) {
            if (!entry.formerHash().equals(former)) {
                breaks("does not follow the entry before it");
            } else if (!entry.hash().equals(entry.expectedHash())) {
                breaks("differs from the appended entry");
            } else if (next == head.sequence() && !entry.hash().equals(head.hash())) {
                breaks("is not the one that the chain's head names");
            } else {
                former = Optional.of(entry.hash());
                next++;
            }
        }

        private void breaks(String how) {
            broken = Optional.of(new BrokenChain(next, "entry " + next + " " + how));
        }
    }

    private static Seen seen(ResultSet row) throws SQLException {
        long sequence = row.getLong("sequence");
        try {
            AuditEntry entry = entry(row);
            entry.expectedHash();
            return new Seen(sequence, Optional.of(entry));
        } catch (IllegalArgumentException | ArithmeticException e) {
            // An overlong text, or a time out of range: no append wrote this row.
            return new Seen(sequence, Optional.empty());
        }
    }

    private static AuditEntry entry(ResultSet row) throws SQLException {
        NewAuditEntry content = new NewAuditEntry(
                new TenantId(Rows.uuid(row, "chain_id")),
                new TenantId(Rows.uuid(row, "actor_tenant")),
                new UserId(Rows.uuid(row, "actor_user")),
                row.getString("action"),
                row.getString("object"),
                Optional.ofNullable(row.getString("before")),
                Optional.ofNullable(row.getString("after")),
                Optional.ofNullable(row.getObject("operation_id", UUID.class)).map(OperationId::new));
        return new AuditEntry(
                content,
                row.getLong("sequence"),
                Rows.instant(row, "occurred_at"),
                Rows.sha256IfAny(row, "former_hash"),
                Rows.sha256(row, "hash"));
    }
}
