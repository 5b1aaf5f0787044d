package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:partner-register}. */
@Service
@Command(
        scope = "esbmt",
        name = "partner-register",
        description = "Registers the certificate of a partner of a tenant.",
        detailedDescription =
                "A partner is a back end whose answers are verified, or a recipient of encrypted messages. Partners count in"
                        + " the quota TENANT_PARTNERS.")
public final class PartnerRegister extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "name",
            description = "The partner's name: 1 to 64 letters, digits, '.', '-' and '_'.",
            required = true,
            multiValued = false)
    String name;

    @Argument(
            index = 2,
            name = "certificate",
            description = "The file with one X.509 certificate in PEM or DER" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantPartnerView partner = administration.execute(
                by, new RegisterPartner(tenant(by, tenant).id(), name, KeyFile.read(session, file)));
        out().println("Partner " + name + " of tenant " + tenant + " has the certificate " + partner.digest() + " of "
                + partner.issuer() + " until " + partner.notAfter() + ".");
    }
}
