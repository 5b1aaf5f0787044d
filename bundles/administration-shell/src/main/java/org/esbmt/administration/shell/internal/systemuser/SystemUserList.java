package org.esbmt.administration.shell.internal.systemuser;

import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserAdministration.SystemUserFilter;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.shell.internal.support.PagedCommand;

/** {@code esbmt:system-user-list}. */
@Service
@Command(scope = "esbmt", name = "system-user-list", description = "Lists the users of the installation by login.")
public final class SystemUserList extends PagedCommand {
    @Option(name = "--login", description = "Any part of the login.", required = false, multiValued = false)
    String part;

    @Option(
            name = "--state",
            description = "Only users that are ACTIVE, LOCKED or REVOKED.",
            required = false,
            multiValued = false)
    String state;

    @Reference
    SystemUserAdministration systemUsers;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        SystemUserFilter filter = new SystemUserFilter(
                Optional.ofNullable(part), Optional.ofNullable(state).map(UserView.State::of));
        Page<SystemUserView> page = systemUsers.list(by, filter, page());
        ShellTable table = new ShellTable();
        table.column("Login");
        table.column("State");
        table.column("Roles");
        table.column("User ID");
        table.column("Revision");
        table.emptyTableText("No users.");
        for (SystemUserView user : page.entries()) {
            table.addRow()
                    .addContent(
                            user.login(),
                            user.state(),
                            user.roles().stream().map(Enum::name).collect(Collectors.joining(" ")),
                            user.id(),
                            user.revision());
        }
        print(table, page);
    }
}
