package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.command.TenantAuthorityCommand.AddAuthority;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:authority-add}. */
@Service
@Command(
        scope = "esbmt",
        name = "authority-add",
        description = "Adds a certificate authority of a tenant.",
        detailedDescription =
                "Endpoints name it for the TLS of their back ends. It signs lists of revocations (CRL). It makes no sender and no"
                        + " partner good. Authorities count in the quota TENANT_AUTHORITIES.")
public final class AuthorityAdd extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "name",
            description = "The authority's name: 1 to 64 letters, digits, '.', '-' and '_'.",
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
        TenantAuthorityView authority = administration.execute(
                by, new AddAuthority(tenant(by, tenant).id(), name, KeyFile.read(session, file)));
        out().println("Authority " + name + " of tenant " + tenant + " has the certificate " + authority.digest()
                + " of " + authority.subject() + " until " + authority.notAfter() + ".");
    }
}
