package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.postgresql.internal.RegistrySettings.Tls;

/**
 * A registry's database on a server, and who does what there.
 *
 * @param admin creates and migrates
 * @param user runs the bus; may be the same
 * @param setsPassword whether the user's password is ours to set, as on a server of our own
 */
record DatabaseTarget(
        RegistryDatabase registry,
        String host,
        int port,
        Tls tls,
        DatabaseLogin admin,
        DatabaseLogin user,
        boolean setsPassword,
        String database) {

    /** Whether the bus runs with less than the rights of the one who migrates. */
    boolean separateUser() {
        return !admin.user().equals(user.user());
    }

    String address() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
