package org.esbmt.administration.shell.internal;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.TenantAdministration.UserFilter;
import org.esbmt.administration.api.UserView;

/** {@code esbmt:user-list}. */
@Service
@Command(scope = "esbmt", name = "user-list", description = "Lists a tenant's users by login.")
public final class UserList extends TenantCommand {
    @Option(name = "--login", description = "Any part of the login.", required = false, multiValued = false)
    String part;

    @Option(
            name = "--state",
            description = "Only users that are ACTIVE, LOCKED or REVOKED.",
            required = false,
            multiValued = false)
    String state;

    @Option(name = "--offset", description = "Entries to leave out, from 0.", required = false, multiValued = false)
    String offset = "0";

    @Option(
            name = "--limit",
            description = "Entries to show at the most, 1 to 1000.",
            required = false,
            multiValued = false)
    String limit = "50";

    @Override
    void run(Administrator by) throws AdministrationException, CommandException {
        Page<UserView> page = tenants.listUsers(by, tenant(by, tenant).id(), filter(), Tables.page(offset, limit));
        Tables.users(page.entries()).print(out());
        if (!Tables.rest(page).isEmpty()) {
            out().println(Tables.rest(page));
        }
    }

    private UserFilter filter() {
        return new UserFilter(
                Optional.ofNullable(part), Optional.ofNullable(state).map(UserView.State::of));
    }
}
