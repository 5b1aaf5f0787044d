package org.esbmt.administration.console.internal.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AdministratorAccounts.Identity;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Frame;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.api.Session;
import org.esbmt.administration.http.api.Sessions;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leads each request to its page, and shows the page or its refusal. */
public final class Dispatcher {
    /** The largest form with files: the archives of a batch, and its text. */
    public static final int MOST_UPLOAD = 40 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    /** The bytes of all uploads in memory: the body of a form, and a copy of its files. */
    private static final long UPLOAD_ROOM = 4L * MOST_UPLOAD;

    private static final int MOST_FORM = 256 << 10;
    private static final int MOST_SEGMENTS = 8;
    /** The field of each form with an archive. */
    private static final String ARCHIVE = "archive";

    private static final String HTML = "text/html; charset=utf-8";

    private final Texts texts;
    private final Routes routes;
    private final Menu menu;
    private final Assets assets;
    private final Templates templates = new Templates();
    private final LoginPage login;
    private final Sessions sessions;
    private final AdministratorAccounts accounts;
    private final PartAccess access;
    private final UploadRoom room = new UploadRoom(UPLOAD_ROOM);
    private volatile String lastRoot = "/";

    public Dispatcher(
            Texts texts,
            Routes routes,
            Menu menu,
            Assets assets,
            Sessions sessions,
            AdministratorAccounts accounts,
            PartAccess access) {
        this.texts = requireNonNull(texts, "texts");
        this.routes = requireNonNull(routes, "routes");
        this.menu = requireNonNull(menu, "menu");
        this.assets = requireNonNull(assets, "assets");
        this.login = new LoginPage(texts, sessions);
        this.sessions = sessions;
        this.accounts = requireNonNull(accounts, "accounts");
        this.access = requireNonNull(access, "access");
    }

    /** As of {@link org.esbmt.administration.http.api.HttpResource#body}. */
    public BodyNeed body(RequestHead head, String pathBelow) {
        if (!head.method().equals("POST")) {
            return BodyNeed.NONE;
        }
        boolean upload = segments(pathBelow)
                .flatMap(path -> routes.find(true, path))
                .filter(match -> match.route().upload())
                .isPresent();
        return upload ? new BodyNeed.Streamed(MOST_UPLOAD) : new BodyNeed.Whole(MOST_FORM);
    }

    /** As of {@link org.esbmt.administration.http.api.HttpResource#handle}. */
    public Response handle(Exchange exchange) throws IOException {
        Links links = new Links(exchange.address().link("/"));
        lastRoot = links.root();
        String method = exchange.head().method();
        boolean changes = method.equals("POST");
        if (!changes && !method.equals("GET") && !method.equals("HEAD")) {
            return Answers.of(405).field("Allow", "GET, HEAD, POST").empty();
        }
        List<String> path = segments(exchange.pathBelow()).orElse(List.of("?"));
        if (!changes && path.size() == 2 && path.get(0).equals(Assets.FOLDER)) {
            return asset(path.get(1));
        }
        boolean loggedIn = exchange.by().isPresent() && exchange.session().isPresent();
        if (!loggedIn && !path.equals(LoginPage.PATH)) {
            return moved(login.address(links, changes ? "" : requested(exchange)));
        }
        String owner = exchange.by().flatMap(Administrator::tenant).orElse("");
        long length = room(exchange);
        if (!room.take(owner, length)) {
            return refusedBeforeLogin(503, "refused.BUSY", links, "Too many files are under way. Try again later");
        }
        try {
            return answer(exchange, links, path, changes);
        } finally {
            room.giveBack(owner, length);
        }
    }

    /** The room for the body of a request; a small one is counted by the port. */
    private static long room(Exchange exchange) {
        if (!Multipart.is(exchange.head().field("Content-Type").orElse(""))) {
            return 0;
        }
        long length = exchange.head().contentLength();
        return 2 * (length < 0 ? MOST_UPLOAD : Math.min(length, MOST_UPLOAD));
    }

    private Response answer(Exchange exchange, Links links, List<String> path, boolean changes) throws IOException {
        Incoming incoming;
        try {
            incoming = Incoming.read(exchange);
        } catch (IllegalArgumentException e) {
            return refusedBeforeLogin(400, "refused.INVALID", links, e.getMessage());
        }
        if (path.equals(LoginPage.PATH)) {
            LoginPage.Outcome outcome =
                    changes ? login.logIn(exchange, links, incoming) : login.show(exchange, links, incoming);
            return answered(outcome, links, exchange.session());
        }
        if (changes && path.equals(LoginPage.LOGOUT)) {
            return answered(login.logOut(exchange, links), links, Optional.empty());
        }
        return pageOf(exchange, links, path, changes, incoming);
    }

