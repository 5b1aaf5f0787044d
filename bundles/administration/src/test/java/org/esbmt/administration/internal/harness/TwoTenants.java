package org.esbmt.administration.internal.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.UserCertificateQuery;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.x509.TestCertificate;

/**
 * Two tenants with the same names: a user of each role in the first, and in both an assembly, a service, a policy and quotas. A
 * request of the other tenant has an identifier of its own.
 */
public final class TwoTenants {
    /** The password of every user. */
    public static final String PASSWORD = "a long password of theirs";

    /** A tenant that does not exist. */
    public static final TenantId NOBODYS = new TenantId(new UUID(0x4000, 0x8000_0000_0000_0001L));
    /** A user who does not exist. */
    public static final UserId NOBODY = new UserId(new UUID(0x4000, 0x8000_0000_0000_0002L));
    /** An operation that does not exist. */
    public static final UUID NOTHING = new UUID(0x4000, 0x8000_0000_0000_0003L);

    public static final ServiceId ORDERS = new ServiceId(new QName("urn:acme", "Orders"), "1");

    /** The tenant of the callers. */
    public final TenantId acme;
    /** The other tenant. */
    public final TenantId globex;
    /** A user of the callers' tenant. */
    public final UserId clerk;
    /** A user of the other tenant, with the login of {@link #clerk}. */
    public final UserId stranger;
    /** The identifier of a request that the administrator of the other tenant has made. */
    public final UUID foreignOperation;

    private final TestBus bus;
    private final Administrator admin;

    /** @param admin the administrator of the installation, who exists */
    public TwoTenants(TestBus bus, Administrator admin) throws Exception {
        this.bus = requireNonNull(bus, "bus");
        this.admin = requireNonNull(admin, "admin");
        acme = created("acme");
        globex = created("globex");
        for (Role role : EnumSet.complementOf(EnumSet.of(Role.TENANT_ADMIN))) {
            add(role.level() == Role.Level.SYSTEM ? TenantRegistry.SYSTEM : acme, login(role), role);
        }
        clerk = add(acme, "clerk", Role.TENANT_USER);
        stranger = add(globex, "clerk", Role.TENANT_USER);
        foreignOperation = UUID.randomUUID();
        for (String tenant : List.of("acme", "globex")) {
            Administrator boss = new Administrator(tenant + "/boss", "test");
            TenantId id = tenant.equals("globex") ? globex : acme;
            bus.execute(admin, new GrantQuota(QuotaId.of(id, Resource.REGISTERED_SERVICES), Limit.of(10)));
            Administrator owner = boss.asking(foreignOperation);
            if (id.equals(acme)) {
                // An operator changes only entries that count in a contingent of theirs.
                owner = caller(Role.TENANT_OPERATOR);
                for (Resource resource : List.of(
                        Resource.SERVICE_ASSEMBLIES,
                        Resource.SERVICE_UNITS,
                        Resource.ENDPOINTS,
                        Resource.REGISTRY_BYTES,
                        Resource.REGISTERED_SERVICES)) {
                    bus.execute(
                            boss,
                            new GrantContingent(
                                    QuotaId.of(id, resource),
                                    new Grantee.ToRole(Role.TENANT_OPERATOR),
                                    resource == Resource.REGISTRY_BYTES ? 10_000 : 3));
                }
            }
            bus.execute(owner, new DeployAssembly(id, Optional.empty(), archive()));
            Administrator provider = id.equals(acme) ? owner : boss;
            bus.execute(provider, new RegisterService(id, ORDERS, Optional.empty()));
            bus.execute(provider, new AttachPolicy(id, ORDERS, "secured", Content.of(policy())));
        }
    }

    private TenantId created(String name) throws Exception {
        return bus.execute(
                        admin, new CreateTenant(name, "The secret name of " + name, "boss", TestBus.password(PASSWORD)))
                .tenant()
                .id();
    }

    private UserId add(TenantId tenant, String login, Role role) throws Exception {
        UserId by = bus.administrators.findCaller(admin).orElseThrow().user();
        Verifier verifier = new Verifier(bus.hasher.verifier(PASSWORD.toCharArray()));
        return bus.registry
                .addUser(tenant, new NewUser(new Login(login), verifier), Set.of(role), by)
                .value()
                .id();
    }

