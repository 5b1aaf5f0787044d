package org.esbmt.management.api.cluster;

/**
 * A shared resource of the cluster is unavailable now. The caller may try again later; the message names the resource.
 */
public class ClusterUnavailableException extends Exception {
    private static final long serialVersionUID = 1;

    public ClusterUnavailableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
