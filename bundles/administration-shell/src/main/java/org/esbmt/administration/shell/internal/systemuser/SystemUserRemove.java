package org.esbmt.administration.shell.internal.systemuser;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.SystemUserCommand.RemoveSystemUser;

/** {@code esbmt:system-user-remove}. */
@Service
@Command(
        scope = "esbmt",
        name = "system-user-remove",
        description = "Removes a user of the installation for good.",
        detailedDescription =
                "The login stays taken. Nothing takes it back; esbmt:system-user-lock can be taken back. The last SYSTEM_ADMIN stays.")
public final class SystemUserRemove extends SystemUserCommand {
    @Override
    RemoveSystemUser command() {
        return new RemoveSystemUser(login);
    }
}
