package org.esbmt.administration.console.internal.page;

import java.util.Arrays;
import java.util.List;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.LoggedOut;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;

/** The administrator's own account. */
public final class MePages {
    private final Contract contract;

    public MePages(Contract contract) {
        this.contract = contract;
    }

    public void addTo(Routes routes) {
        routes.page("me", this::show);
        routes.change("me/password", this::show, this::changePassword);
    }

    private Answer show(Call call) {
        List<Cell> roles = call.visitor().roles().stream()
                .sorted()
                .map(role -> (Cell) new Cell.Data(role))
                .toList();
        return new Shown(View.of(
                call.text("me.title"),
                Block.Facts.of(
                        Parts.fact(call, "me.login", new Cell.Data(call.by().login())),
                        Parts.fact(
                                call,
                                "me.tenant",
                                call.by()
                                        .tenant()
                                        .<Cell>map(Cell.Data::new)
                                        .orElse(new Cell.Words(call.text("me.installation")))),
                        Parts.fact(call, "me.roles", new Cell.Many(roles))),
                new Block.Links(
                        call.text("me.more"),
                        List.of(new Cell.Deed(call.link("me", "tokens"), call.text("tokens.title")))),
                Parts.change(
                        call,
                        "password",
                        "me.password",
                        call.link("me", "password"),
                        FormKind.PLAIN,
                        Field.account(call.by().login()),
                        Field.password("current", call.text("me.current"), "current-password"),
                        Field.password("changed", call.text("me.changed"), "new-password")
                                .saying(call.text("me.changed.help")),
                        Field.password("again", call.text("me.again"), "new-password"))));
    }

    private Answer changePassword(Call call) throws AdministrationException {
        if (!call.form().text("changed").equals(call.form().text("again"))) {
            throw Call.invalid("the new password and its repetition differ");
        }
        char[] current = call.form().text("current").toCharArray();
        char[] changed = call.form().text("changed").toCharArray();
        try (Password password = call.made(() -> new Password(changed))) {
            contract.administration().execute(call.changing(), new ChangePassword(current, password));
        } finally {
            Arrays.fill(current, '\0');
            Arrays.fill(changed, '\0');
        }
        return new LoggedOut("password.changed");
    }
}
