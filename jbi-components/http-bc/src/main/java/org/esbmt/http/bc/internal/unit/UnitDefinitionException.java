package org.esbmt.http.bc.internal.unit;

/** A service unit cannot be deployed in this form. The message is for its author: {@code xbean.xml:12: ...}. */
public final class UnitDefinitionException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnitDefinitionException(String message) {
        super(message);
    }

    public UnitDefinitionException(String message, Throwable cause) {
        super(message, cause);
    }
}
