package org.esbmt.administration.shell.internal.systemuser;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.shell.internal.support.PasswordCommand;
import org.esbmt.tenancy.api.Role;

/** {@code esbmt:system-user-add}. */
@Service
@Command(
        scope = "esbmt",
        name = "system-user-add",
        description = "Adds a user of the installation.",
        detailedDescription =
                "SYSTEM_ADMIN logs into the shell and JMX of the container; SRE and SYSTEM_AUDITOR come in by the"
                        + " tenants' JMX port. Without --password-prompt and --password-file a password is generated and shown"
                        + " once. Passwords have 12 to 256 characters.")
public final class SystemUserAdd extends PasswordCommand {
    @Argument(
            index = 0,
            name = "login",
            description = "1 to 128 printable characters without spaces or '/'.",
            required = true,
            multiValued = false)
    String login;

    @Option(
            name = "--role",
            description = "SYSTEM_ADMIN, SRE or SYSTEM_AUDITOR; several times for several.",
            required = true,
            multiValued = true)
    @Completion(SystemRoleCompleter.class)
    List<String> roles = List.of();

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        try (Password password = newPassword()) {
            SystemUserView added = administration.execute(
                    by,
                    new AddSystemUser(
                            login,
                            password,
                            roles.stream().map(Role.Level.SYSTEM::role).collect(Collectors.toSet())));
            out().println("Added user " + added.login() + " of the installation, identifier " + added.id() + ".");
            printIfGenerated(added.login(), password);
        }
    }
}
