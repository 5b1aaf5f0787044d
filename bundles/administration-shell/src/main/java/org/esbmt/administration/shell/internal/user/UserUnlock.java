package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:user-unlock}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-unlock",
        description = "Unlocks a locked user.",
        detailedDescription = "From LOCKED.")
public final class UserUnlock extends UserStateCommand {
    @Override
    UnlockUser command(TenantId owner, UserId user) {
        return new UnlockUser(owner, user);
    }
}
