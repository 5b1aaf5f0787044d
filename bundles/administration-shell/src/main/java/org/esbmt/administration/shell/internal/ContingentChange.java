package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.QuotaId;

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
    ContingentView set(Administrator by, QuotaId quota, Grantee grantee, long wanted) throws AdministrationException {
        return contingents.change(by, quota, grantee, wanted);
    }

    @Override
    Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
