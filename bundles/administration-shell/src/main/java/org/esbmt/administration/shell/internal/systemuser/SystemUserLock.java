package org.esbmt.administration.shell.internal.systemuser;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;

/** {@code esbmt:system-user-lock}. */
@Service
@Command(
        scope = "esbmt",
        name = "system-user-lock",
        description = "Locks a user of the installation: refused on every way in.",
        detailedDescription =
                "From ACTIVE; esbmt:system-user-unlock takes it back. The last SYSTEM_ADMIN is not locked.")
public final class SystemUserLock extends SystemUserCommand {
    @Override
    LockSystemUser command() {
        return new LockSystemUser(login);
    }
}
