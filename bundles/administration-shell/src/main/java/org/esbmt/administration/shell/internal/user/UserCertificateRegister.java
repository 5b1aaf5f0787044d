package org.esbmt.administration.shell.internal.user;

import java.io.IOException;
import java.io.InputStream;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserCertificateView;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.UserCertificateCommand.RegisterUserCertificate;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:user-certificate-register}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-certificate-register",
        description = "Registers a certificate, whose key signs messages, for a user of a tenant.",
        detailedDescription =
                "The request proves that the user has the key of the certificate: the key signs it, and its subject is the"
                        + " user's identifier as the common name.")
public final class UserCertificateRegister extends RepeatableTenantCommand {
    /** More than a certificate may have, so that a longer file is refused. */
    private static final int MOST_BYTES = 64 << 10;

    @Argument(
            index = 1,
            name = "login",
            description = "The user's login or identifier.",
            required = true,
            multiValued = false)
    String login;

    @Argument(
            index = 2,
            name = "name",
            description = "A name for people: 1 to 100 printable characters without a space at either end.",
            required = true,
            multiValued = false)
    String name;

    @Argument(
            index = 3,
            name = "certificate",
            description = "The file with one X.509 certificate in PEM or DER" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String certificate;

    @Argument(
            index = 4,
            name = "request",
            description = "The file with one request of PKCS#10 in PEM or DER, on the machine of the bus.",
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String request;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        UserCertificateView registered = administration.execute(
                by,
                new RegisterUserCertificate(
                        owner.id(), userId(by, owner.id(), login), name, content(certificate), content(request)));
        out().println("Registered certificate " + registered.name() + " of user " + registered.login() + ", SHA-256 "
                + registered.digest() + ", until " + registered.notAfter() + ".");
    }

    private Content content(String file) throws CommandException {
        try (InputStream in = Input.open(session, file)) {
            return Content.of(in.readNBytes(MOST_BYTES));
        } catch (IOException e) {
            throw Input.unreadable(session, file);
        }
    }
}