    /** The archive of the assembly orders, as the deployer of the harness reads it. */
    public static Content archive() {
        return Content.of("orders".getBytes(UTF_8));
    }

    /** An empty policy. */
    public static byte[] policy() {
        return "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>".getBytes(UTF_8);
    }

    /** The tenant's administrator is its default administrator, since only that one hands the role over. */
    private static String login(Role role) {
        return role == Role.TENANT_ADMIN
                ? "boss"
                : role.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The caller of a role, over the managers. */
    public static Administrator caller(Role role) {
        return new Administrator(loginOf(role), "test");
    }

    /** The name by which a user of a role logs in. */
    public static String loginOf(Role role) {
        return (role.level() == Role.Level.SYSTEM ? "" : "acme/") + login(role);
    }

    /** The last entry of the audit chain in which a caller of this role is told of. */
    public AuditEntry lastAct(Role role) throws RegistryException {
        TenantId chain = role.level() == Role.Level.SYSTEM ? TenantRegistry.SYSTEM : acme;
        long last = bus.audit.head(chain).orElseThrow().sequence();
        return bus.audit.read(chain, last, 1).get(0);
    }

    /** A certificate of a new key. */
    public static TestCertificate newCertificate() {
        try {
            return TestCertificate.make();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The proof that the user has the key of the certificate. */
    public static String request(TestCertificate certificate, UserId user) {
        try {
            return certificate.request(user.toString());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Registers a certificate of a user, past the managers. */
    public CertificateDigest registerCertificate(TenantId tenant, UserId user, TestCertificate certificate)
            throws RegistryException {
        Instant now = Instant.parse("2026-11-26T10:00:00Z");
        UserCertificate made = new UserCertificate(
                tenant,
                user,
                "hidden",
                EncodedCertificate.of(certificate.der()),
                now,
                now.plus(Duration.ofDays(30_000)),
                NOBODY,
                now,
                Optional.empty());
        bus.registry.certificates().register(made);
        return made.digest();
    }

    /** The registries and the messages to the nodes, as texts. */
    public List<String> contents() throws Exception {
        bus.node.awaitAll();
        List<TenantId> tenants = new ArrayList<>(List.of(TenantRegistry.SYSTEM));
        bus.registry
                .listTenants(new TenantQuery(Optional.empty(), Optional.empty(), new Slice(0, 100)))
                .entries()
                .forEach(t -> tenants.add(t.value().id()));
        List<Object> all = new ArrayList<>();
        for (TenantId tenant : tenants) {
            all.add(bus.registry.findTenant(tenant).orElseThrow());
            for (Versioned<TenantUser> user :
                    bus.registry.listUsers(tenant, new Slice(0, 100)).entries()) {
                UserId id = user.value().id();
                all.add(user
                        + " "
                        + bus.registry.roles(tenant, id)
                        + bus.registry.find(tenant, id).map(StoredCredential::version));
            }
            all.addAll(
                    bus.deployments.listDeployments(tenant, new Slice(0, 100)).entries());
            all.addAll(bus.deployments.listServices(tenant, new Slice(0, 100)).entries());
            all.addAll(bus.contactsOfTenants.contacts(tenant));
            all.addAll(bus.keysOfTenants.keys(tenant));
            all.addAll(bus.keysOfTenants.secrets(tenant));
            all.addAll(bus.registry.partners().partners(tenant));
            all.addAll(bus.registry.issuers().issuers(tenant));
            all.addAll(bus.registry.authorities().authorities(tenant));
            all.addAll(bus.registry.authorities().lists(tenant));
            all.addAll(bus.tokensOfUsers.ofTenant(tenant, new Slice(0, 100)).entries());
            all.addAll(bus.registry
                    .certificates()
                    .list(
                            tenant,
                            new UserCertificateQuery(
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Instant.EPOCH,
                                    new Slice(0, 100)))
                    .entries());
            all.addAll(bus.quotas.quotas(tenant));
            all.addAll(bus.quotas
                    .listContingents(tenant, ContingentQuery.all(new Slice(0, 100)))
                    .entries());
            all.addAll(bus.deployer.assemblies(tenant));
        }
        new TreeMap<>(bus.node.published()).forEach((id, change) -> change.operations()
                .forEach(operation -> all.add(id + " " + operation.command())));
        all.addAll(bus.links.links());
        return all.stream().map(Object::toString).toList();
    }
}
