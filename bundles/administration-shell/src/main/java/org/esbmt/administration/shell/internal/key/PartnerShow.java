package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:partner-show}. */
@Service
@Command(
        scope = "esbmt",
        name = "partner-show",
        description = "Shows a partner of a tenant with its certificate in PEM.")
public final class PartnerShow extends TenantCommand {
    @Argument(index = 1, name = "name", description = "The partner's name.", required = true, multiValued = false)
    @Completion(PartnerCompleter.class)
    String name;

    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantPartnerView partner = keys.partner(by, tenant(by, tenant).id(), name);
        out().println("Partner " + partner.name());
        out().println("Algorithm: " + partner.algorithm());
        out().println("Subject: " + partner.subject());
        out().println("Issuer: " + partner.issuer());
        out().println("Valid: " + partner.notBefore() + " to " + partner.notAfter()
                + (partner.expiresSoon() ? ", expires soon" : ""));
        out().println("SHA-256: " + partner.digest());
        out().print(partner.certificate());
    }
}
