package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.shell.internal.support.Revision;
import org.esbmt.tenancy.api.quota.Grantee;

/** {@code esbmt:contingent-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "contingent-revoke",
        description = "Takes a contingent of a user or a role back.",
        detailedDescription = "By the tenant's own administrator. Only if nothing is used of it.")
public final class ContingentRevoke extends ContingentCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        QuotaId quota = quota(by);
        Grantee grantee = grantee(by, quota);
        administration.execute(by, new RevokeContingent(quota, grantee));
        out().println("The contingent of " + grantee + " in quota " + quota.resource() + " of tenant " + tenant
                + " is gone.");
    }

    @Override
    protected Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
