package org.esbmt.management.api.cluster;

import java.util.OptionalLong;

/**
 * A change with this identifier was made before. The unit of work must not be committed: what it did besides was done with
 * the first one.
 */
public final class ChangeRepeatedException extends Exception {
    private static final long serialVersionUID = 1;

    private final long revision;

    private ChangeRepeatedException(String sentence, long revision, Throwable cause) {
        super(sentence, cause);
        this.revision = revision;
    }

    /** The same was asked before; that is revision {@code revision} of the cluster. */
    public static ChangeRepeatedException same(long revision) {
        if (revision < 1) {
            throw new IllegalArgumentException("revisions count from 1, not " + revision);
        }
        return new ChangeRepeatedException("this was done before, as the revision " + revision, revision, null);
    }

    /** Something else was asked under the identifier. */
    public static ChangeRepeatedException other(Throwable cause) {
        return new ChangeRepeatedException("the identifier belongs to another change", 0, cause);
    }

    /** Of the first one, if the same was asked then: its outcome is the answer. Empty if it was something else. */
    public OptionalLong revision() {
        return revision == 0 ? OptionalLong.empty() : OptionalLong.of(revision);
    }
}
