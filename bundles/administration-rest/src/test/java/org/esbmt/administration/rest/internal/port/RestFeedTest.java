package org.esbmt.administration.rest.internal.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.http.api.EventFeed;
import org.esbmt.administration.http.api.EventFeed.Event;
import org.esbmt.administration.http.api.EventFeed.Refused;
import org.esbmt.administration.http.api.EventFeed.Unchanged;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.internal.harness.CountedMessages;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.rest.internal.RestBus;
import org.esbmt.http.api.RequestHead;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations and traffic as streams of events. */
class RestFeedTest {
    private static final Administrator ADMIN = new Administrator("ada", "rest");
    private static final Administrator BOSS = new Administrator("acme/boss", "rest");

    @TempDir
    Path data;

    private final CountedMessages messages = new CountedMessages();
    private TestBus bus;
    private RestResource resource;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void openBus() throws Exception {
        RestBus rest = new RestBus(data);
        bus = rest.published.bus;
        resource = new RestResource(rest.api());
        acme = created("acme");
        globex = created("globex");
        bus.recorder.addSource(messages);
    }

    private TenantId created(String name) throws Exception {
        return bus.execute(ADMIN, new CreateTenant(name, name, "boss", TestBus.password(name + "'s password is long")))
                .tenant()
                .id();
    }

    private Optional<EventFeed> feed(Administrator by, String path) throws IOException {
        RequestHead head = new RequestHead(
                "GET",
                "/api/v1" + path,
                Optional.empty(),
                new Headers.Builder().build(),
                0,
                InetAddress.getLoopbackAddress());
        return resource.feed(new Exchange(
                head,
                path,
                "127.0.0.1",
                Optional.of(by),
                Scope.FULL,
                Optional.empty(),
                new ByteArrayInputStream(new byte[0]),
                new PublicAddress("https://bus.example", "")));
    }

    private static int refused(Optional<EventFeed> feed) throws IOException {
        assertThat(feed.orElseThrow().next()).isInstanceOf(Refused.class);
        return ((Refused) feed.orElseThrow().next()).answer().status();
    }

    @Test
    void trafficIsToldWhenItDiffers() throws Exception {
        EventFeed feed = feed(BOSS, "/tenants/" + acme + "/traffic").orElseThrow();
        assertThat(feed.next()).isInstanceOf(Event.class);
        assertThat(feed.next()).isInstanceOf(Unchanged.class);

        messages.at(acme, "Orders").count(Outcome.ANSWERED, 5, 1_000);
        bus.recordTraffic();
        assertThat(feed.next()).isInstanceOfSatisfying(Event.class, event -> {
            assertThat(event.type()).isEqualTo("traffic");
            assertThat(event.data()).contains("\"minuteMessages\":5");
            assertThat(event.last()).isFalse();
        });
    }

    @Test
    void onlyOperationsAndTrafficHaveEvents() throws Exception {
        assertThat(feed(BOSS, "/tenants/" + acme)).isEmpty();
        assertThat(feed(BOSS, "/operations")).isEmpty();
        assertThat(feed(BOSS, "/tenants/" + acme + "/traffic/history")).isPresent();
        assertThat(feed(ADMIN, "/traffic/history").orElseThrow().next()).isInstanceOf(Event.class);
    }

    @Test
    void theTrafficOfOthersIsRefused() throws Exception {
        for (String path : new String[] {
            "/tenants/" + globex + "/traffic", "/tenants/" + globex + "/traffic/history", "/traffic", "/traffic/history"
        }) {
            assertThat(refused(feed(BOSS, path))).as(path).isEqualTo(403);
        }
    }

    @Test
    void anOperationOfAnotherTenantIsNotFound() throws Exception {
        UUID operation = UUID.randomUUID();
        Administrator globexBoss = new Administrator("globex/boss", "rest");
        bus.execute(
                globexBoss.asking(operation),
                new AddUser(globex, "olga", TestBus.password("olga has a password"), Set.of(Role.TENANT_USER)));

        assertThat(feed(globexBoss, "/operations/" + operation).orElseThrow().next())
                .isInstanceOfSatisfying(Event.class, event -> {
                    assertThat(event.type()).isEqualTo("operation");
                    assertThat(event.last()).isTrue(); // no node has a part in it
                });
        assertThat(refused(feed(BOSS, "/operations/" + operation))).isEqualTo(404);
    }

    @Test
    void aLockedUserGetsNoMoreEvents() throws Exception {
        UserId olga = bus.execute(
                        BOSS,
                        new AddUser(
                                acme, "olga", TestBus.password("olga has a password"), Set.of(Role.TENANT_OPERATOR)))
                .id();
        EventFeed feed = feed(new Administrator("acme/olga", "rest"), "/tenants/" + acme + "/traffic")
                .orElseThrow();
        assertThat(feed.next()).isInstanceOf(Event.class);
        bus.execute(BOSS, new LockUser(acme, olga));
        assertThat(feed.next()).isInstanceOf(Refused.class);
    }
}
