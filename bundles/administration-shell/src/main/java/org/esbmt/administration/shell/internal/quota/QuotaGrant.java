package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.tenancy.api.quota.Limit;

/** {@code esbmt:quota-grant}. */
@Service
@Command(
        scope = "esbmt",
        name = "quota-grant",
        description = "Grants a tenant a quota.",
        detailedDescription = "What the tenant has already counts in it from the start.")
public final class QuotaGrant extends LimitCommand {
    @Override
    GrantQuota command(QuotaId quota, Limit limit) {
        return new GrantQuota(quota, limit);
    }
}
