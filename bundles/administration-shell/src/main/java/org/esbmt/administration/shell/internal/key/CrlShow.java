package org.esbmt.administration.shell.internal.key;

import java.io.PrintStream;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:crl-show}. */
@Service
@Command(
        scope = "esbmt",
        name = "crl-show",
        description = "Shows the list of revocations (CRL) of a certificate authority of a tenant.",
        detailedDescription = "It names the certificates that the upload of the list revoked.")
public final class CrlShow extends TenantCommand {
    @Argument(
            index = 1,
            name = "authority",
            description = "The authority's name.",
            required = true,
            multiValued = false)
    @Completion(AuthorityCompleter.class)
    String name;

    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        RevocationListView crl = keys.revocationList(by, tenant(by, tenant).id(), name);
        out().println("CRL " + crl.number() + " of authority " + crl.authority());
        out().println("Updates: this " + crl.thisUpdate() + ", next " + crl.nextUpdate()
                + (crl.overdue() ? ", overdue" : ""));
        out().println("Entries: " + crl.entries());
        out().println("SHA-256: " + crl.digest());
        out().println("Uploaded: " + crl.uploadedAt());
        printRevoked(out(), crl);
    }

    static void printRevoked(PrintStream out, RevocationListView crl) {
        crl.revoked().forEach(name -> out.println("Revoked: " + name));
    }
}
