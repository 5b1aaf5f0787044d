package org.esbmt.administration.console.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.SystemUserCommand.AddSystemUser;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.internal.harness.CountedMessages;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/** Furnishes a bus with one object of each kind, so that every page has something to show. */
final class FurnishedBus {
    static final String PASSWORD = "boss has a long password";

    private static final Administrator ADMIN = new Administrator("admin", "test");
    private static final byte[] WSDL = "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'/>".getBytes(UTF_8);
    private static final byte[] POLICY = "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>".getBytes(UTF_8);

    private FurnishedBus() {}

    /**
     * Creates a tenant with an administrator {@code boss}.
     *
     * @param text is in each text that a tenant sets freely
     */
    static TenantId tenant(ConsoleServer server, String name, String text) throws Exception {
        CreatedTenant created =
                server.services.bus.execute(ADMIN, new CreateTenant(name, text, "boss", TestBus.password(PASSWORD)));
        TenantId tenant = created.tenant().id();
        TestBus bus = server.services.bus;
        bus.execute(ADMIN, new GrantQuota(QuotaId.of(tenant, Resource.REGISTERED_SERVICES), Limit.of(5)));
        Administrator boss = new Administrator(name + "/boss", "test");
        bus.execute(boss, new SetContact(tenant, text, ContactKind.TECHNICAL, "ops@example.org"));
        bus.execute(
                boss,
                new AddUser(tenant, "olga", TestBus.password("olga has a password"), Set.of(Role.TENANT_OPERATOR)));
        bus.execute(
                boss,
                new GrantContingent(
                        QuotaId.of(tenant, Resource.SERVICE_ASSEMBLIES), new Grantee.ToRole(Role.TENANT_OPERATOR), 3));
        bus.execute(boss, new DeployAssembly(tenant, Optional.empty(), Content.of("orders#1".getBytes(UTF_8))));
        bus.execute(boss, new SwitchAssembly(tenant, Content.of("orders#2".getBytes(UTF_8))));
        ServiceId service = new ServiceId(new QName("urn:" + name, "Orders"), "1");
        bus.execute(boss, new RegisterService(tenant, service, Optional.of(Content.of(WSDL))));
        bus.execute(boss, new AttachPolicy(tenant, service, "signed", Content.of(POLICY)));
        CountedMessages messages = new CountedMessages();
        bus.recorder.addSource(messages);
        messages.at(tenant, "Orders").count(Outcome.ANSWERED, 100, 1_500);
        messages.at(tenant, "Orders").count(Outcome.BACK_END, 20, 2_500_000);
        messages.at(tenant, "Orders").count(Outcome.STRANGER, 7, 0);
        bus.recordTraffic();
        return tenant;
    }

    /** Furnishes the installation, apart from tenants. */
    static void installation(ConsoleServer server, TenantId tenant) throws Exception {
        TestBus bus = server.services.bus;
        bus.execute(ADMIN, new AddSystemUser("grace", TestBus.password("grace has a password"), Set.of(Role.SRE)));
        bus.execute(
                ADMIN, new CreateLink(new LinkView(Optional.of("plain"), tenant, new QName("urn:x", "Orders"), "in")));
    }
}
