package org.esbmt.tenancy.api;

import java.util.Arrays;

/** The state of a certificate that proves messages of a user. A certificate is in exactly one. */
public enum UserCertificateState {
    /** Its validity has not begun: it proves no message yet. */
    PENDING,
    /** It proves messages. */
    VALID,
    /** It proves messages, and ends within 30 days. */
    EXPIRING,
    /** Its validity is over. */
    EXPIRED,
    /** An administrator ended it, for good. */
    REVOKED;

    /** The state of that name, in upper or lower case. The exception for an unknown name lists the known ones. */
    public static UserCertificateState of(String name) {
        for (UserCertificateState state : values()) {
            if (state.name().equalsIgnoreCase(name)) {
                return state;
            }
        }
        throw new IllegalArgumentException(
                "a certificate's state is one of " + Arrays.toString(values()) + ", not '" + name + "'");
    }
}
