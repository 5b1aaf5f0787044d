package org.esbmt.management.api.cluster;

import java.util.List;
import org.esbmt.management.api.message.SealedText;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The committed changes of this node's cluster, in their order. The log is authoritative; a message only announces a
 * change early. Threads: any that may block.
 */
@ConsumerType
public interface RevisionLog {

    /**
     * The changes after a revision, oldest first and without a gap; empty if there is none.
     *
     * @param limit the largest number of changes, at least 1
     * @throws ClusterUnavailableException if the log is unavailable now; a later call may succeed
     */
    List<Entry> after(long revision, int limit) throws ClusterUnavailableException;

    /** One change. */
    record Entry(long revision, SealedText message) {}
}
