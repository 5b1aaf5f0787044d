package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.UserView;
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
    UserView change(Administrator by, TenantId owner, UserId user) throws AdministrationException {
        return tenants.lockUser(by, owner, user);
    }
}
