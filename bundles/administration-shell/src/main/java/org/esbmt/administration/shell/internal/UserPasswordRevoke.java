package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:user-password-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-password-revoke",
        description = "Takes a user's password away.",
        detailedDescription = "Nobody comes in as this user until esbmt:user-password sets another.")
public final class UserPasswordRevoke extends UserChange {
    @Override
    UserView change(Administrator by, TenantId owner, UserId user) throws AdministrationException {
        return users.revokeCredential(by, owner, user);
    }

    @Override
    String told(UserView user) {
        return "has no password";
    }
}
