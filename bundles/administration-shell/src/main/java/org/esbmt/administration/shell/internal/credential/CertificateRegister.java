package org.esbmt.administration.shell.internal.credential;

import java.io.IOException;
import java.io.InputStream;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AccessCredentialCommand.RegisterCertificate;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.shell.internal.support.Input;

/** {@code esbmt:certificate-register}. */
@Service
@Command(
        scope = "esbmt",
        name = "certificate-register",
        description = "Registers a certificate of the administrator who is logged in, whose key signs requests.")
public final class CertificateRegister extends ScopedCommand {
    /** More than a certificate may have, so that a longer file is refused. */
    private static final int MOST_BYTES = 128 << 10;

    @Argument(
            index = 0,
            name = "name",
            description = "A name for people: 1 to 100 printable characters without a space at either end.",
            required = true,
            multiValued = false)
    String name;

    @Argument(
            index = 1,
            name = "certificate",
            description = "The file with one X.509 certificate in PEM or DER" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        AccessCredentialView registered =
                administration.execute(by, new RegisterCertificate(name, content(), scope(), days()));
        out().println("Registered certificate " + name + ", identifier " + registered.id() + ", until "
                + registered.expiresAt() + ".");
    }

    private Content content() throws CommandException {
        try (InputStream in = Input.open(session, file)) {
            return Content.of(in.readNBytes(MOST_BYTES));
        } catch (IOException e) {
            throw Input.unreadable(session, file);
        }
    }
}
