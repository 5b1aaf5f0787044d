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
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.administration.api.command.TenantKeyCommand.SetSecret;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;

/** {@code esbmt:secret-set}. */
@Service
@Command(
        scope = "esbmt",
        name = "secret-set",
        description = "Adds a secret of a tenant, or replaces the one of that name.",
        detailedDescription =
                "The secret is asked for, or read from a file. No command shows it again. The bus sends it to this"
                        + " host and port alone. Secrets count in the quota TENANT_SECRETS.")
public final class SecretSet extends RepeatableTenantCommand {
    @Argument(
            index = 1,
            name = "name",
            description = "The secret's name: 1 to 64 letters, digits, '.', '-' and '_'.",
            required = true,
            multiValued = false)
    @Completion(SecretCompleter.class)
    String name;

    @Argument(
            index = 2,
            name = "host",
            description = "The host that alone gets the secret, as the addresses of providers have it.",
            required = true,
            multiValued = false)
    String host;

    @Argument(index = 3, name = "port", description = "The port of the host.", required = true, multiValued = false)
    int port;

    @Option(
            name = "--user",
            description = "The user of the password at the back end, for Basic and UsernameToken.",
            required = false,
            multiValued = false)
    String user;

    @Option(
            name = "--bearer",
            description = "The secret is a bearer token, not a password.",
            required = false,
            multiValued = false)
    boolean bearer;

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
        try (Secret value = SecretSource.required(session, prompt, passwordFile)) {
            TenantSecretView set =
                    administration.execute(by, new SetSecret(tenant(by, tenant).id(), name, use(), value));
            out().println("Secret " + name + " of tenant " + tenant + " for " + host + ":" + port + " is at version "
                    + set.version() + ".");
        }
    }

    private SecretUse use() {
        return new SecretUse(
                bearer ? SecretKind.BEARER : SecretKind.PASSWORD,
                Optional.ofNullable(user),
                Destination.of(host, port));
    }
}
