package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;

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

    @Reference
    QuotaAdministration quotas;

    @Override
    void run(Administrator by) throws AdministrationException, CommandException {
        QuotaId revoked = quota(by);
        quotas.revoke(by, revoked);
        out().println("Quota " + revoked.resource() + " of tenant " + tenant + " is gone.");
    }

    @Override
    Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
