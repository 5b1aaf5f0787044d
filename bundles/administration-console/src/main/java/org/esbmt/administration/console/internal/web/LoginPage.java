package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.Sessions;

/** Begins and ends the sessions of this console. */
final class LoginPage {
    static final List<String> PATH = List.of("login");
    static final List<String> LOGOUT = List.of("logout");

    private static final String NEXT = "next";
    private static final String FORM = "login";
    private static final String LOGIN = "login";
    private static final String DONE = "done";

    private final Texts texts;
    private final Sessions sessions;

    LoginPage(Texts texts, Sessions sessions) {
        this.texts = requireNonNull(texts, "texts");
        this.sessions = requireNonNull(sessions, "sessions");
    }

    /** A page with a status, or another address with a cookie. */
    record Outcome(int status, Optional<View> view, String address, Optional<String> cookie) {
        static Outcome page(int status, View view) {
            return new Outcome(status, Optional.of(view), "", Optional.empty());
        }

        static Outcome moved(String address, Optional<String> cookie) {
            return new Outcome(303, Optional.empty(), address, cookie);
        }
    }

    /** The address of the page, which leads to another one after the login. */
    String address(Links links, String next) {
        return next.isEmpty() ? links.to("login") : Links.with(links.to("login"), NEXT, next);
    }

    Outcome show(Exchange exchange, Links links, Dispatcher.Incoming incoming) {
        String other = incoming.query().text(LOGIN);
        boolean logged = exchange.session()
                .filter(session -> other.isEmpty() || session.login().equals(other))
                .isPresent();
        return logged
                ? Outcome.moved(links.local(incoming.query().text(NEXT)), Optional.empty())
                : Outcome.page(200, withDone(view(links, incoming.query().text(NEXT), incoming), incoming));
    }

    /** The change of the own password ends the session, and is stated here. */
    private View withDone(View view, Dispatcher.Incoming incoming) {
        String key = "done." + incoming.query().text(DONE);
        return texts.has(key) ? view.beginning(new Block.Done(texts.of(key))) : view;
    }

    Outcome logIn(Exchange exchange, Links links, Dispatcher.Incoming incoming) {
        char[] password = incoming.form().text("password").toCharArray();
        try {
            return sessions.logIn(exchange, incoming.form().text(LOGIN).strip(), password)
                    .map(opened -> Outcome.moved(links.local(incoming.form().text(NEXT)), Optional.of(opened.cookie())))
                    .orElseGet(() -> Outcome.page(401, wrong(links, incoming)));
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    Outcome logOut(Exchange exchange, Links links) {
        return Outcome.moved(links.to("login"), Optional.of(sessions.logOut(exchange)));
    }

    /** Ends the session after a change, and states the change. */
    Outcome logOut(Exchange exchange, Links links, String done) {
        return Outcome.moved(Links.with(links.to("login"), DONE, done), Optional.of(sessions.logOut(exchange)));
    }

    private View wrong(Links links, Dispatcher.Incoming incoming) {
        return view(links, incoming.form().text(NEXT), incoming)
                .beginning(new Block.Refused(texts.of("login.refused"), texts.of("login.refused.why"), "", List.of()));
    }

    private View view(Links links, String next, Dispatcher.Incoming incoming) {
        return View.of(
                texts.of("login.title"),
                new Block.Form(
                        FORM,
                        texts.of("login.heading"),
                        texts.of("login.words"),
                        links.to("login"),
                        List.of(
                                Field.hidden(NEXT, next),
                                Field.text(LOGIN, texts.of("login.login"))
                                        .saying(texts.of("login.login.help"))
                                        .completing("username")
                                        .with(incoming.form()
                                                .given(LOGIN)
                                                .orElse(incoming.query().text(LOGIN))),
                                Field.password("password", texts.of("login.password"), "current-password")),
                        texts.of("login.button"),
                        Block.FormKind.PLAIN));
    }
}
