package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.SYSTEM_USERS;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.LOGIN;
import static org.esbmt.administration.catalogue.Words.LOGIN_CONTAINS;
import static org.esbmt.administration.catalogue.Words.NEW_LOGIN;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.PASSWORD;
import static org.esbmt.administration.catalogue.Words.SYSTEM_ROLE;
import static org.esbmt.administration.catalogue.Words.SYSTEM_ROLES;
import static org.esbmt.administration.catalogue.Words.USER_STATE;

import java.util.List;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserAdministration.SystemUserFilter;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.AssignSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RemoveSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RevokeSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.SetSystemPassword;
import org.esbmt.administration.api.command.SystemUserCommand.UnlockSystemUser;

/** The users of the installation: its administrators, operators and auditors. */
final class SystemUserEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(SYSTEM_USERS, "showSystemUser", "The user of the installation of that login.", LOGIN)
                    .asks(
                            one(Shapes.SYSTEM_USER),
                            SystemUserAdministration.class,
                            (users, by, with) -> users.find(by, with.get(LOGIN))),
            Entry.makes(
                            SYSTEM_USERS,
                            "addSystemUser",
                            "Adds a user of the installation with one role or several.",
                            NEW_LOGIN,
                            PASSWORD,
                            SYSTEM_ROLES)
                    .executes(
                            one(Shapes.SYSTEM_USER),
                            AddSystemUser.class,
                            with -> new AddSystemUser(with.get(NEW_LOGIN), with.get(PASSWORD), with.get(SYSTEM_ROLES))),
            Entry.reads(
                            SYSTEM_USERS,
                            "listSystemUsers",
                            "The users of the installation by login, page by page.",
                            LOGIN_CONTAINS,
                            USER_STATE,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.SYSTEM_USER),
                            SystemUserAdministration.class,
                            (users, by, with) -> users.list(
                                    by,
                                    new SystemUserFilter(with.get(LOGIN_CONTAINS), with.get(USER_STATE)),
                                    with.page())),
            Entry.changes(SYSTEM_USERS, "setSystemPassword", "Replaces somebody else's password.", LOGIN, PASSWORD)
                    .executes(
                            one(Shapes.SYSTEM_USER),
                            SetSystemPassword.class,
                            with -> new SetSystemPassword(with.get(LOGIN), with.get(PASSWORD))),
            Entry.changes(SYSTEM_USERS, "lockSystemUser", "To LOCKED: refused on every way in.", LOGIN)
                    .executes(
                            one(Shapes.SYSTEM_USER), LockSystemUser.class, with -> new LockSystemUser(with.get(LOGIN))),
            Entry.changes(SYSTEM_USERS, "unlockSystemUser", "From LOCKED to ACTIVE.", LOGIN)
                    .executes(
                            one(Shapes.SYSTEM_USER),
                            UnlockSystemUser.class,
                            with -> new UnlockSystemUser(with.get(LOGIN))),
            Entry.changes(SYSTEM_USERS, "removeSystemUser", "To REVOKED, for good: the login stays taken.", LOGIN)
                    .executes(
                            one(Shapes.SYSTEM_USER),
                            RemoveSystemUser.class,
                            with -> new RemoveSystemUser(with.get(LOGIN))),
            Entry.changes(
                            SYSTEM_USERS,
                            "assignSystemRole",
                            "Gives a user of the installation one more role.",
                            LOGIN,
                            SYSTEM_ROLE)
                    .executes(
                            one(Shapes.SYSTEM_USER),
                            AssignSystemRole.class,
                            with -> new AssignSystemRole(with.get(LOGIN), with.get(SYSTEM_ROLE))),
            Entry.changes(
                            SYSTEM_USERS,
                            "revokeSystemRole",
                            "Takes a role away from a user of the installation; the last one stays.",
                            LOGIN,
                            SYSTEM_ROLE)
                    .executes(
                            one(Shapes.SYSTEM_USER),
                            RevokeSystemRole.class,
                            with -> new RevokeSystemRole(with.get(LOGIN), with.get(SYSTEM_ROLE))));

    private SystemUserEntries() {}
}
