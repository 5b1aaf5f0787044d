package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.UserAdministration.UserFilter;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
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
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The users of a tenant and their roles. */
final class UserPages {
    private final Contract contract;
    private final TenantFrame frame;
    private final GeneratedPasswords passwords;

    UserPages(Contract contract, TenantFrame frame, GeneratedPasswords passwords) {
        this.contract = contract;
        this.frame = frame;
        this.passwords = passwords;
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/users", this::list);
        routes.change("tenants/{tenant}/users/add", this::list, this::add);
        routes.change("tenants/{tenant}/users/assign-default", this::list, this::assignDefault);
        routes.page("tenants/{tenant}/user", this::show);
        change(routes, "lock", "user.locked", (call, tenant, user) -> new LockUser(tenant, user));
        change(routes, "unlock", "user.unlocked", (call, tenant, user) -> new UnlockUser(tenant, user));
        change(
                routes,
                "assign-role",
                "role.assigned",
                (call, tenant, user) -> new AssignRole(tenant, user, role(call)));
        change(routes, "revoke-role", "role.revoked", (call, tenant, user) -> new RevokeRole(tenant, user, role(call)));
        change(
                routes,
                "revoke-password",
                "user.passwordRevoked",
                (call, tenant, user) -> new RevokeCredential(tenant, user));
        change(
                routes,
                "hand-over",
                "user.defaultAdministrator",
                (call, tenant, user) -> new HandOverDefaultAdmin(TenantRef.of(tenant), UserRef.of(user)));
        change(routes, "remove", "user.removed", (call, tenant, user) -> {
            Parts.checkTyped(call, call.named("login"));
            return new RemoveUser(tenant, user);
        });
        routes.change("tenants/{tenant}/user/password", this::show, this::setPassword);
    }

    /** Reads a command about a user from a form. */
    @FunctionalInterface
    private interface Reader {
        UserCommand<?> command(Call call, TenantId tenant, UserId user) throws AdministrationException;
    }

    private void change(Routes routes, String deed, String done, Reader reader) {
        routes.change("tenants/{tenant}/user/" + deed, this::show, call -> {
            contract.administration().execute(call.changing(), reader.command(call, call.tenant(), user(call)));
            return Moved.done(page(call, call.named("login")), done);
        });
    }

    private static UserId user(Call call) throws AdministrationException {
        return call.identified(call.form().text("user"), UserId::of);
    }

    private static Role role(Call call) throws AdministrationException {
        return call.made(() -> Role.Level.TENANT.role(call.form().text("role")));
    }

    private static String page(Call call, String login) {
        return Links.with(call.link("tenants", call.segment("tenant"), "user"), "login", login);
    }

    private Answer list(Call call) throws AdministrationException {
        UserFilter filter = new UserFilter(
                call.query().given("contains"), call.query().given("state").flatMap(UserBlocks::state));
        String action = call.link("tenants", call.segment("tenant"), "users");
        return new Shown(frame.view(
                call,
                call.text("users.title"),
                List.of(
                        new Block.Links(
                                call.text("me.more"),
                                List.of(new Cell.Deed(
                                        call.link("tenants", call.segment("tenant"), "user-certificates"),
                                        call.text("userCertificates.title")))),
                        UserBlocks.search(call, action),
                        Parts.orNote(() -> users(call, filter)),
                        call.visitor().tenant().isPresent()
                                ? UserBlocks.addForm(call, "users.add", action + "/add", Role.Level.TENANT)
                                : defaultForm(call))));
    }

    private Block users(Call call, UserFilter filter) throws AdministrationException {
        Page<UserView> page = contract.users().listUsers(call.by(), call.tenant(), filter, call.page());
        return UserBlocks.table(call, page, User::of, login -> page(call, login));
    }

    /** The one change of a tenant's users by the installation, which may not list them. */
    private static Block defaultForm(Call call) {
        return Parts.change(
                call,
                "assign-default",
                "users.assign-default",
                call.link("tenants", call.segment("tenant"), "users", "assign-default"),
                FormKind.PLAIN,
                Field.text("login", call.text("user.login")).saying(call.text("users.assign-default.help")));
    }

    private Answer assignDefault(Call call) throws AdministrationException {
        contract.administration()
                .execute(
                        call.changing(),
                        new AssignDefaultAdmin(
                                call.tenant(), call.form().text("login").strip()));
        return Moved.done(call.link("tenants", call.segment("tenant"), "users"), "user.defaultAdministrator");
    }

    private Answer add(Call call) throws AdministrationException {
        String login = call.form().text("login").strip();
        Set<Role> roles = UserBlocks.chosen(call, Role.Level.TENANT);
        passwords.execute(call, password -> contract.administration()
                .execute(call.changing(), new AddUser(call.tenant(), login, password, roles)));
        return Moved.done(passwords.shownAt(call, page(call, login)), "user.added");
    }

    private Answer setPassword(Call call) throws AdministrationException {
        passwords.execute(call, password -> contract.administration()
                .execute(call.changing(), new SetPassword(call.tenant(), user(call), password)));
        return Moved.done(passwords.shownAt(call, page(call, call.named("login"))), "user.password");
    }

    private Answer show(Call call) throws AdministrationException {
        String login = call.named("login");
        UserView user = contract.users()
                .findUser(call.by(), call.tenant(), login)
                .orElseThrow(() -> Parts.notFound("The tenant has no user of that login"));
        String tenant = call.segment("tenant");
        List<Block> blocks = new ArrayList<>();
        blocks.add(UserBlocks.facts(call, User.of(user)));
        if (user.state() != UserView.State.REVOKED) {
            blocks.addAll(forms(call, user));
        }
        View view = frame.view(
                call,
                call.text("user.title", user.login()),
                List.of(new Cell.Deed(call.link("tenants", tenant, "users"), call.text("menu.users"))),
                blocks);
        return new Shown(passwords.shown(call, view, frame.name(call, call.tenant()) + "/" + user.login()));
    }

    private static List<Block> forms(Call call, UserView user) {
        List<Block> forms = UserBlocks.forms(
                call,
                User.of(user),
                Role.Level.TENANT,
                (deed, fields) -> form(call, user, deed, FormKind.PLAIN, fields));
        if (user.defaultAdministrator()) {
            return forms;
        }
        forms.add(form(call, user, user.state() == UserView.State.LOCKED ? "unlock" : "lock", FormKind.PLAIN));
        forms.add(
                form(call, user, call.visitor().tenant().isPresent() ? "hand-over" : "assign-default", FormKind.PLAIN));
        forms.add(form(call, user, "revoke-password", FormKind.PLAIN));
        forms.add(form(call, user, "remove", FormKind.FINAL, Parts.typed(call, user.login())));
        return forms;
    }

    private static Block form(Call call, UserView user, String deed, FormKind kind, Field... more) {
        List<Field> fields = new ArrayList<>(List.of(
                Parts.revision(user.revision()),
                Field.hidden("user", user.id().toString()),
                Field.hidden("login", user.login())));
        fields.addAll(List.of(more));
        return Parts.change(
                call,
                deed,
                "user." + deed,
                call.link("tenants", user.tenant().toString(), "user", deed),
                kind,
                fields.toArray(new Field[0]));
    }
}
