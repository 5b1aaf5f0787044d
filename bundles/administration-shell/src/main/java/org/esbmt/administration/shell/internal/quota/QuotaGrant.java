package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;

/** {@code esbmt:quota-grant}. */
@Service
@Command(
        scope = "esbmt",
        name = "quota-grant",
        description = "Grants a tenant a quota.",
        detailedDescription = "What the tenant has already counts in it from the start.")
public final class QuotaGrant extends CeilingCommand {
    @Override
    GrantQuota command(QuotaId quota, Ceiling ceiling) {
        return new GrantQuota(quota, ceiling);
    }
}
