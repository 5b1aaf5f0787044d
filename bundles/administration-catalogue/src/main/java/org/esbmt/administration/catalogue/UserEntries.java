package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.USERS;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.ACTIVE_LOGIN;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.LOGIN_CONTAINS;
import static org.esbmt.administration.catalogue.Words.NEW_LOGIN;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.PASSWORD;
import static org.esbmt.administration.catalogue.Words.ROLE;
import static org.esbmt.administration.catalogue.Words.ROLES;
import static org.esbmt.administration.catalogue.Words.TENANT;
import static org.esbmt.administration.catalogue.Words.USER;
import static org.esbmt.administration.catalogue.Words.USER_STATE;

import java.util.List;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserAdministration.UserFilter;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;

/** Users of tenants with their roles. {@link TenantEntries} has their locks and passwords. */
final class UserEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.makes(USERS, "addUser", "Adds a user with one role or several.", TENANT, NEW_LOGIN, PASSWORD, ROLES)
                    .executes(
                            one(Shapes.USER),
                            AddUser.class,
                            with -> new AddUser(
                                    with.get(TENANT), with.get(NEW_LOGIN), with.get(PASSWORD), with.get(ROLES))),
            Entry.reads(
                            USERS,
                            "listUsers",
                            "The tenant's users by login, page by page.",
                            TENANT,
                            LOGIN_CONTAINS,
                            USER_STATE,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.USER),
                            UserAdministration.class,
                            (users, by, with) -> users.listUsers(
                                    by,
                                    with.get(TENANT),
                                    new UserFilter(with.get(LOGIN_CONTAINS), with.get(USER_STATE)),
                                    with.page())),
            Entry.reads(USERS, "showUser", "The tenant's user of that identifier.", TENANT, USER)
                    .asks(
                            one(Shapes.USER),
                            UserAdministration.class,
                            (users, by, with) -> users.find(by, with.get(TENANT), with.get(USER))),
            Entry.changes(USERS, "assignRole", "Gives a user one more role.", TENANT, USER, ROLE)
                    .executes(
                            one(Shapes.USER),
                            AssignRole.class,
                            with -> new AssignRole(with.get(TENANT), with.get(USER), with.get(ROLE))),
            Entry.changes(USERS, "revokeRole", "Takes a role away from a user; the last one stays.", TENANT, USER, ROLE)
                    .executes(
                            one(Shapes.USER),
                            RevokeRole.class,
                            with -> new RevokeRole(with.get(TENANT), with.get(USER), with.get(ROLE))),
            Entry.changes(
                            USERS,
                            "removeUser",
                            "To REVOKED, for good: the user does not count as one any more, and the login stays taken.",
                            TENANT,
                            USER)
                    .executes(
                            one(Shapes.USER),
                            RemoveUser.class,
                            with -> new RemoveUser(with.get(TENANT), with.get(USER))),
            Entry.changes(
                            USERS,
                            "revokeCredential",
                            "Takes a user's password away: nobody comes in as this user until another is set.",
                            TENANT,
                            USER)
                    .executes(
                            one(Shapes.USER),
                            RevokeCredential.class,
                            with -> new RevokeCredential(with.get(TENANT), with.get(USER))),
            Entry.changes(
                            USERS,
                            "handOverDefaultAdmin",
                            "Makes another user the default administrator; for the one until now alone, who stays"
                                    + " TENANT_ADMIN.",
                            TENANT,
                            USER)
                    .executes(
                            one(Shapes.USER),
                            HandOverDefaultAdmin.class,
                            with -> new HandOverDefaultAdmin(with.get(TENANT), with.get(USER))),
            Entry.changes(
                            USERS,
                            "assignDefaultTenantAdmin",
                            "Makes a user the default administrator; for administrators of the installation.",
                            TENANT,
                            ACTIVE_LOGIN)
                    .executes(
                            one(Shapes.USER),
                            AssignDefaultAdmin.class,
                            with -> new AssignDefaultAdmin(with.get(TENANT), with.get(ACTIVE_LOGIN))));

    private UserEntries() {}
}
