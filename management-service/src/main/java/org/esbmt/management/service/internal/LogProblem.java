package org.esbmt.management.service.internal;

/** The revision log is not what this node knows of it. Only a person can mend that; until then the node stays as it is. */
final class LogProblem extends Exception {
    private static final long serialVersionUID = 1;

    LogProblem(String sentence) {
        super(sentence);
    }

    LogProblem(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
