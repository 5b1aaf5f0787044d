package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.EventResource;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.internal.port.TestPort.Browser;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.Response;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams of events, their ends and their limits. */
@Timeout(60)
class EventStreamsTest {
    private static final String EVENTS = "Accept: text/event-stream\r\n";

    @TempDir
    Path data;

    private final AtomicReference<Optional<EventFeed.Next>> instead = new AtomicReference<>(Optional.empty());
    /** Events that the port makes while this is true are late. */
    private final AtomicBoolean late = new AtomicBoolean();

    private final List<RawClient> clients = new ArrayList<>();
    private TestPort port;

    /** Tells each second who is served, and the number of the event. */
    private final class Numbered implements EventFeed {
        private final String login;
        private final AtomicInteger number = new AtomicInteger();

        Numbered(String login) {
            this.login = login;
        }

        @Override
        public Duration pause() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Next next() {
            String type = late.get() ? "late" : "count";
            return instead.get().orElseGet(() -> new Event(type, login + " " + number.incrementAndGet(), false));
        }
    }

    private record Counting(String path, String way, Access access, EventStreamsTest test) implements EventResource {
        @Override
        public BodyNeed body(RequestHead head, String pathBelow) {
            return BodyNeed.NONE;
        }

        @Override
        public Optional<EventFeed> feed(Exchange exchange) {
            return exchange.pathBelow().equals("/none")
                    ? Optional.empty()
                    : Optional.of(test.new Numbered(exchange.by().orElseThrow().login()));
        }

        @Override
        public Response handle(Exchange exchange) {
            return Answers.of(200).text("text/plain", "a page");
        }
    }

    @BeforeEach
    void open() throws Exception {
        port = TestPort.open(data);
        port.port.addResource(new Counting("/rest", "rest", Access.AUTHORIZATION, this));
        port.port.addResource(new Counting("/page", "console", Access.SESSION, this));
    }

