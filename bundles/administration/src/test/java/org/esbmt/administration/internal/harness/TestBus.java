package org.esbmt.administration.internal.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.internal.CommandExecutor;
import org.esbmt.administration.internal.assembly.AssemblyManager;
import org.esbmt.administration.internal.assembly.AssemblyQueries;
import org.esbmt.administration.internal.assembly.AssemblyVersionManager;
import org.esbmt.administration.internal.assembly.LinkManager;
import org.esbmt.administration.internal.assembly.ResyncManager;
import org.esbmt.administration.internal.assembly.ServiceManager;
import org.esbmt.administration.internal.assembly.ServiceQueries;
import org.esbmt.administration.internal.batch.BatchManager;
import org.esbmt.administration.internal.batch.BatchableCommands;
import org.esbmt.administration.internal.batch.BatchesUnderWay;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.AuditChains;
import org.esbmt.administration.internal.change.Changes;
import org.esbmt.administration.internal.change.DeferredAuditEntries;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.component.ComponentManager;
import org.esbmt.administration.internal.component.SettingsManager;
import org.esbmt.administration.internal.login.AccessCredentialManager;
import org.esbmt.administration.internal.login.AdministratorAccess;
import org.esbmt.administration.internal.login.BoundedHasher;
import org.esbmt.administration.internal.login.FirstAdministrator;
import org.esbmt.administration.internal.login.HandOverFile;
import org.esbmt.administration.internal.login.LoginThrottle;
import org.esbmt.administration.internal.login.RegisteredAccessCredentials;
import org.esbmt.administration.internal.login.RepeatedPasswords;
import org.esbmt.administration.internal.login.SystemUserManager;
import org.esbmt.administration.internal.oversight.AuditManager;
import org.esbmt.administration.internal.oversight.ClusterManager;
import org.esbmt.administration.internal.oversight.OperationManager;
import org.esbmt.administration.internal.oversight.StatusReporter;
import org.esbmt.administration.internal.oversight.TrafficQueries;
import org.esbmt.administration.internal.oversight.TransactionManager;
import org.esbmt.administration.internal.policy.RefusalBudget;
import org.esbmt.administration.internal.policy.RememberedLogins;
import org.esbmt.administration.internal.policy.SystemAdministrators;
import org.esbmt.administration.internal.quota.ContingentManager;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.quota.QuotaManager;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.administration.internal.registry.ComponentRegistry;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.registry.NodeRegistry;
import org.esbmt.administration.internal.tenant.ContactManager;
import org.esbmt.administration.internal.tenant.CredentialManager;
import org.esbmt.administration.internal.tenant.TenantAuthorityManager;
import org.esbmt.administration.internal.tenant.TenantKeyManager;
import org.esbmt.administration.internal.tenant.TenantManager;
import org.esbmt.administration.internal.tenant.TenantPartnerManager;
import org.esbmt.administration.internal.tenant.TenantQueries;
import org.esbmt.administration.internal.tenant.TenantSecretManager;
import org.esbmt.administration.internal.tenant.TokenIssuerManager;
import org.esbmt.administration.internal.tenant.UserCertificateManager;
import org.esbmt.administration.internal.tenant.UserManager;
import org.esbmt.administration.internal.tenant.UserQueries;
import org.esbmt.administration.internal.tenant.UserSubjectManager;
import org.esbmt.administration.internal.traffic.TrafficRecorder;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.registry.testing.InMemoryAccessCredentials;
import org.esbmt.registry.testing.InMemoryServiceRegistry;
import org.esbmt.registry.testing.InMemoryTenantContacts;
import org.esbmt.registry.testing.InMemoryTenantKeyStore;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.registry.testing.InMemoryUnitOfWork;
import org.esbmt.registry.testing.configuration.InMemoryAuditTrail;
import org.esbmt.registry.testing.configuration.InMemoryClusters;
import org.esbmt.registry.testing.configuration.InMemoryJbiComponents;
import org.esbmt.registry.testing.configuration.InMemoryOperationJournal;
import org.esbmt.registry.testing.configuration.InMemoryQuotas;
import org.esbmt.registry.testing.configuration.InMemoryRevisionLog;
import org.esbmt.tenancy.api.PasswordHasher;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Resource;

