package org.esbmt.registry.postgresql.internal;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A snapshot of a registry's transactions.
 *
 * @param registry the database of the snapshot
 * @param at the time of the snapshot, seconds since 1970 by the server's clock
 * @param snapshot the text form of PostgreSQL's {@code pg_snapshot}: {@code xmin:xmax:running,...}
 */
record SnapshotCursor(UUID registry, long at, String snapshot) {
    /** Half of the retention time of {@code credential_change}. */
    private static final long MAX_AGE_SECONDS = 12 * 3_600L;

    private static final Pattern FORM =
            Pattern.compile("([0-9a-f-]{36})/([0-9]{1,18})/([0-9]{1,20}:[0-9]{1,20}:[0-9,]*)");

    /** Empty for a text that {@link #text} did not make. */
    static Optional<SnapshotCursor> parse(org.esbmt.registry.api.CredentialReader.Cursor cursor) {
        Matcher form = FORM.matcher(cursor.text());
        return form.matches()
                ? Optional.of(new SnapshotCursor(
                        UUID.fromString(form.group(1)), Long.parseLong(form.group(2)), form.group(3)))
                : Optional.empty();
    }

    String text() {
        return registry + "/" + at + "/" + snapshot;
    }

    /**
     * True if all changes between the two snapshots are known. They are unknown after a change of database, after a
     * restore of an older state, and after a long time.
     */
    boolean follows(SnapshotCursor earlier) {
        return registry.equals(earlier.registry)
                && at - earlier.at <= MAX_AGE_SECONDS
                && Long.compareUnsigned(xmax(), earlier.xmax()) >= 0;
    }

    private long xmax() {
        return Long.parseUnsignedLong(snapshot.split(":", -1)[1]);
    }
}
