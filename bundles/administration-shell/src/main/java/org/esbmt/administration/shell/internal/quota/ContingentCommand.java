package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.shell.internal.support.Refused;
import org.esbmt.administration.shell.internal.support.RoleCompleter;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.quota.Grantee;

/** A command that changes the contingent of one user or role. */
abstract class ContingentCommand extends QuotaCommand {
    @Option(
            name = "--user",
            description = "The login or identifier of the user whose contingent it is.",
            required = false,
            multiValued = false)
    String user;

    @Option(
            name = "--role",
            description = "Or the role whose users have it together: TENANT_OPERATOR and so on.",
            required = false,
            multiValued = false)
    @Completion(RoleCompleter.class)
    String role;

    Grantee grantee(Administrator by, QuotaId quota) throws AdministrationException, CommandException {
        if ((user == null) == (role == null)) {
            throw Refused.because(Reason.INVALID, "a contingent is for one user (--user) or one role (--role)");
        }
        return user == null
                ? new Grantee.ToRole(Role.Level.TENANT.role(role))
                : new Grantee.ToUser(userId(by, quota.tenant(), user));
    }
}
