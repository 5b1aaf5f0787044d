package org.esbmt.http.bc.internal.soap;

/**
 * The reasons why a message was refused or not answered, for its sender: the codes of the fault's {@code TenantFault}.
 */
public enum FaultCode {
    /** No TenantContext in the Header, and no other proof of the sender, or no name of the tenant. */
    CONTEXT_MISSING(
            Blame.SENDER, "InvalidSecurity", "The message has no proof of its sender, or does not name the tenant."),
    /**
     * A TenantContext that is repeated, misplaced, incomplete or not of the schema. One that contradicts the URL is
     * accepted, and leads to {@link #NO_SUCH_ENDPOINT}.
     */
    CONTEXT_INVALID(Blame.SENDER, "InvalidSecurity", "The message's TenantContext is not acceptable."),
    /** Unknown tenant or user, or wrong password: the fault never distinguishes them. */
    NOT_AUTHENTICATED(Blame.SENDER, "FailedAuthentication", "The sender could not be authenticated."),
    /**
     * A message whose security header is not acceptable, whose proof the endpoint does not take, or that was received
     * before.
     */
    SECURITY_INVALID(Blame.SENDER, "InvalidSecurity", "The message's security header is not acceptable."),
    /** The message was signed for a period that is over. */
    MESSAGE_EXPIRED(Blame.SENDER, "MessageExpired", "The message has expired."),
    /** No such endpoint, or one of another tenant: the fault never distinguishes them. */
    NO_SUCH_ENDPOINT(Blame.SENDER, null, "There is no such endpoint."),
    TENANT_SUSPENDED(Blame.SENDER, null, "The tenant is suspended."),
    RATE_LIMITED(Blame.SENDER, null, "Too many messages; try again later."),
    OVERLOADED(Blame.RECEIVER, null, "The bus is busy; try again later."),
    /** Not XML, or not a SOAP envelope. */
    MALFORMED(Blame.SENDER, null, "The message is not a well-formed SOAP envelope."),
    /** A SOAP envelope of another version than its content type announces. */
    VERSION_MISMATCH(Blame.VERSION, null, "The envelope's SOAP version is not the one of its content type."),
    /** WS-Addressing that requests an unsupported feature, or contradicts the SOAPAction. */
    ADDRESSING_REFUSED(Blame.SENDER, null, "The message's WS-Addressing headers are not acceptable."),
    /** Larger or deeper than allowed. */
    LIMIT_EXCEEDED(Blame.SENDER, null, "The message exceeds a limit."),
    /** A route of the tenant refuses the message: it is invalid, or requests more work than allowed. */
    MESSAGE_REFUSED(Blame.SENDER, null, "The message is not one that the service takes."),
    /** The back end was unreachable or broke the connection off. */
    BACKEND_UNAVAILABLE(Blame.RECEIVER, null, "The service could not be reached."),
    BACKEND_TIMEOUT(Blame.RECEIVER, null, "The service did not answer in time."),
    /** The bus failed; its log has the correlation id. */
    INTERNAL(Blame.RECEIVER, null, "The message could not be processed.");

    enum Blame {
        SENDER,
        RECEIVER,
        VERSION
    }

    private final Blame blame;
    private final String wsse;
    private final String sentence;

    FaultCode(Blame blame, String wsse, String sentence) {
        this.blame = blame;
        this.wsse = wsse;
        this.sentence = sentence;
    }

    Blame blame() {
        return blame;
    }

    /** The local part of the WS-Security fault code; null without a security failure. */
    String wsse() {
        return wsse;
    }

    /** The sentence for the sender, if there is no more exact one. */
    public String sentence() {
        return sentence;
    }

    /**
     * Returns true if the fault has the code alone, whatever the cause. A further sentence would show an attacker a
     * right guess.
     */
    public boolean uniform() {
        return this == NOT_AUTHENTICATED || this == SECURITY_INVALID || this == NO_SUCH_ENDPOINT || this == INTERNAL;
    }

    /** The HTTP status of the fault: SOAP 1.1, section 6.2; SOAP 1.2 part 2, table 20. */
    public int httpStatus(SoapVersion version) {
        return version == SoapVersion.SOAP_1_2 && blame == Blame.SENDER ? 400 : 500;
    }
}
