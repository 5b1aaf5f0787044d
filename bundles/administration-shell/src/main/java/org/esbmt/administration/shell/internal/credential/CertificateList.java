package org.esbmt.administration.shell.internal.credential;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;

/** {@code esbmt:certificate-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "certificate-list",
        description = "Lists the certificates of the administrator who is logged in, the newest first.")
public final class CertificateList extends AdministrationCommand {
    @Reference
    AccessCredentialAdministration credentials;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        CredentialTables.of(credentials.certificates(by), "No certificates.").print(out());
    }
}
