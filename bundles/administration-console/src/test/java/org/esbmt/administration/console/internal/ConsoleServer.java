package org.esbmt.administration.console.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.console.internal.page.Contract;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.api.Session;
import org.esbmt.administration.http.api.Sessions;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.policy.PartPolicy;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.HttpPort;
import org.esbmt.http.api.PortSettings;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.esbmt.http.api.Workers;
import org.esbmt.http.api.edge.ConnectionPolicy;
import org.esbmt.http.api.harness.TestLimits;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.http.api.wire.Headers;

/**
 * The console over the managers, below the path /bus of a free port of the real HTTP server. The administrator of the
 * installation is {@code admin}. Sessions and tokens are as the contract of the administration port describes them.
 */
final class ConsoleServer implements AutoCloseable, Sessions {
    static final String PASSWORD = TestBus.GIVEN;

    private static final String BASE = "/bus";
    private static final Pattern FIRST_PART = Pattern.compile(
            "--[^\r\n]+\r\nContent-Disposition: form-data; name=\"csrf\"\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)\r\n.*",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    final PublishedServices services;
    private final Workers workers = new Workers("console-test", 4, 64);
    private final ConsoleResource console;
    private final HttpPort port;
    private final Map<String, OpenSession> sessions = new ConcurrentHashMap<>();

    /** The port of messages; closed until a test opens one. */
    final TestMessagePort messages = new TestMessagePort();

    ConsoleServer(Path data) throws Exception {
        this(data, Texts.english());
    }

    ConsoleServer(Path data, Texts texts) throws Exception {
        services = new PublishedServices(data, "admin");
        console = new ConsoleResource(texts, this, new PartPolicy(services.bus.administrators), contract(), () -> {});
        port = HttpPort.open(settings(), this::route);
    }

    private Contract contract() {
        return new Contract(
                services.of(Administration.class),
                services.of(AdministratorAccounts.class),
                services.of(AccessCredentialAdministration.class),
                services.of(InstallationStatus.class),
                services.of(TenantAdministration.class),
                services.of(ContactAdministration.class),
                services.of(TenantKeyAdministration.class),
                services.of(UserAdministration.class),
                services.of(UserCertificateAdministration.class),
                services.of(SystemUserAdministration.class),
                services.of(QuotaAdministration.class),
                services.of(ContingentAdministration.class),
                services.of(AssemblyAdministration.class),
                services.of(ServiceAdministration.class),
                services.of(AuditAdministration.class),
                services.of(ClusterAdministration.class),
                services.of(OperationAdministration.class),
                services.of(TransactionOversight.class),
                services.of(ComponentAdministration.class),
                services.of(ComponentConfiguration.class),
                services.of(LinkAdministration.class),
                services.of(TrafficAdministration.class),
                messages);
    }

    private static PortSettings settings() {
        HeaderNames names = new HeaderNames.Builder()
                .host()
                .once("Cookie", "Origin", Session.TOKEN_FIELD, "Accept")
                .build();
        Headers standing = new Headers.Builder()
                .put(
                        HeaderName.of("Content-Security-Policy"),
                        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                                + " form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
                .put(HeaderName.of("X-Content-Type-Options"), "nosniff")
                .put(HeaderName.of("Referrer-Policy"), "same-origin")
                .build();
        return new PortSettings(
                "console-test",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Optional.empty(),
                TestLimits.of(names),
                ConnectionPolicy.ALL,
                host -> true,
                standing,
                1,
                256L << 20,
                8,
                Duration.ofSeconds(1));
    }

    /** The address of a page, such as {@code tenants}. */
    String url(String page) {
        return origin() + BASE + "/" + page;
    }

    String origin() {
        return "http://127.0.0.1:" + port.address().getPort();
    }

    private Handling route(RequestHead head) {
        if (!head.path().startsWith(BASE + "/")) {
            return new Handling.Now(Response.of(404).empty());
        }
        String below = head.path().substring(BASE.length());
        BodyNeed need = console.body(head, below);
        int most = need instanceof BodyNeed.Streamed streamed
                ? (int) streamed.mostBytes()
                : ((BodyNeed.Whole) need).mostBytes();
        return new Handling.Whole(most, workers, (request, body) -> answer(request, below, body));
    }

    private Response answer(RequestHead head, String below, byte[] body) throws IOException {
        Optional<OpenSession> session = head.field("Cookie")
                .map(cookie -> cookie.replaceFirst(".*session=", ""))
                .map(sessions::get);
        boolean foreign = !head.field("Origin").equals(Optional.of(origin()));
        boolean forged = session.isPresent()
                && !token(head, body).equals(Optional.of(session.get().csrfToken()));
        if (head.method().equals("POST") && (foreign || forged)) {
            return console.refused(Refusal.FORGED, head);
        }
        Exchange exchange = new Exchange(
                head,
                below,
                head.source().getHostAddress(),
                session.map(open -> open.administrator),
                Scope.FULL,
                session.map(open -> open),
                new ByteArrayInputStream(body),
                new PublicAddress(origin(), BASE));
        boolean events = head.field("Accept").equals(Optional.of("text/event-stream"));
        Optional<EventFeed> feed = events ? console.feed(exchange) : Optional.empty();
        return feed.isPresent() ? first(feed.get()) : console.handle(exchange);
    }

    /** A stream with the first event alone. */
    private static Response first(EventFeed feed) throws IOException {
        EventFeed.Next next = feed.next();
        return next instanceof EventFeed.Refused refused
                ? refused.answer()
                : Answers.of(200).events(stream -> {
                    EventFeed.Event event = (EventFeed.Event) next;
                    stream.send(event.type(), event.data());
                });
    }

    private static Optional<String> token(RequestHead head, byte[] body) {
        String text = new String(body, UTF_8);
        if (head.field("Content-Type").orElse("").startsWith("multipart/")) {
            Matcher first = FIRST_PART.matcher(text);
            return first.matches() ? Optional.of(first.group(1)) : Optional.empty();
        }
        return Stream.of(text.split("&", -1))
                .filter(pair -> pair.startsWith("csrf="))
                .map(pair -> URLDecoder.decode(pair.substring(5), UTF_8))
                .findFirst();
    }

    @Override
    public Optional<Opened> logIn(Exchange exchange, String login, char[] password) {
        Optional<Admitted> in = services.bus.logins.admit(new Origin("console", exchange.source()), login, password);
        return in.map(admitted -> {
            String id = UUID.randomUUID().toString();
            OpenSession session =
                    new OpenSession(new Administrator(admitted.login(), "console").cameInWith(admitted.credential()));
            sessions.put(id, session);
            return new Opened(session, "session=" + id + "; Path=" + BASE + "/; HttpOnly; SameSite=Strict");
        });
    }

    @Override
    public String logOut(Exchange exchange) {
        sessions.values().removeIf(session -> exchange.session().equals(Optional.of(session)));
        return "session=; Path=" + BASE + "/; Max-Age=0";
    }

    @Override
    public boolean confirm(Exchange exchange, char[] password) {
        OpenSession session = (OpenSession) exchange.session().orElseThrow();
        boolean right = services.bus
                .logins
                .admit(new Origin("console", exchange.source()), session.login(), password)
                .isPresent();
        if (right) {
            session.confirmed = true;
        }
        return right;
    }

    @Override
    public void close() {
        port.close();
        workers.close();
    }

    /** A session without an end. */
    private static final class OpenSession implements Session {
        private final Administrator administrator;
        private final String token = UUID.randomUUID().toString();
        private volatile boolean confirmed;

        OpenSession(Administrator administrator) {
            this.administrator = administrator;
        }

        @Override
        public String login() {
            return administrator.login();
        }

        @Override
        public String csrfToken() {
            return token;
        }

        @Override
        public Instant idleUntil() {
            return Instant.MAX;
        }

        @Override
        public Instant until() {
            return Instant.MAX;
        }

        @Override
        public Optional<Instant> confirmedUntil() {
            return confirmed ? Optional.of(Instant.MAX) : Optional.empty();
        }

        @Override
        public boolean isOpen() {
            return true;
        }
    }
}
