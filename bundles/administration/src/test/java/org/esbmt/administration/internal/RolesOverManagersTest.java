package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;
import static org.esbmt.administration.internal.harness.TestBus.scope;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
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
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.SystemUserAdministration.SystemUserFilter;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserAdministration.UserFilter;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.UserCertificateAdministration.Filter;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.ContactCommand.SetContact;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.LinkCommand;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.api.command.SystemUserCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.component.ComponentQueries;
import org.esbmt.administration.internal.component.SettingsManager;
import org.esbmt.administration.internal.harness.OneNode;
import org.esbmt.administration.internal.harness.RoleMatrix;
import org.esbmt.administration.internal.harness.RoleMatrix.Whose;
import org.esbmt.administration.internal.harness.RoleTable;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.TestCertificates;
import org.esbmt.administration.internal.harness.TwoTenants;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.CredentialDigest;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.x509.TestCertificate;
import org.esbmt.transaction.api.Heuristic;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.KnownResource;
import org.esbmt.transaction.api.RecoveryState;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionAdministration;
import org.esbmt.transaction.api.TransactionId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command and query of the administration, through the managers. The callers have each role, and ask for the own
 * tenant, another tenant and an unknown one. A call is refused exactly according to the table of {@link RoleMatrix}. A
 * refused call changes nothing and reveals nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public class RolesOverManagersTest {
    private static final AccessCredentialId NO_TOKEN = new AccessCredentialId(new UUID(0x4000, 0x8000_0000_0000_0004L));

    private static final CertificateDigest NO_CERTIFICATE = CertificateDigest.of(new byte[0]);
    /** The certificate of requests, and the proof of its key. */
    private static final TestCertificate CERTIFICATE = TwoTenants.newCertificate();

    private static final TestCertificate STRANGERS = TwoTenants.newCertificate();

    private static final List<Class<?>> QUERIES = List.of(
            TenantAdministration.class,
            UserAdministration.class,
            ContactAdministration.class,
            SystemUserAdministration.class,
            AssemblyAdministration.class,
            QuotaAdministration.class,
            ContingentAdministration.class,
            AuditAdministration.class,
            AdministratorAccounts.class,
            OperationAdministration.class,
            ClusterAdministration.class,
            ComponentAdministration.class,
            ComponentConfiguration.class,
            ServiceAdministration.class,
            LinkAdministration.class,
            TransactionOversight.class,
            InstallationStatus.class,
            TrafficAdministration.class,
            AccessCredentialAdministration.class,
            UserCertificateAdministration.class,
            TenantKeyAdministration.class);

    /** Hostile texts. None of them may become a line of its own, a command, a path or another text anywhere. */
    private static final List<String> HOSTILE = List.of(
            "'; DROP TABLE tenant; --",
            "\" OR \"1\"=\"1",
            "admin'--",
            "'||pg_sleep(9)||'",
            "x\n[main] INFO org.esbmt.audit - purgeTenant by admin (shell) on tenant acme: done.",
            "x\r\nfaked",
            "\u0000",
            "\u001b[2J\u001b[31mred",
            "right\u202eto left",
            "line\u2028separator",
            "%s%n%x%1$s",
            "{} {}",
            "${jndi:ldap://127.0.0.1:9/x}",
            "../../../etc/passwd",
            "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>",
            "\ud800",
            "\ufffe",
            "x".repeat(100_000));

    /** Replaces a hostile text: a name, a login, a version, a namespace. */
    private static final String HARMLESS = "harmless";

    /** An identifier, or a digest of a text that contains one. */
    private static final Pattern IDENTIFIER =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\b[0-9a-f]{64}\\b");

    private static final Pattern MOMENT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
    private static final String COMPONENT = "http-bc";
    private static final String KEY = "idle.timeout.seconds";
    private static final Set<Operation> SETTINGS = Set.of(Operation.CONFIGURE_COMPONENT, Operation.LIST_SETTINGS);

    /**
     * A command or query, and the operation that decides it.
     *
     * @param made the constructor of the command, or the method of the query
     */
    record Asked(Executable made, RoleMatrix.Line line) {
        String name() {
            return line.name();
        }

        Operation operation() {
            return line.operation();
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** One text argument; all other arguments of the request are valid. */
    record Field(Asked asked, String name) {
        Role role() {
            if (OF_THE_INSTALLATION.stream().anyMatch(step -> name.startsWith("batch." + step + "."))) {
                return Role.SYSTEM_ADMIN;
            }
            return Arrays.stream(Role.values())
                    .filter(r -> RoleMatrix.isPermitted(
                            asked.line(), r, r.level() == Role.Level.SYSTEM ? Whose.ANOTHERS : Whose.OWN))
                    .findFirst()
                    .orElseThrow();
        }

        boolean secret() {
            return name.endsWith("assword") || name.equals("current") || name.equals("changed") || name.equals("value");
        }

        @Override
        public String toString() {
            return asked + ", " + name;
        }
    }

    @TempDir
    static Path data;

    private int starts;
    /** False after a refusal that has left everything as it was: the next request of the table needs no new bus. */
    private boolean changed = true;

    private TestBus bus;
    private TwoTenants tenants;
    private Components components;
    private Administration commands;
    private Map<Class<?>, Object> queries;
    private TenantId acme;
    private TenantId globex;
    private UserId clerk;
    private UserId stranger;
    private AccessCredentialId strangersToken;
    private CertificateDigest strangersCertificate;
    private UUID foreignOperation;

    @BeforeEach
    void startAfterAChange(TestInfo test) throws Exception {
        boolean ofTheTable = test.getTestMethod()
                .map(Method::getName)
                .filter("refusalsMatchTheTableExactly"::equals)
                .isPresent();
        if (changed || !ofTheTable) {
            start();
        }
        changed = true;
        // The audit has a budget of refusals.
        bus.nanos.addAndGet(Duration.ofHours(1).toNanos());
    }

    private void start() throws Exception {
        bus = new TestBus(Files.createDirectory(data.resolve("bus" + starts++))).withAdministrator();
        bus.transactions.bindTransactions(new Finished());
        components = new Components();
        Configurator configurator = new Configurator();
        bus.node.has(configurator);
        knowComponent();
        CommandExecutor executor = bus.executor(components.deployer(), configurator);
        commands = executor;
        queries = Map.ofEntries(
                Map.entry(Administration.class, executor),
                Map.entry(TenantAdministration.class, bus.tenantQueries),
                Map.entry(UserAdministration.class, bus.userQueries),
                Map.entry(ContactAdministration.class, bus.contacts),
                Map.entry(SystemUserAdministration.class, bus.systemUsers),
                Map.entry(AssemblyAdministration.class, bus.assemblyQueries),
                Map.entry(QuotaAdministration.class, bus.ceilings),
                Map.entry(ContingentAdministration.class, bus.contingents),
                Map.entry(AuditAdministration.class, bus.audits),
                Map.entry(ServiceAdministration.class, bus.serviceQueries),
                Map.entry(
                        ComponentConfiguration.class,
                        new SettingsManager(bus.access, bus.services, configurator, bus.nodeOutcome)),
                Map.entry(AdministratorAccounts.class, bus.logins),
                Map.entry(OperationAdministration.class, bus.operations),
                Map.entry(ClusterAdministration.class, bus.nodes),
                Map.entry(
                        ComponentAdministration.class,
                        new ComponentQueries(bus.access, bus.services, components.deployer())),
                Map.entry(LinkAdministration.class, bus.linking),
                Map.entry(TransactionOversight.class, bus.transactions),
                Map.entry(TrafficAdministration.class, bus.traffic),
                Map.entry(InstallationStatus.class, bus.status),
                Map.entry(AccessCredentialAdministration.class, bus.accessCredentials),
                Map.entry(UserCertificateAdministration.class, bus.userCertificates),
                Map.entry(TenantKeyAdministration.class, bus.tenantKeys));
        tenants = new TwoTenants(bus, admin());
        acme = tenants.acme;
        globex = tenants.globex;
        clerk = tenants.clerk;
        stranger = tenants.stranger;
        foreignOperation = tenants.foreignOperation;
        strangersToken = new AccessCredentialId(UUID.randomUUID());
        bus.tokensOfUsers.add(token(globex, stranger, strangersToken));
        strangersCertificate = tenants.registerCertificate(globex, stranger, STRANGERS);
    }

    /** Registers a component that has settings. */
    private void knowComponent() throws Exception {
        ClusterId cluster = new ClusterId(bus.node.cluster());
        InstanceId here = new InstanceId(OneNode.HERE);
        bus.clusters.register(cluster, here, new HostName("here"));
        JbiComponent known = bus.parts.define(
                NewComponent.own(new ComponentName(COMPONENT), ComponentKind.BINDING_COMPONENT),
                new UserId(UUID.randomUUID()));
        bus.parts.observe(here, known.id(), ComponentState.STARTED, Optional.empty());
    }

    private AccessCredential token(TenantId tenant, UserId owner, AccessCredentialId id) {
        Instant now = Instant.parse("2026-11-25T10:00:00Z");
        return new AccessCredential(
                id,
                tenant,
                owner,
                AccessCredentialKind.TOKEN,
                "deploy",
                CredentialDigest.of(id.toString().getBytes(UTF_8)),
                true,
                new TreeSet<>(),
                now,
                now.plus(Duration.ofDays(90)),
                Optional.empty(),
                Optional.empty());
    }

    // --- the matrix

    @Test
    void everyCommandAndQueryIsInTheTable() {
        assertThat(asked().map(Asked::name))
                .containsExactlyInAnyOrderElementsOf(everyOne().keySet());
        assertThat(queries.keySet())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(Stream.of(Administration.class), QUERIES.stream())
                        .collect(toSet()));
    }

    @ParameterizedTest(name = "{0} by {1} for {2}")
    @MethodSource("matrix")
    void refusalsMatchTheTableExactly(Asked asked, Role role, Whose whose) throws Exception {
        String before = everything();
        List<AuditEntry> othersBefore = others(role);
        long acts = tenants.lastAct(role).sequence();
        Optional<AdministrationException> refusal = ask(asked, role, whose, Map.of());

        if (RoleMatrix.isPermitted(asked.line(), role, whose)) {
            assertThat(refusal.map(AdministrationException::reason))
                    .as("allowed: " + refusal)
                    .isNotEqualTo(Optional.of(Reason.FORBIDDEN));
            assertThat(refusal.map(AdministrationException::reason)).isNotEqualTo(Optional.of(Reason.INTERNAL));
            return;
        }
        assertThat(refusal.map(AdministrationException::reason)).contains(Reason.FORBIDDEN);
        assertThat(named(refusal.orElseThrow().getMessage())).isEqualTo(RoleMatrix.permitted(asked.line(), role));
        assertThat(everything()).isEqualTo(before);
        assertThat(others(role)).as("no caller extends another's chain").isEqualTo(othersBefore);
        AuditEntry act = tenants.lastAct(role);
        assertThat(act.sequence()).as("a new entry").isGreaterThan(acts);
        assertThat(act.content().action()).endsWith(" refused: FORBIDDEN");
        changed = false;
    }

    /** The roles that the advice of a refusal names. */
    private static Set<Role> named(String refusal) {
        Matcher advice =
                Pattern.compile("[^.]+\\. It is for ([^.]+)\\.", Pattern.DOTALL).matcher(refusal);
        assertThat(advice.matches()).as(refusal).isTrue();
        return Arrays.stream(Role.values())
                .filter(role -> Pattern.compile("\\b" + role + "\\b")
                        .matcher(advice.group(1))
                        .find())
                .collect(toSet());
    }

    /** A refusal about another tenant's data has the same words as one about data that does not exist. */
    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("ofTenants")
    void refusalsForAnotherTenantAndAnUnknownOneHaveTheSameWords(Asked asked, Role role) throws Exception {
        AdministrationException another =
                ask(asked, role, Whose.ANOTHERS, Map.of()).orElseThrow();
        AdministrationException nobodys =
                ask(asked, role, Whose.NOBODYS, Map.of()).orElseThrow();

        assertThat(another.reason()).isEqualTo(nobodys.reason()).isEqualTo(Reason.FORBIDDEN);
        assertThat(neutral(another.getMessage())).isEqualTo(neutral(nobodys.getMessage()));
        assertThat(another.getMessage()).doesNotContain("secret name", "SUSPENDED", "ACTIVE");
    }

    private String neutral(String message) {
        return message.replace(globex.toString(), "ID")
                .replace(TwoTenants.NOBODYS.toString(), "ID")
                .replace(foreignOperation.toString(), "ID")
                .replace(TwoTenants.NOTHING.toString(), "ID")
                .replace(strangersToken.toString(), "ID")
                .replace(NO_TOKEN.toString(), "ID")
                .replace(strangersCertificate.toString(), "ID")
                .replace(NO_CERTIFICATE.toString(), "ID")
                .replace(stranger.toString(), "USER")
                .replace(TwoTenants.NOBODY.toString(), "USER")
                .replace("globex", "NAME")
                .replace("nowhere", "NAME");
    }

    static Stream<Arguments> matrix() {
        return asked().flatMap(
                        asked -> Arrays.stream(Role.values()).flatMap(role -> RoleMatrix.targets(asked.line(), role)
                                .map(whose -> Arguments.of(asked, role, whose))));
    }

    static Stream<Arguments> ofTenants() {
        return asked().filter(asked ->
                        RoleMatrix.targets(asked.line(), Role.TENANT_ADMIN).anyMatch(w -> w == Whose.ANOTHERS))
                .flatMap(asked -> Arrays.stream(Role.values())
                        .filter(role -> role.level() == Role.Level.TENANT)
                        .map(role -> Arguments.of(asked, role)));
    }

    // --- identifiers of another tenant

    /**
     * The own tenant, with another tenant's identifier in every other field: the identifier is not found, and its entry
     * is not changed.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("withIdentifiers")
    void anotherTenantsIdentifierIsNotFoundInTheOwnTenant(Asked asked) throws Exception {
        String before = everything();
        Optional<AdministrationException> another = ask(
                asked,
                Role.TENANT_ADMIN,
                Whose.OWN,
                Map.of(
                        "user",
                        stranger,
                        "id",
                        foreignOperation,
                        "credential",
                        strangersToken,
                        "digest",
                        strangersCertificate));
        Optional<AdministrationException> nobodys = ask(
                asked,
                Role.TENANT_ADMIN,
                Whose.OWN,
                Map.of(
                        "user",
                        TwoTenants.NOBODY,
                        "id",
                        TwoTenants.NOTHING,
                        "credential",
                        NO_TOKEN,
                        "digest",
                        NO_CERTIFICATE));

        assertThat(another.map(e -> e.reason() + neutral(e.getMessage())))
                .isEqualTo(nobodys.map(e -> e.reason() + neutral(e.getMessage())));
        if (another.isPresent()) {
            assertThat(another.get().reason()).isIn(Reason.NOT_FOUND, Reason.FORBIDDEN);
        }
        assertThat(everything()).isEqualTo(before);
    }

    static Stream<Asked> withIdentifiers() {
        return asked().filter(asked -> Arrays.stream(asked.made().getGenericParameterTypes())
                .map(type -> type.getTypeName())
                .anyMatch(type -> type.equals(UserId.class.getName())
                        || type.equals("java.util.Optional<" + UserId.class.getName() + ">")
                        || type.equals(Grantee.class.getName())
                        || type.equals(GranteeRef.class.getName())
                        || type.equals(AccessCredentialId.class.getName())
                        || type.equals(CertificateDigest.class.getName())
                        || type.equals(UUID.class.getName())));
    }

    /** Only the caller of a request gets its outcome, although another caller has its identifier. */
    @Test
    void anotherTenantsOperationIdentifierRevealsAndChangesNothing() throws Exception {
        String before = everything();
        Administrator operator = TwoTenants.caller(Role.TENANT_OPERATOR).asking(foreignOperation);

        assertThatThrownBy(() -> bus.execute(operator, new UndeployAssembly(acme, "orders")))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.CONFLICT))
                .hasMessageNotContaining("globex")
                .hasMessageNotContaining(globex.toString());
        assertThat(everything()).isEqualTo(before);
        assertThat(bus.operations.find(operator, foreignOperation)).isEmpty();
    }

    // --- texts

    /**
     * The request is refused and changes nothing, or the text is stored unchanged, with the same effects as a harmless one.
     * It writes at most one log line, which cannot be taken for another.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void aHostileTextIsRefusedOrStoredAsText(Field field) throws Exception {
        Asked asked = field.asked();
        Role role = field.role();
        Whose whose = RoleMatrix.targets(asked.line(), role).findFirst().orElseThrow();
        Optional<List<String>> harmless = Optional.empty();
        for (String hostile : HOSTILE) {
            String before = everything();
            List<AuditEntry> untouched = bus.audit.read(whose == Whose.OWN ? globex : acme, 1, 1_000);
            Optional<AdministrationException> refusal;
            List<String> lines;
            try (CapturedLog log = new CapturedLog()) {
                refusal = ask(asked, role, whose, Map.of("text " + field.name(), hostile));
                lines = log.linesWith("");
            }
            assertNothingForged(field, role, hostile, refusal, lines);
            assertThat(bus.audit.read(whose == Whose.OWN ? globex : acme, 1, 1_000))
                    .isEqualTo(untouched);
            if (refusal.isPresent()) {
                assertThat(refusal.get().reason())
                        .as(shortened(hostile) + ": " + refusal)
                        .isIn(
                                switch (field.name()) {
                                    case "current" -> Set.of(Reason.FORBIDDEN);
                                    // An unknown login is not that of the default administrator.
                                    case "batch.resetDefaultAdmin.login" -> Set.of(Reason.CONFLICT);
                                    default -> Set.of(Reason.INVALID, Reason.NOT_FOUND);
                                });
            }
            if (refusal.isPresent() || asked.operation().trace() == Operation.Trace.OF_REFUSALS) {
                assertThat(everything()).as(shortened(hostile)).isEqualTo(before);
                continue;
            }
            List<String> after = comparable(hostile);
            if (harmless.isEmpty()) {
                harmless = Optional.of(withHarmless(field, role, whose));
            }
            assertThat(after).as(shortened(hostile)).containsExactlyInAnyOrderElementsOf(harmless.get());
            start();
        }
    }

    private void assertNothingForged(
            Field field, Role role, String hostile, Optional<AdministrationException> refusal, List<String> lines) {
        boolean told = refusal.isPresent() || field.asked().operation().trace() != Operation.Trace.OF_REFUSALS;
        assertThat(lines)
                .as(shortened(hostile))
                .allMatch(line -> line.startsWith("[main] ") && line.length() < 2_000)
                .noneMatch(line -> line.chars().anyMatch(c -> c < ' ' || c == 0x202e || c == 0x2028))
                .noneMatch(line -> field.secret() && line.contains(secret(hostile)))
                .filteredOn(line -> line.contains(" org.esbmt.audit - "))
                .hasSize(told ? 1 : 0)
                .allMatch(line -> line.contains(" by " + TwoTenants.caller(role) + " on "));
    }

    /** The state after the same request with a harmless text. */
    private List<String> withHarmless(Field field, Role role, Whose whose) throws Exception {
        start();
        assertThat(ask(field.asked(), role, whose, Map.of("text " + field.name(), HARMLESS)))
                .isEmpty();
        List<String> after = comparable(HARMLESS);
        assertThat(after.stream().anyMatch(line -> line.contains(HARMLESS)))
                .as("it is given back")
                .isEqualTo(!field.secret());
        return after;
    }

    /** The whole state and the audit, without the parts that differ each time. */
    private List<String> comparable(String text) throws Exception {
        StringBuilder all = new StringBuilder(everything());
        for (TenantId chain : List.of(TenantRegistry.SYSTEM, acme, globex)) {
            for (AuditEntry entry : bus.audit.read(chain, 1, 1_000)) {
                all.append('\n').append(entry.content());
            }
        }
        String plain = all.toString().replace(text, HARMLESS);
        plain = MOMENT.matcher(IDENTIFIER.matcher(plain).replaceAll("#")).replaceAll("@");
        return plain.lines().toList();
    }

    static Stream<Field> fields() {
        return asked().flatMap(asked -> Arrays.stream(asked.made().getParameters())
                .flatMap(RolesOverManagersTest::texts)
                .map(name -> new Field(asked, name)));
    }

    /** The text fields of a parameter, each by the name under which a test replaces it. */
    private static Stream<String> texts(Parameter parameter) {
        String name = parameter.getName();
        return switch (type(parameter)) {
            case "String", "Optional<String>", "Password", "Secret", "char[]" -> Stream.of(name);
            case "QuotaId", "QuotaScope" -> Stream.of(name + ".component");
            case "LinkAdministration$LinkView" ->
                Stream.of(name + ".component", name + ".namespace", name + ".service", name + ".endpoint");
            case "ServiceId" -> Stream.of(name + ".namespace", name + ".name", name + ".version");
            case "ServiceAdministration$ServiceFilter" -> Stream.of(name + ".namespace", name + ".nameContains");
            case "UserCertificateAdministration$Filter" -> Stream.of(name + ".nameContains");
            case "TenantAdministration$TenantFilter" -> Stream.of(name + ".nameContains", name + ".nameAfter");
            case "UserAdministration$UserFilter", "SystemUserAdministration$SystemUserFilter" ->
                Stream.of(name + ".loginContains");
            case "Map<String, Optional<String>>" -> Stream.of(name + ".key", name + ".value");
            case "Batch", "List<Batch$Step>" -> BATCH_FIELDS.stream();
            default -> Stream.empty();
        };
    }

    private static final List<String> BATCH_FIELDS = List.of(
            "batch.createTenant.name",
            "batch.createTenant.displayName",
            "batch.createTenant.administratorLogin",
            "batch.createTenant.password",
            "batch.addUser.login",
            "batch.addUser.password",
            "batch.assignRole.login",
            "batch.revokeRole.login",
            "batch.removeUser.login",
            "batch.lockUser.login",
            "batch.unlockUser.login",
            "batch.revokeCredential.login",
            "batch.handOverDefaultAdmin.login",
            "batch.assignDefaultAdmin.login",
            "batch.setPassword.login",
            "batch.setPassword.password",
            "batch.resetDefaultAdmin.login",
            "batch.resetDefaultAdmin.password",
            "batch.setContact.name",
            "batch.setContact.address",
            "batch.removeContact.name",
            "batch.setContingent.user",
            "batch.revokeContingent.user",
            "batch.deploy.user",
            "batch.rollBackAssembly.assembly",
            "batch.startAssembly.assembly",
            "batch.stopAssembly.assembly",
            "batch.shutDownAssembly.assembly",
            "batch.undeploy.assembly",
            "batch.purgeTenant.name",
            "batch.createLink.component",
            "batch.createLink.namespace",
            "batch.createLink.name",
            "batch.createLink.endpoint",
            "batch.removeLink.component",
            "batch.removeLink.namespace",
            "batch.removeLink.name",
            "batch.removeLink.endpoint",
            "batch.updateService.namespace",
            "batch.updateService.name",
            "batch.updateService.version",
            "batch.attachPolicy.namespace",
            "batch.attachPolicy.name",
            "batch.attachPolicy.version",
            "batch.attachPolicy.policy",
            "batch.detachPolicy.namespace",
            "batch.detachPolicy.name",
            "batch.detachPolicy.version",
            "batch.detachPolicy.policy",
            "batch.registerService.namespace",
            "batch.registerService.name",
            "batch.registerService.version",
            "batch.unregisterService.namespace",
            "batch.unregisterService.name",
            "batch.unregisterService.version");

    /** Steps that concern no tenant's own data. */
    private static final List<String> OF_THE_INSTALLATION = List.of(
            "createTenant",
            "assignDefaultAdmin",
            "resetDefaultAdmin",
            "setQuota",
            "revokeQuota",
            "purgeTenant",
            "createLink",
            "removeLink");

    /** A batch of one step, which adds a user unless a text names another step. */
    private static Batch batch(TenantId tenant, Map<String, Object> instead) {
        String field = BATCH_FIELDS.stream()
                .filter(name -> text(instead, name).isPresent())
                .findFirst()
                .orElse("batch.addUser.login");
        String text = text(instead, field).orElse("dave");
        TenantRef of = new TenantRef.Known(tenant);
        Password secret = password("dave's password");
        BatchableCommand<?> step =
                switch (field) {
                    case "batch.createTenant.name" -> creating(text, "Initech", "boss", secret, Map.of());
                    case "batch.createTenant.displayName" -> creating("initech", text, "boss", secret, Map.of());
                    case "batch.createTenant.administratorLogin" ->
                        creating("initech", "Initech", text, secret, Map.of());
                    case "batch.createTenant.password" ->
                        creating("initech", "Initech", "boss", password(secret(text)), Map.of());
                    case "batch.addUser.login" -> new AddUser(of, text, secret, Set.of(Role.TENANT_USER));
                    case "batch.addUser.password" ->
                        new AddUser(of, "dave", password(secret(text)), Set.of(Role.TENANT_USER));
                    case "batch.assignRole.login" -> new AssignRole(of, UserRef.of(text), Role.TENANT_AUDITOR);
                    case "batch.revokeRole.login" -> new RevokeRole(of, UserRef.of(text), Role.TENANT_AUDITOR);
                    case "batch.removeUser.login" -> new RemoveUser(of, UserRef.of(text));
                    case "batch.lockUser.login" -> new LockUser(of, UserRef.of(text));
                    case "batch.unlockUser.login" -> new UnlockUser(of, UserRef.of(text));
                    case "batch.revokeCredential.login" -> new RevokeCredential(of, UserRef.of(text));
                    case "batch.handOverDefaultAdmin.login" -> new HandOverDefaultAdmin(of, UserRef.of(text));
                    case "batch.assignDefaultAdmin.login" -> new AssignDefaultAdmin(of, UserRef.of(text));
                    case "batch.setPassword.login" -> new SetPassword(of, UserRef.of(text), secret);
                    case "batch.setPassword.password" ->
                        new SetPassword(of, UserRef.of("clerk"), password(secret(text)));
                    case "batch.resetDefaultAdmin.login" -> new ResetDefaultAdmin(of, Optional.of(text), secret);
                    case "batch.resetDefaultAdmin.password" ->
                        new ResetDefaultAdmin(of, Optional.of("boss"), password(secret(text)));
                    case "batch.setContact.name" -> new SetContact(of, text, ContactKind.TECHNICAL, "110");
                    case "batch.removeContact.name" -> new RemoveContact(of, text);
                    case "batch.setContact.address" -> new SetContact(of, "Anna", ContactKind.TECHNICAL, text);
                    case "batch.setContingent.user" ->
                        new SetContingent(of, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of(text)), 1);
                    case "batch.revokeContingent.user" ->
                        new RevokeContingent(of, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of(text)));
                    case "batch.deploy.user" ->
                        new DeployAssembly(of, Optional.of(UserRef.of(text)), Content.of("more".getBytes(UTF_8)));
                    case "batch.rollBackAssembly.assembly" -> new RollBackAssembly(of, text);
                    case "batch.startAssembly.assembly" -> new StartAssembly(of, text);
                    case "batch.stopAssembly.assembly" -> new StopAssembly(of, text);
                    case "batch.shutDownAssembly.assembly" -> new ShutDownAssembly(of, text);
                    case "batch.undeploy.assembly" -> new UndeployAssembly(of, text);
                    case "batch.purgeTenant.name" -> new PurgeTenant(of, Optional.of(text));
                    case "batch.createLink.component",
                            "batch.createLink.namespace",
                            "batch.createLink.name",
                            "batch.createLink.endpoint" -> linking(of, "batch.createLink", instead, true);
                    case "batch.removeLink.component",
                            "batch.removeLink.namespace",
                            "batch.removeLink.name",
                            "batch.removeLink.endpoint" -> linking(of, "batch.removeLink", instead, false);
                    case "batch.updateService.namespace", "batch.updateService.name", "batch.updateService.version" ->
                        new UpdateService(of, service("batch.updateService", "Orders", instead), Optional.empty());
                    case "batch.attachPolicy.namespace",
                            "batch.attachPolicy.name",
                            "batch.attachPolicy.version",
                            "batch.attachPolicy.policy" ->
                        new AttachPolicy(
                                of,
                                service("batch.attachPolicy", "Orders", instead),
                                text(instead, "batch.attachPolicy.policy").orElse("signed"),
                                Content.of(TwoTenants.policy()));
                    case "batch.detachPolicy.namespace",
                            "batch.detachPolicy.name",
                            "batch.detachPolicy.version",
                            "batch.detachPolicy.policy" ->
                        new DetachPolicy(
                                of,
                                service("batch.detachPolicy", "Orders", instead),
                                text(instead, "batch.detachPolicy.policy").orElse("secured"));
                    case "batch.registerService.namespace",
                            "batch.registerService.name",
                            "batch.registerService.version" ->
                        new RegisterService(
                                of, service("batch.registerService", "Invoices", instead), Optional.empty());
                    default -> new UnregisterService(of, service("batch.unregisterService", "Orders", instead));
                };
        return TestBus.batch(step);
    }

    private static LinkCommand<?> linking(TenantRef of, String field, Map<String, Object> instead, boolean made) {
        Optional<String> component = text(instead, field + ".component");
        QName service = new QName(
                text(instead, field + ".namespace").orElse("urn:plain"),
                text(instead, field + ".name").orElse("Archive"));
        String endpoint = text(instead, field + ".endpoint").orElse("files");
        return made
                ? new CreateLink(of, component, service, endpoint)
                : new RemoveLink(of, component, service, endpoint);
    }

    /** One executable step of each kind, with the operation of its command alone. */
    private static Map<Operation, BatchableCommand<?>> steps(TenantRef of) {
        Password secret = password("clerk's other password");
        GranteeRef operators = new GranteeRef.ToRole(Role.TENANT_OPERATOR);
        byte[] next = "orders#2".getBytes(UTF_8);
        QName archive = new QName("urn:plain", "Archive");
        Map<Operation, BatchableCommand<?>> steps = new EnumMap<>(Operation.class);
        steps.put(Operation.CREATE_TENANT, creating("initech", "Initech", "boss", secret, Map.of()));
        steps.put(Operation.SUSPEND_TENANT, new SuspendTenant(of));
        steps.put(Operation.RESUME_TENANT, new ResumeTenant(of));
        steps.put(Operation.DRAIN_TENANT, new DrainTenant(of));
        steps.put(Operation.REQUEST_OFFBOARDING, new RequestOffboarding(of, "acme"));
        steps.put(Operation.WITHDRAW_OFFBOARDING, new WithdrawOffboarding(of));
        steps.put(Operation.PURGE_TENANT, new PurgeTenant(of, Optional.of("globex")));
        steps.put(Operation.ADD_USER, new AddUser(of, "dave", secret, Set.of(Role.TENANT_USER)));
        steps.put(Operation.ASSIGN_ROLE, new AssignRole(of, UserRef.of("clerk"), Role.TENANT_ADMIN));
        steps.put(Operation.REVOKE_ROLE, new RevokeRole(of, UserRef.of("boss"), Role.TENANT_ADMIN));
        steps.put(Operation.REMOVE_USER, new RemoveUser(of, UserRef.of("clerk")));
        steps.put(Operation.LOCK_USER, new LockUser(of, UserRef.of("clerk")));
        steps.put(Operation.UNLOCK_USER, new UnlockUser(of, UserRef.of("clerk")));
        steps.put(Operation.REVOKE_CREDENTIAL, new RevokeCredential(of, UserRef.of("clerk")));
        steps.put(Operation.HAND_OVER_DEFAULT_ADMIN, new HandOverDefaultAdmin(of, UserRef.of("clerk")));
        steps.put(Operation.ASSIGN_DEFAULT_ADMIN, new AssignDefaultAdmin(of, UserRef.of("clerk")));
        steps.put(Operation.SET_PASSWORD, new SetPassword(of, UserRef.of("clerk"), secret));
        steps.put(Operation.RESET_DEFAULT_ADMIN, new ResetDefaultAdmin(of, Optional.of("boss"), secret));
        steps.put(Operation.SET_CONTACT, new SetContact(of, "Anna", ContactKind.TECHNICAL, "110"));
        steps.put(Operation.REMOVE_CONTACT, new RemoveContact(of, "Anna"));
        steps.put(Operation.GRANT_QUOTA, new GrantQuota(of, scope("REGISTERED_SERVICES"), Limit.of(9)));
        steps.put(Operation.CHANGE_QUOTA, new SetQuota(of, scope("USERS"), Limit.of(99)));
        steps.put(Operation.REVOKE_QUOTA, new RevokeQuota(of, scope("USERS")));
        steps.put(Operation.GRANT_CONTINGENT, new GrantContingent(of, scope("ENDPOINTS"), operators, 1));
        steps.put(Operation.CHANGE_CONTINGENT, new SetContingent(of, scope("ENDPOINTS"), operators, 1));
        steps.put(Operation.REVOKE_CONTINGENT, new RevokeContingent(of, scope("ENDPOINTS"), operators));
        steps.put(
                Operation.DEPLOY_ASSEMBLY,
                new DeployAssembly(of, Optional.empty(), Content.of("more".getBytes(UTF_8))));
        steps.put(Operation.SWITCH_ASSEMBLY, new SwitchAssembly(of, Content.of(next)));
        steps.put(Operation.UPDATE_ASSEMBLY, new UpdateAssembly(of, Content.of(next)));
        steps.put(Operation.ROLL_BACK_ASSEMBLY, new RollBackAssembly(of, "orders"));
        steps.put(Operation.START_ASSEMBLY, new StartAssembly(of, "orders"));
        steps.put(Operation.STOP_ASSEMBLY, new StopAssembly(of, "orders"));
        steps.put(Operation.SHUT_DOWN_ASSEMBLY, new ShutDownAssembly(of, "orders"));
        steps.put(Operation.UNDEPLOY_ASSEMBLY, new UndeployAssembly(of, "orders"));
        ServiceId invoices = new ServiceId(new QName("urn:acme", "Invoices"), "1");
        steps.put(Operation.REGISTER_SERVICE, new RegisterService(of, invoices, Optional.empty()));
        steps.put(Operation.UPDATE_SERVICE, new UpdateService(of, TwoTenants.ORDERS, Optional.empty()));
        steps.put(Operation.UNREGISTER_SERVICE, new UnregisterService(of, TwoTenants.ORDERS));
        steps.put(
                Operation.ATTACH_POLICY,
                new AttachPolicy(of, TwoTenants.ORDERS, "signed", Content.of(TwoTenants.policy())));
        steps.put(Operation.DETACH_POLICY, new DetachPolicy(of, TwoTenants.ORDERS, "secured"));
        steps.put(Operation.LINK, new CreateLink(of, Optional.empty(), archive, "files"));
        steps.put(Operation.UNLINK, new RemoveLink(of, Optional.empty(), archive, "files"));
        return steps;
    }

    @Test
    void everyKindOfStepIsTried() {
        assertThat(steps(new TenantRef.Known(TwoTenants.NOBODYS)).values().stream()
                        .map(Object::getClass))
                .containsAll(kinds(BatchableCommand.class)
                        .filter(kind -> kind != ChangeQuota.class
                                && kind != ChangeContingent.class) // as SetQuota, SetContingent
                        .toList());
        assertThat(BATCH_FIELDS.stream().map(field -> field.split("\\.", -1)[1]).distinct())
                .as("and has its texts tried, but for those that have none")
                .hasSize(steps(new TenantRef.Known(TwoTenants.NOBODYS)).size()
                        - Set.of(
                                        "suspendTenant",
                                        "resumeTenant",
                                        "drainTenant",
                                        "switchAssembly",
                                        "updateAssembly",
                                        "setQuota",
                                        "revokeQuota",
                                        "requestOffboarding",
                                        "withdrawOffboarding",
                                        "grantQuota",
                                        "grantContingent")
                                .size());
    }

    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .flatMap(RolesOverManagersTest::kinds)
                        .distinct()
                : Stream.of(type);
    }

    static Stream<Arguments> stepsOfAll() {
        return steps(new TenantRef.Known(TwoTenants.NOBODYS)).keySet().stream()
                .flatMap(operation -> Arrays.stream(Role.values()).map(role -> Arguments.of(operation, role)));
    }

    /** A dry run is refused like the run, in the same words. */
    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("stepsOfAll")
    void aStepInABatchNeedsTheSameRoleAsItsCommandAlone(Operation operation, Role role) throws Exception {
        Map<Operation, Set<Role>> table = RoleTable.table();
        boolean may = table.get(Operation.SUBMIT_BATCH).contains(role)
                && table.get(operation).contains(role);
        for (Whose whose : List.of(Whose.OWN, Whose.ANOTHERS, Whose.NOBODYS)) {
            TenantId of =
                    switch (whose) {
                        case OWN -> acme;
                        case ANOTHERS, NONE -> globex;
                        case NOBODYS -> TwoTenants.NOBODYS;
                    };
            String before = everything();
            List<AuditEntry> othersBefore = others(role);
            Batch batch = TestBus.batch(steps(new TenantRef.Known(of)).get(operation));
            Administrator by = TwoTenants.caller(role).asking(UUID.randomUUID());

            Optional<AdministrationException> planned = refusal(() -> commands.dryRun(by, batch));
            assertThat(everything()).as("of a dry run nothing lasts").isEqualTo(before);
            Optional<AdministrationException> refused = refusal(() -> commands.execute(by, batch));

            boolean reaches = role.level() == Role.Level.SYSTEM || whose == Whose.OWN;
            assertThat(refused.map(e -> e.reason() == Reason.FORBIDDEN).orElse(false))
                    .as(whose + ": " + refused)
                    .isEqualTo(!(may && reaches));
            assertThat(refused.map(AdministrationException::reason)).isNotEqualTo(Optional.of(Reason.INTERNAL));
            if (table.get(Operation.SUBMIT_BATCH).contains(role)) {
                assertThat(planned.map(AdministrationException::getMessage))
                        .isEqualTo(refused.map(AdministrationException::getMessage));
                refused.ifPresent(
                        e -> assertThat(e.getMessage()).startsWith("step 1: ").contains(" It is for "));
            }
            if (refused.isPresent()) {
                assertThat(everything()).isEqualTo(before);
                assertThat(others(role)).isEqualTo(othersBefore);
            } else {
                start();
            }
        }
    }

    private static Optional<AdministrationException> refusal(ThrowingCallable call) {
        return Optional.ofNullable(catchThrowableOfType(AdministrationException.class, call));
    }

    private static CreateTenant creating(
            String name, String displayName, String login, Password password, Map<Resource, Long> quotas) {
        return new CreateTenant(Optional.empty(), name, displayName, login, password, quotas);
    }

    private static ServiceId service(String field, String name, Map<String, Object> instead) {
        return new ServiceId(
                new QName(
                        text(instead, field + ".namespace").orElse("urn:acme"),
                        text(instead, field + ".name").orElse(name)),
                text(instead, field + ".version").orElse("1"));
    }

    private static Optional<String> text(Map<String, Object> instead, String field) {
        return Optional.ofNullable((String) instead.get("text " + field));
    }

    /** Pads or cuts a text to a permitted length of a password. */
    private static String secret(String text) {
        String longer = text + "-".repeat(Password.MIN_LENGTH);
        return longer.substring(0, Math.min(longer.length(), Password.MAX_LENGTH));
    }

    /** A caller with such a name is unknown, and the log distinguishes them from a known one. */
    @Test
    void aCallerWithAHostileNameIsRefused() throws Exception {
        String before = everything();
        for (String hostile : HOSTILE) {
            for (String tenant : List.of("", "acme/")) {
                Administrator by = new Administrator(tenant + hostile, "test");
                List<String> lines;
                try (CapturedLog log = new CapturedLog()) {
                    assertThatThrownBy(() -> bus.execute(by, new SuspendTenant(acme)))
                            .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                                    .isEqualTo(Reason.FORBIDDEN));
                    lines = log.linesWith("");
                }
                assertThat(lines)
                        .as(shortened(hostile))
                        .allMatch(line -> line.startsWith("[main] ") && line.length() < 2_000)
                        .noneMatch(line -> line.chars().anyMatch(c -> c < ' ' || c == 0x202e || c == 0x2028))
                        .filteredOn(line -> line.contains(" org.esbmt.audit - "))
                        .hasSize(1);
            }
        }
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void aHostileTextIsNoNameInABatch() {
        for (String hostile : HOSTILE) {
            assertThatThrownBy(() -> new TenantRef.CreatedBefore(hostile))
                    .as(shortened(hostile))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(20, text.length()));
    }

    // --- requests

    static Stream<Asked> asked() {
        Map<String, Executable> all = everyOne();
        return RoleMatrix.lines().stream().map(line -> {
            Executable made = all.get(line.name());
            assertThat(made).as(line.name()).isNotNull();
            return new Asked(made, line);
        });
    }

    /** Returns every command and query, and the dry run. */
    private static Map<String, Executable> everyOne() {
        Map<String, Executable> all = new TreeMap<>();
        kinds(Command.class).forEach(kind -> all.put(kind.getSimpleName(), constructor(kind)));
        QUERIES.stream()
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> !method.isDefault())
                .forEach(method -> all.put(name(method), method));
        Arrays.stream(Administration.class.getMethods())
                .filter(method -> method.getName().equals("dryRun") && !method.isDefault())
                .forEach(method -> all.put(name(method), method));
        return all;
    }

    /** The constructor for a single request, with identifiers if there is one. */
    private static Constructor<?> constructor(Class<?> command) {
        return Arrays.stream(command.getConstructors())
                .min(Comparator.comparing(constructor -> Arrays.stream(constructor.getGenericParameterTypes())
                        .filter(type -> type.getTypeName().contains("Ref"))
                        .count()))
                .orElseThrow();
    }

    private static String name(Method method) {
        String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
        if (!method.getName().equals("findTenant")) {
            return name;
        }
        return name + (method.getParameterTypes()[1] == String.class ? "(name)" : "(id)");
    }

    /** Executes the request; empty if it succeeds. */
    private Optional<AdministrationException> ask(Asked asked, Role role, Whose whose, Map<String, Object> instead)
            throws Exception {
        Object[] arguments = Arrays.stream(asked.made().getParameters())
                .map(parameter -> argument(asked, parameter, role, whose, instead))
                .toArray();
        try {
            if (asked.made() instanceof Constructor<?> command) {
                commands.execute(TwoTenants.caller(role), (Command<?>) command.newInstance(arguments));
            } else {
                Method query = (Method) asked.made();
                query.invoke(queries.get(query.getDeclaringClass()), arguments);
            }
            return Optional.empty();
        } catch (AdministrationException refusal) {
            return Optional.of(refusal);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof AdministrationException refusal) {
                return Optional.of(refusal);
            }
            throw new AssertionError(asked + " failed", e.getCause());
        }
    }

    private Object argument(Asked asked, Parameter parameter, Role role, Whose whose, Map<String, Object> instead) {
        TenantId tenant =
                switch (whose) {
                    case OWN -> acme;
                    case ANOTHERS, NONE -> globex;
                    case NOBODYS -> TwoTenants.NOBODYS;
                };
        UserId user = (UserId) instead.getOrDefault(
                "user",
                switch (whose) {
                    case OWN -> clerk;
                    case ANOTHERS, NONE -> stranger;
                    case NOBODYS -> TwoTenants.NOBODY;
                });
        String name = parameter.getName();
        return switch (type(parameter)) {
            case "Administrator" -> TwoTenants.caller(role);
            case "TenantId" -> tenant;
            case "TenantRef" -> TenantRef.of(tenant);
            case "Optional<TenantId>" -> whose == Whose.NONE ? Optional.empty() : Optional.of(tenant);
            case "UserId" -> user;
            case "Optional<UserId>" -> instead.containsKey("user") ? Optional.of(user) : Optional.empty();
            case "Grantee" -> new Grantee.ToUser(user);
            case "GranteeRef" -> GranteeRef.of(new Grantee.ToUser(user));
            case "AccessCredentialId" -> instead.getOrDefault("credential", NO_TOKEN);
            case "CertificateDigest" -> instead.getOrDefault("digest", NO_CERTIFICATE);
            case "UserCertificateAdministration$Filter" ->
                new Filter(
                        instead.containsKey("user") ? Optional.of(user) : Optional.empty(),
                        text(instead, name + ".nameContains"),
                        Optional.empty());
            case "Scope" -> Scope.FULL;
            case "OptionalInt" -> OptionalInt.empty();
            case "UUID" -> instead.getOrDefault("id", TwoTenants.NOTHING);
            case "QuotaId" -> new QuotaId(tenant, Resource.USERS, Optional.empty(), text(instead, name + ".component"));
            case "QuotaScope" -> new QuotaScope(Resource.USERS, Optional.empty(), text(instead, name + ".component"));
            case "LinkAdministration$LinkView" ->
                new LinkView(
                        text(instead, name + ".component"),
                        tenant,
                        new QName(
                                text(instead, name + ".namespace").orElse("urn:plain"),
                                text(instead, name + ".service").orElse("Archive")),
                        text(instead, name + ".endpoint").orElse("files"));
            case "Batch" -> batch(tenant, instead);
            case "List<Batch$Step>" -> batch(tenant, instead).steps();
            case "Role" -> isOfInstallation(parameter) ? Role.SRE : Role.TENANT_AUDITOR;
            case "Set<Role>" -> Set.of(isOfInstallation(parameter) ? Role.SYSTEM_AUDITOR : Role.TENANT_USER);
            case "SystemUserAdministration$SystemUserFilter" ->
                new SystemUserFilter(text(instead, name + ".loginContains"), Optional.empty());
            case "UserAdministration$UserFilter" ->
                new UserFilter(text(instead, name + ".loginContains"), Optional.empty());
            case "TenantAdministration$TenantFilter" ->
                new TenantFilter(
                        text(instead, name + ".nameContains"), Optional.empty(), text(instead, name + ".nameAfter"));
            case "Optional<AuditAdministration$Head>" -> Optional.empty();
            case "OptionalLong" -> OptionalLong.empty();
            case "Limit" -> Limit.of(20);
            case "Password" ->
                password(text(instead, name).map(RolesOverManagersTest::secret).orElse("another long password"));
            case "char[]" -> text(instead, name).orElse(TwoTenants.PASSWORD).toCharArray();
            case "PageRequest" -> PageRequest.first(10);
            case "AssemblyAdministration$Archive" -> AssemblyAdministration.Archive.ORIGINAL;
            case "TrafficAdministration$Span" -> TrafficAdministration.Span.DAY;
            case "Duration" -> Duration.ZERO;
            case "ServiceId" ->
                service(name, asked.operation() == Operation.REGISTER_SERVICE ? "Invoices" : "Orders", instead);
            case "ServiceAdministration$ServiceFilter" ->
                new ServiceFilter(text(instead, name + ".namespace"), text(instead, name + ".nameContains"));
            case "Optional<Content>" -> Optional.empty();
            case "Content" ->
                switch (asked.operation()) {
                    case ATTACH_POLICY -> Content.of(TwoTenants.policy());
                    case REGISTER_CERTIFICATE -> TestCertificates.content(TestCertificates.LAPTOP);
                    case REGISTER_USER_CERTIFICATE ->
                        TestCertificates.content(
                                name.equals("request") ? TwoTenants.request(CERTIFICATE, user) : CERTIFICATE.pem());
                    default -> TwoTenants.archive();
                };
            case "Secret" ->
                TestBus.secret(
                        text(instead, name).map(RolesOverManagersTest::secret).orElse("a secret"));
            case "Optional<Secret>" -> Optional.empty();
            case "SecretUse" ->
                new SecretUse(SecretKind.PASSWORD, Optional.of("orders"), new Destination("orders.example.com", 443));
            case "Set<TokenAlgorithm>" -> Set.of(TokenAlgorithm.RS256);
            case "KeyPurpose" -> KeyPurpose.SIGN;
            case "KeyAlgorithm" -> KeyAlgorithm.EC_P256;
            case "ContactKind" -> ContactKind.TECHNICAL;
            case "Instant" ->
                asked.operation() == Operation.MAKE_KEY_FORMER ? Instant.now().plusSeconds(60) : Instant.EPOCH;
            case "Optional<UUID>" -> Optional.empty();
            case "Optional<String>" -> text(instead, name);
            case "Map<String, Optional<String>>" ->
                Map.of(
                        text(instead, name + ".key").orElse(KEY),
                        Optional.of(text(instead, name + ".value").orElse("60")));
            case "long" -> 1L;
            case "int" -> 10;
            case "boolean" -> true;
            case "String" -> text(instead, name).orElseGet(() -> usual(asked, name, whose));
            default -> throw new AssertionError("what is a " + parameter + " of " + asked + "?");
        };
    }

    private static boolean isOfInstallation(Parameter parameter) {
        return SystemUserCommand.class.isAssignableFrom(
                parameter.getDeclaringExecutable().getDeclaringClass());
    }

    private static String type(Parameter parameter) {
        return parameter.getParameterizedType().getTypeName().replaceAll("[a-z]+\\.", "");
    }

    private static String usual(Asked asked, String parameter, Whose whose) {
        if (asked.line().to() == RoleMatrix.To.NAMED || asked.operation() == Operation.REQUEST_OFFBOARDING) {
            return switch (whose) {
                case OWN -> "acme";
                case ANOTHERS, NONE -> "globex";
                case NOBODYS -> "nowhere";
            };
        }
        return switch (parameter) {
            case "assembly" -> "orders";
            case "login" -> "dave";
            case "policy" -> "secured";
            case "address" -> "110";
            case "subject" -> "CN=orders";
            case "component" -> SETTINGS.contains(asked.operation()) ? COMPONENT : "initech";
            default -> "initech";
        };
    }

    // --- state

    /** All data that a request could change, as a text. */
    private String everything() throws Exception {
        List<Object> all = new ArrayList<>(tenants.contents());
        all.addAll(bus.parts.settings(new ClusterId(bus.node.cluster()), new ComponentName(COMPONENT)));
        all.addAll(components.diary);
        return all.stream().map(Object::toString).collect(joining("\n"));
    }

    /** The audit entries of all actors but the caller. */
    private List<AuditEntry> others(Role role) {
        TenantId own = role.level() == Role.Level.SYSTEM ? TenantRegistry.SYSTEM : acme;
        return Stream.of(TenantRegistry.SYSTEM, acme, globex)
                .filter(chain -> !chain.equals(own))
                .flatMap(chain -> bus.audit.read(chain, 1, 1_000).stream())
                .toList();
    }

    /** A deployer without components that records the requests. */
    private static final class Components implements InvocationHandler {
        final List<String> diary = new ArrayList<>();

        ComponentDeployer deployer() {
            return (ComponentDeployer)
                    Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {ComponentDeployer.class}, this);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws DeploymentException {
            if (method.getReturnType() == List.class) {
                return List.of();
            }
            diary.add(method.getName());
            throw new DeploymentException(DeploymentException.Reason.NO_SUCH_COMPONENT, "there is none");
        }
    }

    /** The settings of one component with one key, which accepts any value. */
    private static final class Configurator implements ComponentConfigurator {
        private SortedMap<String, String> set = new TreeMap<>(Map.of(KEY, "30"));

        @Override
        public SortedMap<String, String> settings(String component) throws DeploymentException {
            if (!component.equals(COMPONENT)) {
                throw new DeploymentException(DeploymentException.Reason.NO_SUCH_COMPONENT, "there is none");
            }
            return set;
        }

        @Override
        public void check(String component, Map<String, String> settings) throws DeploymentException {
            if (!Set.of(KEY).containsAll(settings.keySet())) {
                throw new DeploymentException(DeploymentException.Reason.INVALID_SETTING, "there is " + KEY);
            }
        }

        @Override
        public boolean configure(String component, Map<String, String> settings, Sha256 decision) {
            set = new TreeMap<>(settings);
            return true;
        }

        @Override
        public List<Configured> configured() {
            return List.of();
        }
    }

    /** A node without unfinished transactions, so no operation finds one. */
    private static final class Finished implements TransactionAdministration {
        @Override
        public List<KnownResource> resources() {
            return List.of();
        }

        @Override
        public List<InDoubtBranch> inDoubt() {
            return List.of();
        }

        @Override
        public List<Heuristic> heuristics() {
            return List.of();
        }

        @Override
        public RecoveryState recovery() {
            return new RecoveryState(RecoveryState.Phase.DONE, List.of(), Optional.empty(), List.of());
        }

        @Override
        public RecoveryState recoverNow() {
            return recovery();
        }

        @Override
        public void retire(ResourceName name, String confirmation) {
            throw new IllegalArgumentException(
                    confirmation.equals(name.value())
                            ? "there is no such resource"
                            : "the confirmation is not the name");
        }

        @Override
        public void forget(TransactionId transaction, ResourceName resource) {
            throw new IllegalArgumentException("there is no such entry");
        }
    }
}
