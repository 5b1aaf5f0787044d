package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.UserView;
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
    UserView change(Administrator by, TenantId owner, UserId user) throws AdministrationException {
        return tenants.unlockUser(by, owner, user);
    }
}
