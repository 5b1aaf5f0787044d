package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.SystemUserView;

/** A user of the installation as an open type; its getters are its items. */
public final class SystemUserData {
    private final SystemUserView user;

    SystemUserData(SystemUserView user) {
        this.user = requireNonNull(user, "user");
    }

    public String getUserId() {
        return user.id().toString();
    }

    public String getLogin() {
        return user.login();
    }

    public String getState() {
        return user.state().name();
    }

    public String[] getRoles() {
        return user.roles().stream().map(Enum::name).toArray(String[]::new);
    }

    /** ISO 8601, UTC. */
    public String getCreatedAt() {
        return user.createdAt().toString();
    }

    public long getRevision() {
        return user.revision();
    }
}
