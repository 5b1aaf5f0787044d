package org.esbmt.administration.shell.internal.systemuser;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.command.SystemUserCommand.UnlockSystemUser;

/** {@code esbmt:system-user-unlock}. */
@Service
@Command(scope = "esbmt", name = "system-user-unlock", description = "Takes esbmt:system-user-lock back.")
public final class SystemUserUnlock extends SystemUserCommand {
    @Override
    UnlockSystemUser command() {
        return new UnlockSystemUser(login);
    }
}
