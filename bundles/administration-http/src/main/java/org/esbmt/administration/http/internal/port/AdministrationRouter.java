package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.OwnMessage;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.http.api.Refusal;
import org.esbmt.administration.http.api.Session;
import org.esbmt.administration.http.internal.login.BearerToken;
import org.esbmt.administration.http.internal.login.BrowserSessions;
import org.esbmt.administration.http.internal.login.GivenCredential;
import org.esbmt.administration.http.internal.login.Logins;
import org.esbmt.administration.http.internal.login.OpenSession;
import org.esbmt.administration.http.internal.settings.AdministrationHttpSettings;
import org.esbmt.administration.http.internal.settings.PublicHosts;
import org.esbmt.administration.http.internal.settings.ServedPath;
import org.esbmt.administration.http.internal.settings.TrustedProxies;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.Lane;
import org.esbmt.administration.http.internal.work.Lane.Group;
import org.esbmt.administration.http.internal.work.UnprovenPace;
import org.esbmt.http.api.Handling;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.esbmt.http.api.Router;
import org.esbmt.http.api.wire.Headers;

/**
 * Finds the resource of a request, and the lane that handles it. It refuses requests whose path or origin is wrong, and
 * those without a credential where one is needed. On the event loop.
 */
final class AdministrationRouter implements Router {
    /** Bytes of a body from a client without a credential: a login form. */
    static final int UNPROVEN_BYTES = 64 * 1024;

    private static final Set<String> SAFE = Set.of("GET", "HEAD");
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
    private static final String ALLOW = "GET, HEAD, POST, PUT, PATCH, DELETE";
    /** The fields that only the port reads. */
    private static final Set<String> OF_PORT = Set.of(
            "Authorization", "Cookie", "Host", "Origin", Session.TOKEN_FIELD, AdministrationHttpSettings.FORWARDED);

    private final Supplier<Optional<PublicHosts>> hosts;
    private final TrustedProxies proxies;
    private final Resources resources;
    private final Logins logins;
    private final BrowserSessions sessions;
    private final FairWorkers workers;
    private final FairWorkers checks;
    private final Duration beginning;
    private final EventPump pump;
    private final UnprovenPace pace;

    /**
     * @param workers for requests
     * @param checks for passwords, which wait after failures
     * @param beginning the time for the beginning of a message that has a credential in it
     * @param pump for streams of events
     * @param pace of requests that prove nothing
     */
    AdministrationRouter(
            Supplier<Optional<PublicHosts>> hosts,
            TrustedProxies proxies,
            Resources resources,
            Logins logins,
            BrowserSessions sessions,
            FairWorkers workers,
            FairWorkers checks,
            Duration beginning,
            EventPump pump,
            UnprovenPace pace) {
        this.hosts = requireNonNull(hosts, "hosts");
        this.proxies = requireNonNull(proxies, "proxies");
        this.resources = requireNonNull(resources, "resources");
        this.logins = requireNonNull(logins, "logins");
        this.sessions = requireNonNull(sessions, "sessions");
        this.workers = requireNonNull(workers, "workers");
        this.checks = requireNonNull(checks, "checks");
        this.beginning = requireNonNull(beginning, "beginning");
        this.pump = requireNonNull(pump, "pump");
        this.pace = requireNonNull(pace, "pace");
    }

    @Override
    public Handling route(RequestHead head) {
        InetAddress source = proxies.source(head.source(), head.field(AdministrationHttpSettings.FORWARDED));
        Handling handling = route(head, source);
        return handling instanceof Handling.Now now
                ? new Handling.Now(pace.charge(source).held(now.response()))
                : handling;
    }

    private Handling route(RequestHead head, InetAddress source) {
        if (!METHODS.contains(head.method())) {
            return new Handling.Now(Answers.of(405).field("Allow", ALLOW).empty());
        }
        if (!ServedPath.isNormal(head.path()) || hasToken(head)) {
            return now(400);
        }
        Optional<PublicAddress> address = hosts.get().flatMap(served -> served.of(head.field("Host")));
        if (address.isEmpty()) {
            return now(421);
        }
        Optional<String> path = ServedPath.below(address.get().path(), head.path());
        Optional<Resources.Found> found = path.flatMap(resources::find);
        if (found.isEmpty()) {
            return path.filter(resources::isAwaited).isPresent()
                    ? new Handling.Now(Answers.of(503).field("Retry-After", "1").empty())
                    : now(404);
        }
        return route(head, found.get(), source, address.get());
    }

    /** A token in a URL is refused, since it is in logs and histories on its way. Its owner should revoke it. */
    private static boolean hasToken(RequestHead head) {
        return BearerToken.isIn(head.path())
                || head.query().filter(BearerToken::isIn).isPresent();
    }

    private static Handling now(int status) {
        return new Handling.Now(Answers.of(status).empty());
    }

    private Handling route(RequestHead head, Resources.Found found, InetAddress source, PublicAddress address) {
        RequestHead seen = seen(head, source);
        BodyNeed need = found.resource().body(seen, found.pathBelow());
        if (need instanceof BodyNeed.Refused refused) {
            return new Handling.Now(refused.answer());
        }
        ResourceRequest request = new ResourceRequest(found, seen, need, source, address, pump, false);
        return switch (found.resource().access()) {
            case AUTHORIZATION -> authorization(head, request);
            case SESSION -> session(head, request);
            case OWN -> own(request);
        };
    }

