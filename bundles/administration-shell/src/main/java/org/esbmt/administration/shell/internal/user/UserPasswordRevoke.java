package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
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
    RevokeCredential command(TenantId owner, UserId user) {
        return new RevokeCredential(owner, user);
    }

    @Override
    String told(UserView user) {
        return "has no password";
    }
}
