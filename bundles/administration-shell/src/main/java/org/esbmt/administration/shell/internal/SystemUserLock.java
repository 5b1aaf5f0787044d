package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.SystemUserView;

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
    SystemUserView change(Administrator by) throws AdministrationException {
        return users.lock(by, login);
    }
}
