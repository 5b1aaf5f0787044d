package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.command.TenantAuthorityCommand.UploadCrl;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:crl-upload}. */
@Service
@Command(
        scope = "esbmt",
        name = "crl-upload",
        description = "Uploads a list of revocations (CRL) of a certificate authority of a tenant.",
        detailedDescription =
                "Certificates of users and of partners that the authority issued are revoked for good if they are on the list."
                        + " None of them is registered again. The list is not older than the former one.")
public final class CrlUpload extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "authority",
            description = "The authority's name.",
            required = true,
            multiValued = false)
    @Completion(AuthorityCompleter.class)
    String name;

    @Argument(
            index = 2,
            name = "crl",
            description = "The file with the CRL in PEM or DER" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        RevocationListView crl = administration.execute(
                by, new UploadCrl(tenant(by, tenant).id(), name, KeyFile.readCrl(session, file)));
        out().println("Authority " + name + " of tenant " + tenant + " has the CRL " + crl.number() + " with "
                + crl.entries() + " entries until " + crl.nextUpdate() + ".");
        CrlShow.printRevoked(out(), crl);
    }
}
