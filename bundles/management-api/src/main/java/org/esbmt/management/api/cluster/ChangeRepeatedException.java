package org.esbmt.management.api.cluster;

import java.util.OptionalLong;

/**
 * A change with this identifier was made before. The caller must roll back the unit of work: its other effects came
 * with the first change.
 */
public final class ChangeRepeatedException extends Exception {
    private static final long serialVersionUID = 1;

    private final long revision;

    private ChangeRepeatedException(String sentence, long revision, Throwable cause) {
        super(sentence, cause);
        this.revision = revision;
    }

    /** The same change was made before, as revision {@code revision} of the cluster. */
    public static ChangeRepeatedException same(long revision) {
        if (revision < 1) {
            throw new IllegalArgumentException("revisions count from 1, not " + revision);
        }
        return new ChangeRepeatedException("this was done before, as the revision " + revision, revision, null);
    }

    /** Another change was made under the identifier. */
    public static ChangeRepeatedException other(Throwable cause) {
        return new ChangeRepeatedException("the identifier belongs to another change", 0, cause);
    }

    /**
     * The revision of the first change, if it was the same: its outcome is the answer. Empty if it was another change.
     */
    public OptionalLong revision() {
        return revision == 0 ? OptionalLong.empty() : OptionalLong.of(revision);
    }
}
