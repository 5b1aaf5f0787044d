package org.esbmt.administration.shell.internal.key;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPem;
import org.esbmt.administration.shell.internal.support.Input;

/** {@code esbmt:key-import-pem}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-import-pem",
        description = "Imports a private key of a tenant with its certificates from a file of PEM.",
        detailedDescription = "The file has one private key, plain or encrypted as PKCS#8, and its certificates.")
public final class KeyImportPem extends NewKeyCommand {
    @Argument(
            index = 3,
            name = "file",
            description = "The file of PEM" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Option(
            name = "--password-prompt",
            description = "Ask for the password without showing it.",
            required = false,
            multiValued = false)
    boolean prompt;

    @Option(
            name = "--password-file",
            description = "Take the first line of this file" + Input.WHERE,
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String passwordFile;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Optional<Secret> password = SecretSource.read(session, prompt, passwordFile);
        try {
            print(administration.execute(
                    by,
                    new ImportPem(tenant(by, tenant).id(), name, purpose(), KeyFile.read(session, file), password)));
        } finally {
            password.ifPresent(Secret::close);
        }
    }
}
