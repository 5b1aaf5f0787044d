package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;

/** {@code esbmt:quota-grant}. */
@Service
@Command(
        scope = "esbmt",
        name = "quota-grant",
        description = "Grants a tenant a quota.",
        detailedDescription = "What the tenant has already counts in it from the start.")
public final class QuotaGrant extends CeilingCommand {
    @Override
    QuotaView set(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException {
        return quotas.grant(by, quota, ceiling);
    }
}
