package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.QuotaId;

/** {@code esbmt:contingent-grant}. */
@Service
@Command(
        scope = "esbmt",
        name = "contingent-grant",
        description = "Hands out a part of a tenant's quota to a user or a role.",
        detailedDescription =
                "By the tenant's own administrator. All contingents of a quota together are never more than it.")
public final class ContingentGrant extends AmountCommand {
    @Override
    ContingentView set(Administrator by, QuotaId quota, Grantee grantee, long wanted) throws AdministrationException {
        return contingents.grant(by, quota, grantee, wanted);
    }
}
