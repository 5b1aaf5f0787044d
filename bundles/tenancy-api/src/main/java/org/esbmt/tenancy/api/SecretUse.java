package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The use of a tenant's secret, to which it is bound. No part of it is secret.
 *
 * @param userName the name of a user at the back end, only with a password: 1 to {@value #MAX_USER_NAME} printable
 * characters without {@code :} (RFC 7617)
 * @param destination the only back end that gets the secret
 */
public record SecretUse(SecretKind kind, Optional<String> userName, Destination destination) {
    /** The largest number of characters. */
    public static final int MAX_USER_NAME = 128;

    public SecretUse {
        requireNonNull(kind, "kind");
        requireNonNull(userName, "userName");
        requireNonNull(destination, "destination");
        if (userName.isPresent() && kind != SecretKind.PASSWORD) {
            throw new IllegalArgumentException("a user name belongs to a password alone");
        }
        userName.ifPresent(SecretUse::check);
    }

    private static void check(String user) {
        if (user.isEmpty() || user.length() > MAX_USER_NAME || user.indexOf(':') >= 0 || !Printable.is(user)) {
            throw new IllegalArgumentException("the user name of a secret is 1 to " + MAX_USER_NAME
                    + " printable characters without ':', and without a space at either end");
        }
    }
}
