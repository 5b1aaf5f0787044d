package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.api.command.TenantKeyCommand.CertifyKey;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:key-certify}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-certify",
        description = "Gives a key of a tenant the certificate that an authority signed, with its chain.")
public final class KeyCertify extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The key's name.", required = true, multiValued = false)
    @Completion(KeyCompleter.class)
    String name;

    @Argument(
            index = 2,
            name = "certificates",
            description = "The file with the certificates in PEM" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantKeyView key =
                administration.execute(by, new CertifyKey(tenant(by, tenant).id(), name, KeyFile.read(session, file)));
        out().println("Key " + name + " of tenant " + tenant + " has the certificate " + key.digest() + " of "
                + key.issuer() + " until " + key.notAfter() + ".");
    }
}
