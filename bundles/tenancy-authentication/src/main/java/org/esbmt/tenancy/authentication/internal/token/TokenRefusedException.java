package org.esbmt.tenancy.authentication.internal.token;

/** A token that proves nobody. Its sender does not learn the reason. */
public final class TokenRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param reason part of a sentence for the operator, without a value of the token */
    public TokenRefusedException(String reason) {
        super(reason, null, false, false);
    }
}
