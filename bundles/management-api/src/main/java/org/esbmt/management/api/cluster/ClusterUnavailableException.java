package org.esbmt.management.api.cluster;

/** Something that the nodes of a cluster share cannot be reached now. Trying again later is right; its sentence says what it is. */
public class ClusterUnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    public ClusterUnavailableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
