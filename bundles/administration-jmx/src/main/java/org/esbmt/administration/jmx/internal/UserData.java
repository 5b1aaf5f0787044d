package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.UserView;

/** A user as an open type; its getters are its items. */
public final class UserData {
    private final UserView user;

    UserData(UserView user) {
        this.user = requireNonNull(user, "user");
    }

    public String getTenantId() {
        return user.tenant().toString();
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

    public boolean isDefaultAdministrator() {
        return user.defaultAdministrator();
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
