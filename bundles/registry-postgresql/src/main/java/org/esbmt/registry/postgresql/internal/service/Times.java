package org.esbmt.registry.postgresql.internal.service;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Converts moments to the precision of the database, microseconds. */
final class Times {
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    private Times() {}

    /** A parameter; a moment outside of the years 1 to 9999 becomes the first or last of them. */
    static OffsetDateTime of(Instant at) {
        Instant known = at.isBefore(FIRST) ? FIRST : at.isAfter(LAST) ? LAST : at;
        return known.atOffset(ZoneOffset.UTC);
    }

    static Instant at(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static Optional<Instant> optionalAt(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }
}
