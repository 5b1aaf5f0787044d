package org.esbmt.administration.shell.internal.user;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.UserAdministration.UserFilter;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:user-list}. */
@Service
@Command(scope = "esbmt", name = "user-list", description = "Lists a tenant's users by login.")
public final class UserList extends PagedTenantCommand {
    @Option(name = "--login", description = "Any part of the login.", required = false, multiValued = false)
    String part;

    @Option(
            name = "--state",
            description = "Only users that are ACTIVE, LOCKED or REVOKED.",
            required = false,
            multiValued = false)
    String state;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<UserView> page = users.listUsers(by, tenant(by, tenant).id(), filter(), page());
        print(Tables.users(page.entries()), page);
    }

    private UserFilter filter() {
        return new UserFilter(
                Optional.ofNullable(part), Optional.ofNullable(state).map(UserView.State::of));
    }
}
