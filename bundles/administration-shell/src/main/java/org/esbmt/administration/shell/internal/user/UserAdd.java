package org.esbmt.administration.shell.internal.user;

import java.util.List;
import java.util.Set;
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
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.shell.internal.support.PasswordCommand;
import org.esbmt.administration.shell.internal.support.RoleCompleter;
import org.esbmt.administration.shell.internal.support.TenantCompleter;
import org.esbmt.tenancy.api.Role;

/** {@code esbmt:user-add}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-add",
        description = "Adds a user of a tenant.",
        detailedDescription = "Without --role the user may send messages and nothing else."
                + " Without --password-prompt and --password-file a password is generated and shown once. "
                + "Passwords have 12 to 256 characters.")
public final class UserAdd extends PasswordCommand {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier.",
            required = true,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Argument(
            index = 1,
            name = "login",
            description = "1 to 128 printable characters without spaces or '/'.",
            required = true,
            multiValued = false)
    String login;

    @Option(
            name = "--role",
            description = "TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR or TENANT_USER; several times for several.",
            required = false,
            multiValued = true)
    @Completion(RoleCompleter.class)
    List<String> roles = List.of();

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        try (Password password = newPassword()) {
            UserView added = administration.execute(by, new AddUser(owner.id(), login, password, roles()));
            out().println("Added user " + added.login() + " to tenant " + owner.name() + ", identifier " + added.id()
                    + ".");
            printIfGenerated(added.login(), password);
        }
    }

    private Set<Role> roles() {
        return roles == null || roles.isEmpty()
                ? Set.of(Role.TENANT_USER)
                : roles.stream().map(Role.Level.TENANT::role).collect(Collectors.toSet());
    }
}
