package org.esbmt.administration.shell.internal.user;

import java.util.Locale;
import java.util.regex.Pattern;
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
    private static final Pattern FINGERPRINT = Pattern.compile("[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31}");

    @Argument(
            index = 1,
            name = "digest",
            description = "The SHA-256 of the certificate, as esbmt:user-certificate-list or openssl shows it.",
            required = true,
            multiValued = false)
    String digest;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        CertificateDigest named = CertificateDigest.of(plain(digest));
        administration.execute(by, new RevokeUserCertificate(tenant(by, tenant).id(), named));
        out().println("The certificate " + named + " is revoked.");
    }

    /** A fingerprint of openssl is in upper case, mostly with a colon between two bytes. */
    private static String plain(String text) {
        return FINGERPRINT.matcher(text).matches() ? text.replace(":", "").toLowerCase(Locale.ROOT) : text;
    }
}
