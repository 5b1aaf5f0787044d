package org.esbmt.administration.http.api;

import org.esbmt.http.api.Response;

/** The port's reasons to refuse a request before its resource handles it. */
public enum Refusal {
    /** There is no valid login, or no credential at all. */
    NOT_AUTHENTICATED(401),
    /** The token is wrong, or has ended. */
    WRONG_TOKEN(401),
    /** The Origin is not the public address, or the session's token is missing or wrong. */
    FORGED(403),
    /** The beginning of a message, with its credential, is too long. */
    BEGINNING_TOO_LONG(413),
    /** Too many requests of this tenant or source wait. */
    BUSY(503),
    /** The registry cannot confirm the credential now. */
    UNAVAILABLE(503);

    private static final String CHALLENGE = "WWW-Authenticate";

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
     * @param way of the resource, named in the challenges: Basic first, which browsers take, and Bearer of RFC 6750
     */
    public Response.Builder answer(String way) {
        Response.Builder answer = Answers.of(status);
        return switch (this) {
            case NOT_AUTHENTICATED -> challenged(answer, way, "");
            case WRONG_TOKEN -> challenged(answer, way, ", error=\"invalid_token\"");
            case FORGED, BEGINNING_TOO_LONG -> answer;
            case BUSY, UNAVAILABLE -> answer.field("Retry-After", "1");
        };
    }

    private static Response.Builder challenged(Response.Builder answer, String way, String error) {
        String realm = "realm=\"ESB-MT " + way + "\"";
        return answer.field(CHALLENGE, "Basic " + realm + ", charset=\"UTF-8\"")
                .field(CHALLENGE, "Bearer " + realm + error);
    }
}