    @AfterEach
    void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        port.close();
    }

    private RawClient stream(String path, String headers) throws IOException {
        RawClient client = port.connect();
        clients.add(client);
        client.socket().setSoTimeout(20_000);
        return client.send(TestPort.request(port.host(), "GET", path, EVENTS + headers, ""));
    }

    private static String ofBoss() {
        return TestPort.basic("acme/boss", TestPort.OF_BOSS);
    }

    private static String ofAdmin() {
        return TestPort.basic("admin", TestPort.OF_ADMIN);
    }

    /** The data of the next event; empty at the end of the stream. */
    private static Optional<String> next(RawClient client) throws IOException {
        for (String line = client.line(); line != null; line = client.line()) {
            if (line.startsWith("data: ")) {
                return Optional.of(line.substring("data: ".length()));
            }
            if (line.equals("0")) {
                return Optional.empty(); // the last chunk
            }
        }
        return Optional.empty();
    }

    /** Counts the events that the port makes from now on, however late this client reads them. */
    private void ends(RawClient client) throws IOException {
        late.set(true);
        int events = 0;
        for (String line = client.line(); line != null && !line.equals("0"); line = client.line()) {
            events += line.equals("event: late") ? 1 : 0;
            assertThat(events).as("events before the end").isLessThan(4);
        }
    }

    @Test
    void eventsFollowEachOtherForTheirAdministrator() throws Exception {
        RawClient boss = stream("/rest", ofBoss());
        RawClient admin = stream("/rest", ofAdmin());
        assertThat(boss.line()).isEqualTo("HTTP/1.1 200 OK");
        for (int i = 1; i <= 3; i++) {
            assertThat(next(boss)).contains("acme/boss " + i);
            assertThat(next(admin)).contains("admin " + i);
        }
    }

    @Test
    void nobodyGetsEvents() throws Exception {
        assertThat(port.get("/rest", EVENTS).status()).isEqualTo(401);
        assertThat(port.get("/rest", EVENTS + TestPort.basic("acme/boss", "guess"))
                        .status())
                .isEqualTo(401);
        assertThat(port.get("/page", EVENTS).text()).isEqualTo("a page");
    }

    @Test
    void otherRequestsGetTheAnswerOfTheResource() throws Exception {
        assertThat(port.get("/rest", ofBoss()).text()).isEqualTo("a page");
        assertThat(port.get("/rest/none", EVENTS + ofBoss()).text()).isEqualTo("a page");
        assertThat(port.get("/rest", "Accept: text/html\r\n" + ofBoss()).text()).isEqualTo("a page");
    }

    @Test
    void aRefusalAtTheBeginIsAnAnswerAndALaterOneEndsTheStream() throws Exception {
        RawClient open = stream("/rest", ofBoss());
        assertThat(next(open)).isPresent();
        instead.set(Optional.of(new EventFeed.Refused(Answers.of(403).empty())));
        assertThat(port.get("/rest", EVENTS + ofBoss()).status()).isEqualTo(403);
        ends(open);
    }

    @Test
    void theLastEventEndsTheStream() throws Exception {
        RawClient open = stream("/rest", ofBoss());
        assertThat(next(open)).contains("acme/boss 1");
        instead.set(Optional.of(new EventFeed.Event("count", "that is all", true)));
        Optional<String> event = next(open);
        while (event.filter(data -> data.startsWith("acme/boss ")).isPresent()) {
            event = next(open); // it was made before the last one
        }
        assertThat(event).contains("that is all");
        assertThat(next(open)).isEmpty();
    }

    @Test
    void aLogoutEndsTheStreamsOfTheSession() throws Exception {
        Browser boss = port.logIn("acme/boss", TestPort.OF_BOSS);
        Browser other = port.logIn("acme/boss", TestPort.OF_BOSS);
        RawClient ended = stream("/page", boss.cookieLine());
        RawClient stays = stream("/page", other.cookieLine());
        assertThat(next(ended)).contains("acme/boss 1");
        port.send("POST", "/logout", boss.cookieLine() + boss.tokenLine() + port.fromOrigin() + TestPort.FORM, "");
        ends(ended);
        assertThat(next(stays)).contains("acme/boss 1");
        assertThat(next(stays)).contains("acme/boss 2");
    }

    @Test
    void anotherPasswordEndsTheStreams() throws Exception {
        Browser browser = port.logIn("acme/boss", TestPort.OF_BOSS);
        RawClient page = stream("/page", browser.cookieLine());
        RawClient rest = stream("/rest", ofBoss());
        assertThat(next(page)).isPresent();
        assertThat(next(rest)).isPresent();
        port.bus.execute(boss(), new ChangePassword(TestPort.OF_BOSS.toCharArray(), password("another long password")));
        port.pass(Duration.ofSeconds(2));
        ends(page);
        ends(rest);
    }

    @Test
    void aStreamDoesNotKeepItsSession() throws Exception {
        Browser boss = port.logIn("acme/boss", TestPort.OF_BOSS);
        port.pass(Duration.ofMinutes(20));
        RawClient page = stream("/page", boss.cookieLine());
        assertThat(next(page)).isPresent();
        port.pass(Duration.ofMinutes(11));
        ends(page);
        assertThat(port.get("/me", boss.cookieLine()).text()).isEqualTo("nobody");
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("esbmt-administration-events"))
                .count();
    }

    @Test
    void aLoginHasABoundedNumberOfStreams() throws Exception {
        List<RawClient> open = new ArrayList<>();
        for (int i = 0; i < EventPump.MOST_OF_LOGIN; i++) {
            RawClient client = stream("/rest", ofBoss());
            assertThat(next(client)).isPresent();
            open.add(client);
        }
        assertThat(port.get("/rest", EVENTS + ofBoss()).status()).isEqualTo(503);
        assertThat(next(stream("/rest", ofAdmin()))).contains("admin 1");
        // The thread of the port of another test may end later than its port.
        await().atMost(Duration.ofSeconds(20)).until(() -> threads() == 1);

        open.get(0).close();
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(next(stream("/rest", ofBoss()))).contains("acme/boss 1"));
    }
}
