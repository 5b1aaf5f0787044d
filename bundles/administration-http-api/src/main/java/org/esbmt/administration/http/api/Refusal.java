package org.esbmt.administration.http.api;

import org.esbmt.http.api.Response;

/** The port's reasons to refuse a request before its resource handles it. */
public enum Refusal {
    /** There is no valid credential, whatever the cause. */
    NOT_AUTHENTICATED(401),
    /** The Origin is not the public address, or the session's token is missing or wrong. */
    FORGED(403),
    /** Too many requests of this tenant or source wait. */
    BUSY(503),
    /** The registry cannot confirm the credential now. */
    UNAVAILABLE(503);

    private final int status;

    Refusal(int status) {
        this.status = status;
    }

    public int status() {
        return status;
    }

    /**
     * Begins the answer.
     *
     * @param way of the resource, named in the challenge
     */
    public Response.Builder answer(String way) {
        Response.Builder answer = Answers.of(status);
        return switch (this) {
            case NOT_AUTHENTICATED ->
                answer.field("WWW-Authenticate", "Basic realm=\"ESB-MT " + way + "\", charset=\"UTF-8\"");
            case FORGED -> answer;
            case BUSY, UNAVAILABLE -> answer.field("Retry-After", "1");
        };
    }
}
