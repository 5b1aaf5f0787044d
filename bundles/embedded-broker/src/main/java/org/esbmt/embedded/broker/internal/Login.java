package org.esbmt.embedded.broker.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;

/** Who gets into the embedded broker. The bus is the only one that is made; rights are asked for by role all the same. */
record Login(String user, String password, Role role) {
    /** Who the bus is on its own broker. */
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
