package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.tenancy.api.quota.Grantee;

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
    GrantContingent command(QuotaId quota, Grantee grantee, long wanted) {
        return new GrantContingent(quota, grantee, wanted);
    }
}
