package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.shell.internal.support.Revision;
import org.esbmt.tenancy.api.quota.Grantee;

/** {@code esbmt:contingent-change}. */
@Service
@Command(
        scope = "esbmt",
        name = "contingent-change",
        description = "Changes a contingent of a user or a role.",
        detailedDescription = "By the tenant's own administrator. Not below what is used of it.")
public final class ContingentChange extends AmountCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    ChangeContingent command(QuotaId quota, Grantee grantee, long wanted) {
        return new ChangeContingent(quota, grantee, wanted);
    }

    @Override
    protected Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
