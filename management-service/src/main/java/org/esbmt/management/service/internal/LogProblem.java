package org.esbmt.management.service.internal;

/**
 * The revision log contradicts this node's progress. Only an administrator can repair that; until then the node applies
 * nothing.
 */
final class LogProblem extends Exception {
    private static final long serialVersionUID = 1;

    LogProblem(String sentence) {
        super(sentence);
    }

    LogProblem(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
