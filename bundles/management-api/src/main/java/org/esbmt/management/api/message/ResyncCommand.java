package org.esbmt.management.api.message;

/**
 * The node compares what it has with the revision log and mends what differs.
 *
 * @param fromRevision the last revision of the log that need not be looked at; 0 for all of it
 */
public record ResyncCommand(long fromRevision) implements ManagementCommand {
    public ResyncCommand {
        if (fromRevision < 0) {
            throw new IllegalArgumentException("revisions are not negative: " + fromRevision);
        }
    }
}