    /** As of {@link org.esbmt.administration.http.api.EventResource#feed}: the data or the progress of a page. */
    public Optional<EventFeed> feed(Exchange exchange) {
        Optional<List<String>> path = segments(exchange.pathBelow());
        boolean served = exchange.session().isPresent()
                && path.isPresent()
                && !path.get().isEmpty()
                && path.get().get(path.get().size() - 1).equals(PageFeed.SEGMENT)
                && routes.find(false, path.get()).isPresent();
        return served ? Optional.of(new PageFeed(() -> dataOf(exchange, path.get()))) : Optional.empty();
    }

    /** The data or the progress of a page for its script. */
    private Answer dataOf(Exchange exchange, List<String> path) throws AdministrationException {
        Links links = new Links(exchange.address().link("/"));
        Visitor visitor =
                visitor(exchange.by().orElseThrow(), exchange.session().orElseThrow());
        Routes.Match match = routes.find(false, path).orElseThrow();
        Values query = Values.of(exchange.head().query().orElse(""));
        String address = links.to(path.toArray(new String[0]));
        Call call = new Call(
                texts,
                links,
                visitor,
                address,
                match.variables(),
                query,
                Values.NONE,
                Map.of(),
                new Confirmation(exchange, sessions));
        return match.route().handler().answer(call);
    }

    private Visitor visitor(Administrator by, Session session) throws AdministrationException {
        Identity identity = accounts.whoAmI(by);
        return new Visitor(
                by,
                session.csrfToken(),
                identity.tenant(),
                identity.roles(),
                access.parts(by).orElseThrow(() -> unavailable()));
    }

    /** The path and query, as {@link Links#local} takes them. */
    private static String requested(Exchange exchange) {
        String below =
                exchange.pathBelow().isEmpty() ? "" : exchange.pathBelow().substring(1);
        return below.isEmpty()
                ? ""
                : below + exchange.head().query().map(query -> "?" + query).orElse("");
    }

    private Response pageOf(Exchange exchange, Links links, List<String> path, boolean changes, Incoming incoming) {
        Administrator by = exchange.by().orElseThrow();
        Session session = exchange.session().orElseThrow();
        Visitor visitor;
        try {
            visitor = visitor(by, session);
        } catch (AdministrationException e) {
            View view = View.of(texts.of("error.title"), Refusals.shown(e, texts));
            return shown(Refusals.status(e.reason()), anonymous(links), view);
        }
        Frame frame = new Frame(
                links.root(),
                assets.addresses(links),
                Optional.of(by.login()),
                visitor.token(),
                menu.of(visitor, links, texts),
                links.to(path.toArray(new String[0])));
        Optional<Routes.Match> match = routes.find(changes, path);
        if (match.isEmpty()) {
            return !changes && routes.find(true, path).isPresent()
                    ? moved(links.to(path.subList(0, path.size() - 1).toArray(new String[0])))
                    : shown(404, frame, View.of(texts.of("error.title"), notFound()));
        }
        Routes.Route route = match.get().route();
        Call call = new Call(
                texts,
                links,
                visitor,
                frame.current(),
                match.get().variables(),
                incoming.query(),
                incoming.form(),
                incoming.files(),
                new Confirmation(exchange, sessions));
        try {
            Answer answer = route.handler().answer(call);
            return answer instanceof Answer.LoggedOut out
                    ? answered(login.logOut(exchange, links, out.key()), links, Optional.empty())
                    : answered(answer, call, frame);
        } catch (AdministrationException e) {
            LOG.debug("{} was refused {}.", by, frame.current(), e);
            return refused(e, route, call, frame);
        }
    }

    /** Shows the page of the form again, with the refusal and the values that were sent. */
    private Response refused(AdministrationException refusal, Routes.Route route, Call call, Frame frame) {
        int status = Refusals.status(refusal.reason());
        Block.Refused shown =
                Refusals.shown(refusal, texts, call.optionalFile(ARCHIVE).map(Upload::bytes));
        if (route.changes()) {
            try {
                if (route.page().answer(call) instanceof Answer.Shown page) {
                    View filled = page.view().filled(call.form().text(Call.FORM), call.form()::all);
                    return shown(status, frame, filled.beginning(shown));
                }
            } catch (AdministrationException e) {
                LOG.debug("The page of the refused form is refused, too.", e);
            }
        }
        return shown(status, frame, View.of(texts.of("error.title"), shown));
    }