/** Administration over a registry in memory, with a quick hasher and a manual clock. */
public final class TestBus extends InFolder {
    public static final String GIVEN = "correct horse battery staple";
    /** Roles of a user who sends messages, and nothing else. */
    public static final Set<Role> SENDER = Set.of(Role.TENANT_USER);

    public static final Map<Resource, Long> DEFAULTS = Map.ofEntries(
            Map.entry(Resource.SERVICE_ASSEMBLIES, 10L),
            Map.entry(Resource.SERVICE_UNITS, 10L),
            Map.entry(Resource.ENDPOINTS, 10L),
            Map.entry(Resource.USERS, 10L),
            Map.entry(Resource.CONTACTS, 3L),
            Map.entry(Resource.TENANT_KEYS, 3L),
            Map.entry(Resource.TENANT_SECRETS, 3L),
            Map.entry(Resource.TENANT_PARTNERS, 3L),
            Map.entry(Resource.TENANT_ISSUERS, 3L),
            Map.entry(Resource.TENANT_AUTHORITIES, 3L),
            Map.entry(Resource.REGISTRY_BYTES, 10_000L));

    public final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    public final InMemoryTenantContacts contactsOfTenants = new InMemoryTenantContacts(registry);
    public final InMemoryAccessCredentials tokensOfUsers = new InMemoryAccessCredentials(registry);
    public final InMemoryTenantKeyStore keysOfTenants = new InMemoryTenantKeyStore(registry);
    public final FixedKeyMaterial keyMaterial = new FixedKeyMaterial();
    public final CountingHasher hasher = new CountingHasher();
    public final InMemoryDeployer deployer = new InMemoryDeployer();
    public final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // nanoTime may overflow at any moment
    /** The present moment for tokens and certificates. */
    public final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());

    public final List<Duration> pauses = new ArrayList<>();

    public final InMemoryServiceRegistry deployments = new InMemoryServiceRegistry();
    public final InMemoryClusters clusters = new InMemoryClusters();
    public final InMemoryJbiComponents parts = new InMemoryJbiComponents(clusters);
    public final InMemoryQuotas quotas = new InMemoryQuotas(clusters, parts);
    public final InMemoryAuditTrail audit = new InMemoryAuditTrail();
    public final InMemoryOperationJournal journal = new InMemoryOperationJournal();
    public final InMemoryUnitOfWork units = new InMemoryUnitOfWork(
            registry,
            contactsOfTenants,
            tokensOfUsers,
            keysOfTenants,
            registry.partners(),
            registry.issuers(),
            registry.authorities(),
            deployments,
            parts,
            quotas,
            audit,
            journal);
    public final OneNode node = new OneNode(units, deployments, deployer, cluster());
    public final ChangeResources resources =
            new ChangeResources(units, deployments, quotas, quotas, quotas, audit, journal, node);

    public final DynamicServices services = new DynamicServices();
    public final AuditChains chains = new AuditChains(services, new RefusalBudget(nanos::get));
    public final BoundedHasher boundedHasher = new BoundedHasher(services);
    public final RememberedLogins remembered = new RememberedLogins(Duration.ofMinutes(1), nanos::get);
    public final SystemAdministrators administrators = new SystemAdministrators(services, now::get);
    public final DeferredAuditEntries owed = DeferredAuditEntries.in(data.resolve(DeferredAuditEntries.NAME));
    public final AccessLayer access =
            new AccessLayer(administrators, remembered, new Changes(services, administrators, chains), chains, owed);
    public final QuotaConsumption quotaConsumption = QuotaConsumption.of(services, DEFAULTS);
    public final NodeOutcome nodeOutcome = new NodeOutcome(services);
    public final LoginThrottle throttle = new LoginThrottle(nanos::get, n -> {
        pauses.add(Duration.ofNanos(n));
        nanos.addAndGet(n);
    });
    public final RepeatedPasswords repeated = new RepeatedPasswords(services, boundedHasher, throttle);
    public final TenantQueries tenantQueries = new TenantQueries(access, services);
    public final CredentialManager credentials =
            new CredentialManager(access, services, boundedHasher, repeated, quotaConsumption);
    public final TenantManager tenants = new TenantManager(access, services, boundedHasher, repeated, quotaConsumption);
    public final UserQueries userQueries = new UserQueries(access, services);
    public final AccessCredentialManager accessCredentials = new AccessCredentialManager(access, services, now::get);
    public final RegisteredAccessCredentials accessCredentialLogin =
            new RegisteredAccessCredentials(services, administrators, throttle, now::get);
    public final UserCertificateManager userCertificates = new UserCertificateManager(access, services, now::get);
    public final ContactManager contacts = new ContactManager(access, services, quotaConsumption);
    public final TenantSecretManager tenantSecrets =
            new TenantSecretManager(access, services, quotaConsumption, now::get);
    public final TenantPartnerManager tenantPartners =
            new TenantPartnerManager(access, services, quotaConsumption, now::get);
    public final TokenIssuerManager tokenIssuers = new TokenIssuerManager(access, services, quotaConsumption, now::get);
    public final UserSubjectManager userSubjects = new UserSubjectManager(access, services, tokenIssuers, now::get);
    public final TenantAuthorityManager tenantAuthorities =
            new TenantAuthorityManager(access, services, quotaConsumption, now::get);
    public final TenantKeyManager tenantKeys = new TenantKeyManager(
            access,
            services,
            quotaConsumption,
            tenantSecrets,
            tenantPartners,
            tokenIssuers,
            userSubjects,
            tenantAuthorities,
            now::get);
    public final UserManager users = new UserManager(access, services, quotaConsumption);
    public final SystemUserManager systemUsers =
            new SystemUserManager(access, services, boundedHasher, repeated, remembered);
    public final ServiceQueries serviceQueries = new ServiceQueries(access, services);
    public final ServiceManager registrations = new ServiceManager(access, services, quotaConsumption);
    public final AssemblyQueries assemblyQueries = new AssemblyQueries(access, services, quotaConsumption);
    public final AssemblyVersionManager versions =
            new AssemblyVersionManager(access, services, quotaConsumption, nodeOutcome);
    public final AssemblyManager assemblies = new AssemblyManager(access, services, quotaConsumption, nodeOutcome);
    public final QuotaManager ceilings = new QuotaManager(access, services, quotaConsumption);
    public final ContingentManager contingents = new ContingentManager(access, services);
    public final InMemoryLinks links = new InMemoryLinks();
    public final LinkManager linking =
            new LinkManager(access, services, links, new TenantNames("acme-bus:tenants/"), nodeOutcome);
    public final BatchesUnderWay underWay = new BatchesUnderWay();
    public final BatchManager batches = new BatchManager(
            access,
            chains,
            nodeOutcome,
            repeated,
            services,
            credentials,
            new BatchableCommands(
                    tenants,
                    users,
                    credentials,
                    contacts,
                    ceilings,
                    contingents,
                    assemblies,
                    versions,
                    registrations,
                    linking),
            quotaConsumption,
            underWay);
    public final AuditManager audits = new AuditManager(access, services);
    private final MovedClock trafficClock = new MovedClock();
    public final TrafficRecorder recorder = TrafficRecorder.of(trafficClock);
    public final TrafficQueries traffic = new TrafficQueries(access, services, recorder);
    public final StatusReporter status = StatusReporter.of(access, services, "0.1.0", now::get);
    public final InMemoryRevisionLog log = new InMemoryRevisionLog(clusters);
    public final ClusterManager nodes = ClusterManager.of(access, services, Duration.ofMinutes(1));
    public final OperationManager operations = new OperationManager(access, services, underWay);
    public final TransactionManager transactions = new TransactionManager(access);
    public final HandOverFile handOver;
    public final AdministratorAccess logins;
    private final CommandExecutor executor;

    public TestBus(Path data) {
        super(data);
        owed.bindTrail(audit);
        handOver = new HandOverFile(data.resolve(HandOverFile.NAME));
        logins = new AdministratorAccess(
                access, services, administrators, boundedHasher, remembered, handOver, throttle, repeated);
        services.bindTenants(registry);
        services.bindContacts(contactsOfTenants);
        services.bindAccessCredentials(tokensOfUsers);
        services.bindUserCertificates(registry.certificates());
        services.bindKeys(keysOfTenants);
        services.bindPartners(registry.partners());
        services.bindIssuers(registry.issuers());
        services.bindAuthorities(registry.authorities());
        services.bindKeyMaterial(keyMaterial);
        services.bindCredentials(registry);
        services.bindHasher(hasher);
        services.bindDeployer(deployer);
        services.bindResources(resources);
        node.has(links);
        services.bindNodes(new NodeRegistry(clusters, clusters, log, log));
        services.bindComponents(new ComponentRegistry(parts, parts, parts));
        executor = executor(none(ComponentDeployer.class), none(ComponentConfigurator.class));
    }

    /** Executes a command as every adapter does. The bus has no components. */
    public <R> R execute(Administrator by, Command<R> command) throws AdministrationException {
        return executor.execute(by, command);
    }

    private static <T> T none(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            throw new AssertionError("this bus has no " + type.getSimpleName());
        }));
    }

    /** All of administration, without components. */
    public CommandExecutor executor() {
        return executor;
    }

    /** All of administration, with these components. */
    public CommandExecutor executor(ComponentDeployer components, ComponentConfigurator configurator) {
        CommandExecutor all = executorWithoutDeployer();
        all.bindComponents(new ComponentManager(access, services, components, nodeOutcome));
        all.bindSettings(new SettingsManager(access, services, configurator, nodeOutcome));
        return all;
    }

    /** Returns the executor of a node whose deployer does not run. */
    public CommandExecutor executorWithoutDeployer() {
        return new CommandExecutor(
                new BatchableCommands(
                        tenants,
                        users,
                        credentials,
                        contacts,
                        ceilings,
                        contingents,
                        assemblies,
                        versions,
                        registrations,
                        linking),
                batches,
                systemUsers,
                nodes,
                new ResyncManager(access, services, quotaConsumption, nodeOutcome),
                transactions,
                logins,
                accessCredentials,
                userCertificates,
                tenantKeys,
                tenantSecrets,
                tenantPartners,
                tokenIssuers,
                userSubjects,
                tenantAuthorities);
    }

    /** Changes the second entry of each chain of the audit. */
    public void tamper() {
        services.bindResources(new ChangeResources(
                units, deployments, quotas, quotas, quotas, new TamperedTrail(audit), journal, node));
    }

    private UUID cluster() {
        try {
            return clusters.createCluster(new ClusterName("one-node"), new UserId(UUID.randomUUID()))
                    .id()
                    .value();
        } catch (RegistryException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Secret secret(String text) {
        return new Secret(text.toCharArray());
    }

    /** Locks a user past the managers, which refuse to lock the default administrator. */
    public void lock(TenantId tenant, UserId user) throws RegistryException {
        registry.changeUserState(
                tenant, user, registry.findUser(tenant, user).orElseThrow().revision(), UserState.LOCKED);
    }

    /** Creates the administrator {@code admin} with the password {@link #GIVEN}. */
    public TestBus withAdministrator() throws Exception {
        return withAdministrator("admin");
    }

    /** Creates this administrator, with the password {@link #GIVEN}. */
    public TestBus withAdministrator(String login) throws Exception {
        firstAdministrator(new Login(login), Optional.of(GIVEN), Optional.empty())
                .ensure();
        return this;
    }

    public FirstAdministrator firstAdministrator(Optional<String> environment) {
        return firstAdministrator(environment, Optional.empty());
    }

    public FirstAdministrator firstAdministrator(Optional<String> environment, Optional<Path> passwordFile) {
        return firstAdministrator(new Login("admin"), environment, passwordFile);
    }

    private FirstAdministrator firstAdministrator(
            Login login, Optional<String> environment, Optional<Path> passwordFile) {
        return new FirstAdministrator(
                services,
                boundedHasher,
                handOver,
                owed,
                login,
                passwordFile,
                data.resolve(FirstAdministrator.RESET_NAME),
                name -> name.equals(FirstAdministrator.ENVIRONMENT) ? environment.orElse(null) : null,
                () -> {
                    throw new AssertionError("nobody asked for a service");
                });
    }

    public static Administrator admin() {
        return new Administrator("admin", "test");
    }

    /** Creates active tenants {@code <prefix>-10000} and on, past the managers, which hash a password for each. */
    public void manyTenants(String prefix, int count) throws RegistryException {
        NewUser boss = new NewUser(new Login("boss"), new Verifier("verifier"));
        for (int i = 0; i < count; i++) {
            registry.createTenant(
                    new NewTenant(new TenantName(prefix + "-" + (10_000 + i)), prefix, boss),
                    new UserId(new UUID(0, i)));
        }
    }

    /** Adds a user of the installation with the role SRE. */
    public Administrator sre() throws RegistryException {
        registry.addUser(
                TenantRegistry.SYSTEM,
                new NewUser(new Login("sre"), new Verifier(hasher.verifier(GIVEN.toCharArray()))),
                Set.of(Role.SRE),
                administrators.findCaller(admin()).orElseThrow().user());
        return new Administrator("sre", "test");
    }

    /** The administrator of the tenant acme, for tests that create it. */
    /** Records the traffic of five seconds. */
    public void recordTraffic() {
        trafficClock.move(Duration.ofSeconds(5));
        recorder.read();
    }

    public static Administrator boss() {
        return new Administrator("acme/boss", "test");
    }

    /** Admits a user from one address. */
    public Optional<Admitted> admit(String login, String password) {
        return logins.admit(new Origin("jmx", "192.0.2.1"), login, password.toCharArray());
    }

    /** Logs in at Karaf's JMX from one address; the attempt may wait. */
    public Optional<String> login(String login, char[] password) {
        return logins.login(new Origin("container jmx", "192.0.2.1"), true, login, password)
                .map(in -> in.who().login());
    }

    /** A batch of commands, and of steps at a revision. */
    public static Batch batch(Object... steps) {
        return batch(List.of(steps));
    }

    public static Batch batch(List<?> steps) {
        return new Batch(steps.stream()
                .map(step -> step instanceof Batch.Step is ? is : new Batch.Step((BatchableCommand<?>) step))
                .toList());
    }

    public static QuotaScope scope(String resource) {
        return QuotaScope.of(Resource.valueOf(resource));
    }

    public static Map<Resource, Long> quotas(Map<String, Long> limits) {
        return limits.entrySet().stream()
                .collect(Collectors.toMap(e -> Resource.valueOf(e.getKey()), Map.Entry::getValue));
    }

    public static Password password(String text) {
        return new Password(text.toCharArray());
    }

    /** A hasher that counts and distinguishes passwords, without protecting them. */
    public static final class CountingHasher implements PasswordHasher {
        public final AtomicInteger checks = new AtomicInteger();
        private final AtomicInteger salts = new AtomicInteger();
        private Optional<Meanwhile> meanwhile = Optional.empty();

        /** Runs the action once, during the next check of a password. */
        public void whileChecking(Meanwhile happening) {
            meanwhile = Optional.of(happening);
        }

        /** An action during a check. */
        @FunctionalInterface
        public interface Meanwhile {
            void happens() throws Exception;
        }

        @Override
        public String verifier(char[] password) {
            return digest(salts.incrementAndGet() + "$" + new String(password));
        }

        @Override
        public boolean matches(char[] password, String verifier) {
            checks.incrementAndGet();
            Optional<Meanwhile> happening = meanwhile;
            meanwhile = Optional.empty();
            try {
                if (happening.isPresent()) {
                    happening.get().happens();
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            String salt = verifier.substring(0, verifier.indexOf('$'));
            return digest(salt + "$" + new String(password)).equals(verifier);
        }

        private static String digest(String salted) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(salted.getBytes(UTF_8));
                return salted.substring(0, salted.indexOf('$') + 1)
                        + HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