    private static RequestHead seen(RequestHead head, InetAddress source) {
        Headers fields = head.fields();
        Headers.Builder left = new Headers.Builder();
        for (int i = 0; i < fields.size(); i++) {
            if (!OF_PORT.contains(fields.name(i).text())) {
                left.put(fields.name(i), fields.value(i));
            }
        }
        return new RequestHead(head.method(), head.path(), head.query(), left.build(), head.contentLength(), source);
    }

    /** A browser that keeps a password sends it with a form of any page, so a foreign Origin is refused here, too. */
    private static boolean isForeign(RequestHead head, ResourceRequest request) {
        boolean foreign = head.field("Origin")
                .filter(origin -> !origin.equals(request.address().origin()))
                .isPresent();
        return foreign && !SAFE.contains(head.method());
    }

    private Handling authorization(RequestHead head, ResourceRequest request) {
        if (isForeign(head, request)) {
            return refused(request, Refusal.FORGED);
        }
        Optional<GivenCredential> given = head.field("Authorization").flatMap(GivenCredential::of);
        if (given.isEmpty()) {
            return refused(request, Refusal.NOT_AUTHENTICATED);
        }
        Optional<Logins.Known> known =
                logins.find(request.resource().way(), request.source().getHostAddress(), given.get());
        if (known.isPresent()) {
            given.get().close();
            Lane lane = Lane.of(known.get().by().tenant());
            return work(request, Credential.of(known.get()), workers, lane);
        }
        UncheckedRequest unchecked =
                new UncheckedRequest(request, given.get(), logins, checks, workers, pace.charge(request.source()));
        return new Handling.Streamed(mostBytes(request.need()), unchecked, unchecked);
    }

    private Handling session(RequestHead head, ResourceRequest request) {
        boolean safe = SAFE.contains(head.method());
        if (!safe && !head.field("Origin").equals(Optional.of(request.address().origin()))) {
            return refused(request, Refusal.FORGED);
        }
        Optional<OpenSession> session = sessions.find(head.field("Cookie"), request.address());
        if (session.isEmpty()) {
            // A login waits after failures, so it takes no worker from the pages.
            return safe ? unproven(request, workers, Group.ANONYMOUS) : unproven(request, checks, Group.LOGIN);
        }
        Optional<String> token = head.field(Session.TOKEN_FIELD);
        if (!safe && token.isPresent() && !session.get().isToken(token.get())) {
            return refused(request, Refusal.FORGED);
        }
        // A script that opens a stream of events cannot add a field, and a browser opens a broken stream again by
        // itself.
        if (head.field(Session.BACKGROUND_FIELD).isEmpty() && !ResourceRequest.asksForEvents(head)) {
            session.get().use();
        }
        return work(
                request.needingToken(!safe && token.isEmpty()),
                Credential.of(session.get()),
                workers,
                Lane.of(session.get().by().tenant()));
    }

    /**
     * A resource that finds the credential in the body. Nobody has proven anything yet, so such a request gets no worker of
     * the others before its sender is known.
     */
    private Handling own(ResourceRequest request) {
        Optional<OwnMessage> message =
                request.resource().message(request.seen(), request.found().pathBelow());
        if (message.isEmpty()) {
            return unproven(request, workers, Group.ANONYMOUS);
        }
        UnprovenMessage unproven =
                new UnprovenMessage(request, message.get(), checks, workers, pace.charge(request.source()));
        return new Handling.Begun(unproven, mostBytes(request.need()), beginning, unproven, unproven);
    }

    /** Handles a request without a credential. */
    private Handling unproven(ResourceRequest request, FairWorkers threads, Group group) {
        int most = (int) Math.min(UNPROVEN_BYTES, mostBytes(request.need()));
        ResourceRequest small = request.needing(new BodyNeed.Whole(most));
        UnprovenPace.Charge charge = pace.charge(request.source());
        LaneExecutor executor = new LaneExecutor(small, threads, Lane.of(group, request.source()), Optional.of(charge));
        return new Handling.Whole(
                most,
                executor,
                (head, body) -> executor.isDisplaced()
                        ? executor.busy()
                        : charge.heldWithoutCookie(small.handle(Credential.NONE, body)));
    }

    private static long mostBytes(BodyNeed need) {
        return need instanceof BodyNeed.Whole whole ? whole.mostBytes() : ((BodyNeed.Streamed) need).mostBytes();
    }

    private static Handling work(ResourceRequest request, Credential credential, FairWorkers threads, Lane lane) {
        Handling.AnsweringExecutor executor = new LaneExecutor(request, threads, lane, Optional.empty());
        if (request.need() instanceof BodyNeed.Whole whole) {
            return new Handling.Whole(whole.mostBytes(), executor, (head, body) -> request.handle(credential, body));
        }
        return new Handling.Streamed(
                mostBytes(request.need()), executor, (head, body) -> request.handleArriving(credential, body));
    }

    private static Handling refused(ResourceRequest request, Refusal refusal) {
        Response answer = request.refused(refusal);
        return new Handling.Now(answer);
    }
}
