package org.esbmt.commandline;

/** The end of a command without success. Its message is for people. */
final class Failure extends Exception {
    /** The exit status of a request that the bus refuses. */
    static final int REFUSED = 1;

    /** The exit status of wrong arguments. */
    static final int USAGE = 2;

    /** The exit status without a connection. Nothing was changed. */
    static final int UNREACHABLE = 3;

    /** The exit status of a change that may have been made, or not. */
    static final int IN_DOUBT = 4;

    private static final long serialVersionUID = 1L;

    private final int status;

    private Failure(int status, String message, Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    static Failure refused(String message) {
        return new Failure(REFUSED, message, null);
    }

    static Failure usage(String message) {
        return new Failure(USAGE, message, null);
    }

    static Failure unreachable(String message, Throwable cause) {
        return new Failure(UNREACHABLE, message, cause);
    }

    /** @param key of the request, under which it is repeated */
    static Failure inDoubt(String message, String key) {
        return new Failure(
                IN_DOUBT,
                message + "\nThe change may have been made, or not. Run the same command again with --idempotency-key "
                        + key,
                null);
    }

    int status() {
        return status;
    }
}