    private Response answered(Answer answer, Call call, Frame frame) {
        if (answer instanceof Answer.Shown page) {
            String done = call.query().text("done");
            View view = texts.has("done." + done)
                    ? page.view().beginning(new Block.Done(texts.of("done." + done)))
                    : page.view();
            return shown(200, frame, view);
        }
        if (answer instanceof Answer.Moved moved) {
            return moved(moved.address());
        }
        if (answer instanceof Answer.Download file) {
            return Answers.of(200)
                    .field("Content-Disposition", "attachment; filename=\"" + file.name() + "\"")
                    .bytes("application/octet-stream", file.bytes());
        }
        String data = answer instanceof Answer.Progress progress ? progress.json() : ((Answer.Json) answer).text();
        return Answers.of(200).text("application/json", data);
    }

    /** @param session that another login would end */
    private Response answered(LoginPage.Outcome outcome, Links links, Optional<Session> session) {
        if (outcome.view().isPresent()) {
            String token = session.map(Session::csrfToken).orElse("");
            return shown(
                    outcome.status(), anonymous(links, token), outcome.view().get());
        }
        Response.Builder moved = Answers.of(303).field("Location", outcome.address());
        outcome.cookie().ifPresent(cookie -> moved.field("Set-Cookie", cookie));
        return moved.empty();
    }

    private static Response moved(String address) {
        return Answers.of(303).field("Location", address).empty();
    }

    private Response asset(String name) {
        return assets.find(name)
                .map(asset -> Answers.asset().bytes(asset.type(), asset.bytes()))
                .orElseGet(() -> Answers.of(404).empty());
    }

    /** The answer to a request that the port refuses. */
    public Response refused(Refusal refusal, String way) {
        View view = View.of(
                texts.of("error.title"),
                new Block.Refused(texts.of("port." + refusal.name()), texts.of("port.next"), "", List.of()));
        return refusal.answer(way).text(HTML, templates.page(anonymous(new Links(lastRoot)), view, texts));
    }

    private Response refusedBeforeLogin(int status, String heading, Links links, String sentence) {
        View view =
                View.of(texts.of("error.title"), new Block.Refused(texts.of(heading), sentence + ".", "", List.of()));
        return shown(status, anonymous(links), view);
    }

    private Block.Refused notFound() {
        return Refusals.shown(
                new AdministrationException(
                        Reason.NOT_FOUND,
                        AdministrationException.told("There is no such page", Reason.NOT_FOUND.who())),
                texts);
    }

    private static AdministrationException unavailable() {
        return new AdministrationException(
                Reason.UNAVAILABLE,
                AdministrationException.told("The registry is out of reach", Reason.UNAVAILABLE.who()));
    }

    private Frame anonymous(Links links) {
        return anonymous(links, "");
    }

    private Frame anonymous(Links links, String token) {
        return new Frame(links.root(), assets.addresses(links), Optional.empty(), token, List.of(), "");
    }

    private Response shown(int status, Frame frame, View view) {
        return Answers.of(status).text(HTML, templates.page(frame, view, texts));
    }

    private static Optional<List<String>> segments(String pathBelow) {
        if (pathBelow.isEmpty() || pathBelow.equals("/")) {
            return Optional.of(List.of());
        }
        List<String> segments = new ArrayList<>();
        for (String segment : pathBelow.substring(1).split("/", -1)) {
            try {
                segments.add(Values.decoded(segment, false));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
        return segments.size() > MOST_SEGMENTS ? Optional.empty() : Optional.of(segments);
    }

    /** The values of a request. */
    record Incoming(Values query, Values form, Map<String, List<Upload>> files) {
        static Incoming read(Exchange exchange) throws IOException {
            Values query = Values.of(exchange.head().query().orElse(""));
            byte[] body = exchange.body().readAllBytes();
            String type = exchange.head().field("Content-Type").orElse("");
            if (Multipart.is(type)) {
                Multipart.Sent sent = Multipart.read(type, body);
                return new Incoming(query, sent.values(), sent.files());
            }
            Values form = body.length == 0 ? Values.NONE : Values.of(new String(body, UTF_8));
            return new Incoming(query, form, Map.of());
        }
    }
}
