package org.esbmt.administration.console.internal.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.tenancy.api.Role;

/** The blocks that the pages of a tenant's users and of the installation's users share. */
final class UserBlocks {
    private UserBlocks() {}

    /** A user of a tenant or of the installation. */
    record User(
            String id,
            String login,
            UserView.State state,
            Set<Role> roles,
            boolean defaultAdministrator,
            Instant createdAt,
            long revision) {
        static User of(UserView user) {
            return new User(
                    user.id().toString(),
                    user.login(),
                    user.state(),
                    user.roles(),
                    user.defaultAdministrator(),
                    user.createdAt(),
                    user.revision());
        }

        static User of(SystemUserView user) {
            return new User(
                    user.id().toString(),
                    user.login(),
                    user.state(),
                    user.roles(),
                    false,
                    user.createdAt(),
                    user.revision());
        }
    }

    /** Makes the form of a change of a user. */
    @FunctionalInterface
    interface Former {
        Block form(String deed, Field... fields);
    }

    static Optional<UserView.State> state(String name) {
        try {
            return Optional.of(UserView.State.of(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static Block search(Call call, String action) {
        return new Block.Search(
                action,
                List.of(
                        Field.search(
                                "contains",
                                call.text("users.contains"),
                                call.query().text("contains")),
                        Parts.stateFilter(call, UserView.State.values())),
                call.text("search.button"),
                "users");
    }

    static <T> Block table(Call call, Page<T> page, Function<T, User> reader, Function<String, String> address) {
        return Parts.table(
                call,
                "users",
                "users.caption",
                Parts.columns(call, "user.login", "user.state", "user.roles", "user.createdAt"),
                page,
                each -> {
                    User user = reader.apply(each);
                    return List.of(
                            new Cell.Linked(address.apply(user.login()), user.login()),
                            Parts.state(user.state()),
                            roles(call, user),
                            new Cell.Moment(user.createdAt()));
                },
                Empty.of(call.text("search.empty")));
    }

    private static Cell roles(Call call, User user) {
        List<Cell> cells = new ArrayList<>();
        user.roles().forEach(role -> cells.add(new Cell.Data(role.name())));
        if (user.defaultAdministrator()) {
            cells.add(new Cell.Words(call.text("user.default")));
        }
        return new Cell.Many(cells);
    }

    static Block addForm(Call call, String key, String action, Role.Level level) {
        return Parts.change(
                call,
                "add",
                key,
                action,
                FormKind.PLAIN,
                Field.text("login", call.text("user.login")).saying(call.text("user.login.help")),
                Field.choices(
                                "roles",
                                call.text("user.roles"),
                                Parts.names(level.roles().toArray()))
                        .saying(call.text("user.roles.help")));
    }

    /** The roles that were chosen in {@link #addForm}. */
    static Set<Role> chosen(Call call, Role.Level level) throws AdministrationException {
        Set<Role> roles = new LinkedHashSet<>();
        for (String name : call.form().all("roles")) {
            roles.add(call.made(() -> level.role(name)));
        }
        return roles;
    }

    static Block facts(Call call, User user) {
        return Block.Facts.of(
                Parts.fact(call, "user.id", new Cell.Code(user.id())),
                Parts.fact(call, "user.state", Parts.state(user.state())),
                Parts.fact(call, "user.roles", roles(call, user)),
                Parts.fact(call, "user.createdAt", new Cell.Moment(user.createdAt())),
                Parts.fact(call, "revision", new Cell.Count(user.revision())));
    }

    /** The forms of roles and of the password. The last role of a user stays. */
    static List<Block> forms(Call call, User user, Role.Level level, Former former) {
        List<Block> forms = new ArrayList<>();
        List<Role> others = level.roles().stream()
                .filter(role -> !user.roles().contains(role))
                .toList();
        if (!others.isEmpty()) {
            forms.add(former.form("assign-role", choice(call, others.toArray())));
        }
        if (user.roles().size() > 1) {
            forms.add(former.form("revoke-role", choice(call, user.roles().toArray())));
        }
        forms.add(former.form("password"));
        return forms;
    }

    private static Field choice(Call call, Object[] roles) {
        return Field.choice("role", call.text("user.role"), Parts.names(roles));
    }
}
