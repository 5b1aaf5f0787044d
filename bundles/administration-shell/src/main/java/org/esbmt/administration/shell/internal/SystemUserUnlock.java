package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.SystemUserView;

/** {@code esbmt:system-user-unlock}. */
@Service
@Command(scope = "esbmt", name = "system-user-unlock", description = "Takes esbmt:system-user-lock back.")
public final class SystemUserUnlock extends SystemUserCommand {
    @Override
    SystemUserView change(Administrator by) throws AdministrationException {
        return users.unlock(by, login);
    }
}
