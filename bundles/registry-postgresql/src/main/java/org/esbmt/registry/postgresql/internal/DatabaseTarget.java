package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.postgresql.internal.RegistrySettings.Tls;

/**
 * A registry's database on a server, and its roles.
 *
 * @param admin creates and migrates
 * @param user runs the bus; may be the same
 * @param setsPassword true if this process sets the user's password, as on the embedded server
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

    /** True if the role of the running bus has fewer rights than the migrating role. */
    boolean separateUser() {
        return !admin.user().equals(user.user());
    }

    String address() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
