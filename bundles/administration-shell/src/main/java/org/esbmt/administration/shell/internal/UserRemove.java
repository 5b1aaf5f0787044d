package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:user-remove}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-remove",
        description = "Removes a user for good.",
        detailedDescription =
                "The user neither sends nor administers any more, and does not count as one. The login stays taken. Nothing takes it"
                        + " back; esbmt:user-lock can be taken back.")
public final class UserRemove extends UserChange {
    @Override
    UserView change(Administrator by, TenantId owner, UserId user) throws AdministrationException {
        return users.removeUser(by, owner, user);
    }

    @Override
    String told(UserView user) {
        return "is " + user.state();
    }
}
