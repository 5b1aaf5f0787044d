package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.SystemUserAdministration.SystemUserFilter;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.SystemUserCommand;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.AssignSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RemoveSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RevokeSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.SetSystemPassword;
import org.esbmt.administration.api.command.SystemUserCommand.UnlockSystemUser;
import org.esbmt.administration.console.internal.page.UserBlocks.User;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.Role;

/** The users of the installation. */
final class SystemUserPages {
    private final Contract contract;
    private final GeneratedPasswords passwords;

    SystemUserPages(Contract contract, GeneratedPasswords passwords) {
        this.contract = contract;
        this.passwords = passwords;
    }

    void addTo(Routes routes) {
        routes.page("system-users", this::list);
        routes.change("system-users/add", this::list, this::add);
        routes.page("system-user", this::show);
        change(routes, "lock", "user.locked", call -> new LockSystemUser(login(call)));
        change(routes, "unlock", "user.unlocked", call -> new UnlockSystemUser(login(call)));
        change(routes, "assign-role", "role.assigned", call -> new AssignSystemRole(login(call), role(call)));
        change(routes, "revoke-role", "role.revoked", call -> new RevokeSystemRole(login(call), role(call)));
        change(routes, "remove", "user.removed", call -> {
            Parts.checkTyped(call, login(call));
            return new RemoveSystemUser(login(call));
        });
        routes.change("system-user/password", this::show, this::setPassword);
    }

    /** Reads a command from a form. */
    @FunctionalInterface
    private interface Reader {
        SystemUserCommand<?> command(Call call) throws AdministrationException;
    }

    private void change(Routes routes, String deed, String done, Reader reader) {
        routes.change("system-user/" + deed, this::show, call -> {
            contract.administration().execute(call.changing(), reader.command(call));
            return Moved.done(page(call, login(call)), done);
        });
    }

    private static String login(Call call) {
        return call.named("login");
    }

    private static Role role(Call call) throws AdministrationException {
        return call.made(() -> Role.Level.SYSTEM.role(call.form().text("role")));
    }

    private static String page(Call call, String login) {
        return Links.with(call.link("system-user"), "login", login);
    }

    private Answer list(Call call) throws AdministrationException {
        SystemUserFilter filter = new SystemUserFilter(
                call.query().given("contains"), call.query().given("state").flatMap(UserBlocks::state));
        Page<SystemUserView> page = contract.systemUsers().list(call.by(), filter, call.page());
        return new Shown(View.of(
                call.text("systemUsers.title"),
                UserBlocks.search(call, call.link("system-users")),
                UserBlocks.table(call, page, User::of, login -> page(call, login)),
                UserBlocks.addForm(call, "systemUsers.add", call.link("system-users", "add"), Role.Level.SYSTEM)));
    }

    private Answer add(Call call) throws AdministrationException {
        String login = call.form().text("login").strip();
        Set<Role> roles = UserBlocks.chosen(call, Role.Level.SYSTEM);
        passwords.execute(call, password -> contract.administration()
                .execute(call.changing(), new AddSystemUser(login, password, roles)));
        return Moved.done(passwords.shownAt(call, page(call, login)), "user.added");
    }

    private Answer setPassword(Call call) throws AdministrationException {
        passwords.execute(call, password -> contract.administration()
                .execute(call.changing(), new SetSystemPassword(login(call), password)));
        return Moved.done(passwords.shownAt(call, page(call, login(call))), "user.password");
    }

    private Answer show(Call call) throws AdministrationException {
        SystemUserView user = find(call, login(call));
        List<Block> blocks = new ArrayList<>();
        blocks.add(UserBlocks.facts(call, User.of(user)));
        if (user.state() != UserView.State.REVOKED) {
            blocks.addAll(forms(call, user));
        }
        View view = new View(
                call.text("user.title", user.login()),
                List.of(new Cell.Deed(call.link("system-users"), call.text("menu.systemUsers"))),
                blocks);
        return new Shown(passwords.shown(call, view, user.login()));
    }

    private SystemUserView find(Call call, String login) throws AdministrationException {
        SystemUserFilter filter =
                new SystemUserFilter(Optional.of(login).filter(text -> !text.isEmpty()), Optional.empty());
        return contract
                .systemUsers()
                .list(call.by(), filter, PageRequest.first(PageRequest.MAX_LIMIT))
                .entries()
                .stream()
                .filter(user -> user.login().equals(login))
                .findFirst()
                .orElseThrow(() -> Parts.notFound("The installation has no user of that login"));
    }

    private static List<Block> forms(Call call, SystemUserView user) {
        List<Block> forms = UserBlocks.forms(
                call,
                User.of(user),
                Role.Level.SYSTEM,
                (deed, fields) -> form(call, user, deed, FormKind.PLAIN, fields));
        forms.add(form(call, user, user.state() == UserView.State.LOCKED ? "unlock" : "lock", FormKind.PLAIN));
        forms.add(form(call, user, "remove", FormKind.FINAL, Parts.typed(call, user.login())));
        return forms;
    }

    private static Block form(Call call, SystemUserView user, String deed, FormKind kind, Field... more) {
        List<Field> fields =
                new ArrayList<>(List.of(Parts.revision(user.revision()), Field.hidden("login", user.login())));
        fields.addAll(List.of(more));
        return Parts.change(
                call, deed, "user." + deed, call.link("system-user", deed), kind, fields.toArray(new Field[0]));
    }
}
