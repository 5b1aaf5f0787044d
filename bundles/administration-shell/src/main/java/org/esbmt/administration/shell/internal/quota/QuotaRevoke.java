package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.shell.internal.support.Revision;

/** {@code esbmt:quota-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "quota-revoke",
        description = "Takes a quota of a tenant back.",
        detailedDescription =
                "Only if nothing is used of it and no contingent is left. Of a counted resource without a quota"
                        + " the tenant may have nothing.")
public final class QuotaRevoke extends QuotaCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        QuotaId revoked = quota(by);
        administration.execute(by, new RevokeQuota(revoked));
        out().println("Quota " + revoked.resource() + " of tenant " + tenant + " is gone.");
    }

    @Override
    protected Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
