package org.esbmt.administration.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.management.api.TenantLinks;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkManagerTest {
    private static final QName SERVICE = new QName("urn:plain", "Archive");
    private static final TenantNames NAMES = new TenantNames("acme-bus:tenants/");

    @TempDir
    Path data;

    private final Links links = new Links();
    private TestBus bus;
    private LinkManager manager;
    private LinkView toPlain;
    private LinkView toTenant;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        TenantId acme = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("acme's long password")))
                .tenant()
                .id();
        manager = new LinkManager(bus.access, bus.services, links, NAMES, bus.nodeOutcome);
        bus.node.has(links);
        toPlain = new LinkView(Optional.empty(), acme, SERVICE, "files");
        toTenant = new LinkView(Optional.of("servicemix-file"), acme, SERVICE, "files");
    }

    @Test
    void linksOfBothDirectionsAreCreatedAndRemoved() throws Exception {
        manager.commands().execute(admin(), new CreateLink(toPlain));
        manager.commands().execute(admin(), new CreateLink(toTenant));

        assertThat(manager.links(admin(), PageRequest.first(10)).entries())
                .containsExactlyInAnyOrder(toPlain, toTenant);
        Page<LinkView> second = manager.links(admin(), new PageRequest(1, 1));
        assertThat(second)
                .isEqualTo(new Page<>(
                        manager.links(admin(), PageRequest.first(2)).entries().subList(1, 2), 1, 2));

        manager.commands().execute(admin(), new RemoveLink(toPlain));

        assertThat(manager.links(admin(), PageRequest.first(10)).entries()).containsExactly(toTenant);
    }

    @Test
    void anExistingLinkIsNotCreatedAgainAndAMissingLinkIsNotRemoved() throws Exception {
        manager.commands().execute(admin(), new CreateLink(toPlain));

        refused(Reason.CONFLICT, () -> manager.commands().execute(admin(), new CreateLink(toPlain)));
        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new RemoveLink(toTenant)));
        assertThat(manager.links(admin(), PageRequest.first(10)).entries()).containsExactly(toPlain);
    }

    @Test
    void aLinkAcceptsNoExpectedRevision() throws Exception {
        refused(Reason.INVALID, () -> manager.commands().execute(admin().expecting(1), new CreateLink(toPlain)));
        assertThat(links.all).isEmpty();

        manager.commands().execute(admin(), new CreateLink(toPlain));
        refused(Reason.INVALID, () -> manager.commands().execute(admin().expecting(1), new RemoveLink(toPlain)));
        assertThat(manager.links(admin(), PageRequest.first(10)).entries()).containsExactly(toPlain);
    }

    @Test
    void aLinkNeedsATenant() throws Exception {
        LinkView nobody = new LinkView(Optional.empty(), new TenantId(new UUID(1, 2)), SERVICE, "files");
        LinkView system = new LinkView(Optional.empty(), TenantRegistry.SYSTEM, SERVICE, "files");

        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new CreateLink(nobody)));
        refused(Reason.NOT_FOUND, () -> manager.commands().execute(admin(), new CreateLink(system)));
        assertThat(links.all).isEmpty();
    }

    @Test
    void anInvalidNameIsRefused() throws Exception {
        LinkView bad = new LinkView(Optional.of("no component"), toPlain.tenant(), SERVICE, "files");

        refused(Reason.INVALID, () -> manager.commands().execute(admin(), new CreateLink(bad)));
        refused(Reason.INVALID, () -> manager.commands()
                .execute(admin(), new CreateLink(new LinkView(Optional.empty(), toPlain.tenant(), SERVICE, "a\nb"))));
        assertThat(links.all).isEmpty();
    }

    @Test
    void aGivenNameIsRefusedInBothDirections() throws Exception {
        TenantId acme = toPlain.tenant();
        TenantId other = new TenantId(new UUID(1, 2));
        for (QName given : List.of(
                NAMES.scoped(acme, SERVICE),
                NAMES.scoped(other, SERVICE),
                NAMES.scoped(other, new UserId(new UUID(3, 4)), SERVICE),
                new QName(NAMES.prefix() + "nobody", "Archive"))) {
            refused(Reason.INVALID, () -> manager.commands()
                            .execute(admin(), new CreateLink(new LinkView(Optional.empty(), acme, given, "files"))))
                    .hasMessageContaining(given + " is the bus's own name of a tenant's service")
                    .hasMessageContaining("leads to a plain endpoint");
            refused(Reason.INVALID, () -> manager.commands()
                            .execute(
                                    admin(),
                                    new CreateLink(new LinkView(Optional.of("servicemix-file"), acme, given, "files"))))
                    .hasMessageContaining("names the service as the tenant's unit does");
        }
        assertThat(links.all).isEmpty();
    }

    @Test
    void anExistingLinkWithAGivenNameCanBeRemoved() throws Exception {
        QName given = NAMES.scoped(toPlain.tenant(), SERVICE);
        links.add(new TenantLinks.ToPlain(toPlain.tenant(), given, "files"));

        manager.commands()
                .execute(admin(), new RemoveLink(new LinkView(Optional.empty(), toPlain.tenant(), given, "files")));

        assertThat(links.all).isEmpty();
    }

    @Test
    void anUnknownCallerChangesNoLink() throws Exception {
        manager.commands().execute(admin(), new CreateLink(toPlain));
        Administrator boss = new Administrator("boss", "test");

        refused(Reason.FORBIDDEN, () -> manager.commands().execute(boss, new CreateLink(toTenant)));
        refused(Reason.FORBIDDEN, () -> manager.commands().execute(boss, new RemoveLink(toPlain)));
        refused(Reason.FORBIDDEN, () -> manager.links(boss, PageRequest.first(10)));
        assertThat(manager.links(admin(), PageRequest.first(10)).entries()).containsExactly(toPlain);
    }

    @Test
    void aFullDiskIsReported() throws Exception {
        links.full = true;

        refused(Reason.INTERNAL, () -> manager.commands().execute(admin(), new CreateLink(toPlain)))
                .hasMessageContaining("device");
    }

    @Test
    void theAuditLogNamesBothEndsOfALink() throws Exception {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            manager.commands().execute(admin(), new CreateLink(toPlain));
            manager.commands().execute(admin(), new CreateLink(toTenant));
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(UTF_8))
                .contains("tenant " + toPlain.tenant() + " to plain endpoint files of {urn:plain}Archive: done.")
                .contains("component servicemix-file to endpoint files of {urn:plain}Archive of tenant "
                        + toPlain.tenant() + ": done.");
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }

    private static final class Links implements TenantLinks {
        final List<Link> all = new ArrayList<>();
        boolean full;

        @Override
        public boolean add(Link link) throws IOException {
            if (full) {
                throw new IOException("No space left on device");
            }
            return !all.contains(link) && all.add(link);
        }

        @Override
        public boolean remove(Link link) {
            return all.remove(link);
        }

        @Override
        public List<Link> links() {
            return List.copyOf(all);
        }
    }
}
