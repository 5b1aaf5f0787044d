package org.esbmt.administration.http.internal.port;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.Session;
import org.esbmt.administration.http.api.Sessions;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;

/** A small console: login, logout, the own page, and a change that attackers want. */
final class TestConsole implements HttpResource {
    /** The bodies of the changes that were made, with the login in front. */
    final List<String> changes = new CopyOnWriteArrayList<>();

    private final Sessions sessions;

    TestConsole(Sessions sessions) {
        this.sessions = requireNonNull(sessions, "sessions");
    }

    @Override
    public String path() {
        return "";
    }

    @Override
    public String way() {
        return Sessions.WAY;
    }

    @Override
    public Access access() {
        return Access.SESSION;
    }

    @Override
    public BodyNeed body(RequestHead head, String pathBelow) {
        return pathBelow.equals("/upload") ? new BodyNeed.Streamed(10_000_000) : new BodyNeed.Whole(1_000_000);
    }

    @Override
    public Response handle(Exchange exchange) throws IOException {
        return switch (exchange.pathBelow()) {
            case "/login" -> logIn(exchange);
            case "/logout" ->
                Answers.of(204).field("Set-Cookie", sessions.logOut(exchange)).empty();
            case "/confirm" ->
                Answers.of(sessions.confirm(exchange, form(exchange, "password").toCharArray()) ? 204 : 403)
                        .empty();
            case "/change", "/upload" -> change(exchange);
            case "/app.css" -> Answers.asset().text("text/css", "body {}");
            case "/link" ->
                Answers.of(200).text("text/plain", exchange.address().url("/me") + " " + exchange.source());
            default -> me(exchange);
        };
    }

    private Response logIn(Exchange exchange) throws IOException {
        String form = new String(exchange.body().readAllBytes(), UTF_8);
        Optional<Sessions.Opened> opened = sessions.logIn(
                exchange, value(form, "login"), value(form, "password").toCharArray());
        return opened.map(in -> Answers.of(200)
                        .field("Set-Cookie", in.cookie())
                        .text("text/plain", in.session().csrfToken()))
                .orElseGet(() -> Answers.of(403).text("text/plain", "wrong"));
    }

    /** Reads the body in any case, so that a slow sender holds the thread that it gets. */
    private Response change(Exchange exchange) throws IOException {
        String body = new String(exchange.body().readAllBytes(), UTF_8);
        if (exchange.by().isEmpty()) {
            return Answers.of(403).empty();
        }
        changes.add(exchange.by().get().login() + " " + body);
        return Answers.of(204).empty();
    }

    private static Response me(Exchange exchange) {
        return Answers.of(200)
                .text("text/plain", exchange.session().map(Session::login).orElse("nobody"));
    }

    private static String form(Exchange exchange, String name) throws IOException {
        return value(new String(exchange.body().readAllBytes(), UTF_8), name);
    }

    private static String value(String form, String name) {
        return Stream.of(form.split("&"))
                .filter(pair -> pair.startsWith(name + "="))
                .map(pair -> pair.substring(name.length() + 1).replace('+', ' '))
                .findFirst()
                .orElse("");
    }
}
