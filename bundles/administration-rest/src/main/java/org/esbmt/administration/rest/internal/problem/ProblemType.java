package org.esbmt.administration.rest.internal.problem;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import org.esbmt.administration.api.AdministrationException.Reason;

/** The types of problems: the reasons of the contract, and those that only HTTP has. */
public enum ProblemType {
    INVALID(400, "The request breaks a rule", Reason.INVALID.who()),
    NOT_FOUND(404, "The object does not exist", Reason.NOT_FOUND.who()),
    CONFLICT(409, "The present state does not allow the request", Reason.CONFLICT.who()),
    PRECONDITION_REQUIRED(428, "The change names no revision", "you to send If-Match, with the revision that you saw"),
    STALE(412, "The object is at another revision", Reason.STALE.who()),
    EXCEEDED(409, "A quota or contingent is too small", Reason.EXCEEDED.who()),
    FORBIDDEN(403, "The roles do not permit the request", Reason.FORBIDDEN.who()),
    UNAVAILABLE(503, "A part of the bus is out of reach", Reason.UNAVAILABLE.who()),
    BUSY(503, "Other changes took too long", Reason.BUSY.who()),
    IN_DOUBT(504, "The outcome is not known yet", Reason.IN_DOUBT.who()),
    INTERNAL(500, "The bus failed", Reason.INTERNAL.who()),
    NOT_AUTHENTICATED(401, "The login is wrong or missing", "you to send a login with its password, or a valid token"),
    METHOD_NOT_ALLOWED(405, "The path has other methods", "you to use a method that Allow names"),
    CONTENT_TOO_LARGE(413, "The body is too long", "you to send less"),
    UNSUPPORTED_MEDIA_TYPE(
            415, "The body is of another media type", "you to send the media type that the detail names");

    private final int status;
    private final String title;
    private final String who;

    ProblemType(int status, String title, String who) {
        this.status = status;
        this.title = requireNonNull(title, "title");
        this.who = requireNonNull(who, "who");
    }

    public static ProblemType of(Reason reason) {
        return valueOf(reason.name());
    }

    /** The URI of the type, for ever. */
    public String uri() {
        return "urn:esbmt:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /** The person who can act, and the step to take, unless a refusal is more exact. */
    public String who() {
        return who;
    }
}
