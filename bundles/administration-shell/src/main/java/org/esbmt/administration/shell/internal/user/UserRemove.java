package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
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
    RemoveUser command(TenantId owner, UserId user) {
        return new RemoveUser(owner, user);
    }

    @Override
    String told(UserView user) {
        return "is " + user.state();
    }
}
