package org.esbmt.registry.postgresql.internal;

/** A role of the database server and its password, which is not shown. */
record DatabaseLogin(String user, String password) {
    @Override
    public String toString() {
        return user;
    }
}
