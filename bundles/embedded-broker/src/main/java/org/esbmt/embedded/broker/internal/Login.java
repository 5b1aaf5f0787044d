package org.esbmt.embedded.broker.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/** A login of the embedded broker. The bus has the only one; rights are still checked by role. */
record Login(String user, String password, Role role) {
    /** The user name of the bus on its own broker. */
    static final String BUS_USER = "esbmt";

    static Login bus(String password) {
        return new Login(BUS_USER, password, Role.BUS);
    }

    /** Takes the same time for all passwords of the same length. */
    boolean accepts(String otherUser, String otherPassword) {
        return user.equals(otherUser)
                && otherPassword != null
                && MessageDigest.isEqual(password.getBytes(UTF_8), otherPassword.getBytes(UTF_8));
    }

    @Override
    public String toString() {
        return user;
    }
}
