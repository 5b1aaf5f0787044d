package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:user-lock}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-lock",
        description = "Locks a user: the messages are refused.",
        detailedDescription = "From ACTIVE; esbmt:user-unlock takes it back.")
public final class UserLock extends UserStateCommand {
    @Override
    LockUser command(TenantId owner, UserId user) {
        return new LockUser(owner, user);
    }
}
