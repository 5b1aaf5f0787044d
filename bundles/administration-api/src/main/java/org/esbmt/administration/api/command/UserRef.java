package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.UserId;

/** A user of a tenant, by identifier or by login. A login may be that of a user whom an earlier step of the batch adds. */
public sealed interface UserRef {

    static UserRef of(UserId user) {
        return new ById(user);
    }

    static UserRef of(String login) {
        return new ByLogin(login);
    }

    /** A user that exists. */
    record ById(UserId id) implements UserRef {
        public ById {
            requireNonNull(id, "id");
        }

        @Override
        public String toString() {
            return id.toString();
        }
    }

    /** The user with this login. */
    record ByLogin(String login) implements UserRef {
        public ByLogin {
            requireNonNull(login, "login");
        }

        @Override
        public String toString() {
            return login;
        }
    }
}
