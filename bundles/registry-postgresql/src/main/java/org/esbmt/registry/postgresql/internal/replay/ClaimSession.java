package org.esbmt.registry.postgresql.internal.replay;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.esbmt.registry.api.ClaimOutcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection on which claims are made. Each statement is a transaction of its own. The rules are in the functions
 * of {@code registries-sql/tenant-registry/migrations/V9__replay_claims.sql}. Confined to one thread.
 */
final class ClaimSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClaimSession.class);
    private static final String CLAIM = "SELECT fresh, unopened FROM claim_replays(?, ?)";
    private static final String OPEN = "SELECT open_replay_minute(?)";
    private static final int VALID_SECONDS = 1;

    private final Connection connection;
    private final PreparedStatement claim;
    private final PreparedStatement open;

    ClaimSession(DataSource source) throws SQLException {
        connection = source.getConnection();
        try {
            connection.setAutoCommit(true);
            claim = connection.prepareStatement(CLAIM);
            open = connection.prepareStatement(OPEN);
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    /**
     * Makes claims.
     *
     * @return FIRST, REPEATED, or UNAVAILABLE for a claim whose minute is too far ahead
     * @throws SQLException if it is unknown which were made
     */
    Map<Claim, ClaimOutcome> claim(Set<Claim> claims) throws SQLException {
        Map<Claim, ClaimOutcome> outcomes = new HashMap<>(2 * claims.size());
        Set<Integer> unopened = claim(List.copyOf(claims), outcomes);
        if (!unopened.isEmpty()) {
            Set<Integer> opened = open(unopened);
            List<Claim> again =
                    claims.stream().filter(one -> opened.contains(one.minute())).toList();
            if (!again.isEmpty()) {
                claim(again, outcomes);
            }
            claims.stream()
                    .filter(one -> unopened.contains(one.minute()) && !opened.contains(one.minute()))
                    .forEach(one -> outcomes.put(one, ClaimOutcome.UNAVAILABLE));
        }
        return outcomes;
    }

    /** Returns the minutes that no table takes claims of yet. */
    private Set<Integer> claim(List<Claim> claims, Map<Claim, ClaimOutcome> outcomes) throws SQLException {
        UUID[] keys = claims.stream().map(Claim::key).toArray(UUID[]::new);
        int[] minutes = claims.stream().mapToInt(Claim::minute).toArray();
        claim.setArray(1, connection.createArrayOf("uuid", keys));
        claim.setObject(2, minutes);
        try (ResultSet row = claim.executeQuery()) {
            row.next();
            Set<Object> fresh = elements(row.getArray(1));
            claims.forEach(
                    one -> outcomes.put(one, fresh.contains(one.key()) ? ClaimOutcome.FIRST : ClaimOutcome.REPEATED));
            Set<Integer> unopened = new HashSet<>();
            elements(row.getArray(2)).forEach(minute -> unopened.add((Integer) minute));
            return unopened;
        }
    }

    private static Set<Object> elements(Array array) throws SQLException {
        return array == null ? Set.of() : new HashSet<>(Arrays.asList((Object[]) array.getArray()));
    }

    private Set<Integer> open(Set<Integer> minutes) throws SQLException {
        Set<Integer> opened = new HashSet<>();
        for (int minute : minutes) {
            open.setInt(1, minute);
            try (ResultSet row = open.executeQuery()) {
                row.next();
                if (row.getBoolean(1)) {
                    opened.add(minute);
                }
            }
        }
        return opened;
    }

    /** Asks the server; a second at most. */
    boolean isValid() throws SQLException {
        return connection.isValid(VALID_SECONDS);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("The connection of the claims does not close.", e);
        }
    }
}
