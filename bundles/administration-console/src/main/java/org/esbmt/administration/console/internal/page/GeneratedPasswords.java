package org.esbmt.administration.console.internal.page;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Secrets;

/** Generates the passwords of users, and shows each once on the page after its change. */
final class GeneratedPasswords {
    private static final String SHOWN = "password";

    private final Secrets secrets;

    GeneratedPasswords(Secrets secrets) {
        this.secrets = secrets;
    }

    /** A change that sets a password. */
    @FunctionalInterface
    interface Change<R> {
        R execute(Password password) throws AdministrationException;
    }

    /** Executes a change with a generated password. */
    <R> R execute(Call call, Change<R> change) throws AdministrationException {
        String text = secrets.of(call.by().login(), operation(call), GeneratedPasswords::generated);
        try (Password password = new Password(text.toCharArray())) {
            return change.execute(password);
        }
    }

    private static String generated() {
        try (Password password = Password.generated()) {
            return new String(password.characters());
        }
    }

    private static String operation(Call call) throws AdministrationException {
        return call.changing().operation().map(UUID::toString).orElseThrow(() -> Call.invalid("operation is missing"));
    }

    /** The address of the page that shows the password of this change. */
    String shownAt(Call call, String address) throws AdministrationException {
        return Links.with(address, SHOWN, operation(call));
    }

    /** The login page with the login in it. A description has spaces, and no login has. */
    private static Optional<Cell.Deed> signIn(Call call, String user) {
        return user.contains(" ")
                ? Optional.empty()
                : Optional.of(
                        new Cell.Deed(Links.with(call.link("login"), "login", user), call.text("secret.signIn", user)));
    }

    /**
     * Shows the password of the change before, the first time.
     *
     * @param user the full login of its owner, or another description if it is not known
     */
    View shown(Call call, View view, String user) {
        Optional<String> change = call.query().given(SHOWN);
        return change.flatMap(operation -> secrets.show(call.by().login(), operation))
                .map(secret -> view.beginning(new Block.Secret(
                        call.text("secret.heading", user),
                        call.text("secret.words"),
                        call.text("secret.label"),
                        secret,
                        signIn(call, user))))
                .orElse(view);
    }
}
