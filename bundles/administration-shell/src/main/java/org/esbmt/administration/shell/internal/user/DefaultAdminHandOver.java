package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:default-admin-hand-over}. */
@Service
@Command(
        scope = "esbmt",
        name = "default-admin-hand-over",
        description = "Makes another user the default administrator of your tenant.",
        detailedDescription = "For the default administrator alone, who stays TENANT_ADMIN.")
public final class DefaultAdminHandOver extends UserChange {
    @Override
    HandOverDefaultAdmin command(TenantId owner, UserId user) {
        return new HandOverDefaultAdmin(owner, user);
    }

    @Override
    String told(UserView user) {
        return "is the default administrator";
    }
}
