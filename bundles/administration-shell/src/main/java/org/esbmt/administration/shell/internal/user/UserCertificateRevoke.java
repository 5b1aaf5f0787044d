package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.UserCertificateCommand.RevokeUserCertificate;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.CertificateDigest;

/** {@code esbmt:user-certificate-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-certificate-revoke",
        description = "Revokes a certificate of a user of a tenant, for good.",
        detailedDescription =
                "Every node refuses its messages within two seconds. Nobody can register the certificate again.")
public final class UserCertificateRevoke extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "digest",
            description = "The SHA-256 of the certificate, as esbmt:user-certificate-list or openssl shows it.",
            required = true,
            multiValued = false)
    String digest;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        CertificateDigest named = CertificateDigest.of(digest);
        administration.execute(by, new RevokeUserCertificate(tenant(by, tenant).id(), named));
        out().println("The certificate " + named + " is revoked.");
    }
}
