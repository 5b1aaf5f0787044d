package org.esbmt.administration.internal.harness;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.internal.component.ComponentQueries;
import org.esbmt.administration.internal.component.SettingsManager;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * The services of administration as an adapter finds them: the managers themselves, over the {@link TestBus}. Each call is remembered
 * before a manager gets it. The node has the component http-bc, and a transaction in doubt.
 */
public final class PublishedServices {
    /** The password of the administrator of the installation. */
    public static final String PASSWORD = TestBus.GIVEN;

    public final TestBus bus;
    public final InMemoryComponents components = new InMemoryComponents();
    public final InMemorySettings settings = new InMemorySettings();
    public final OneBranchInDoubt transactions = new OneBranchInDoubt();

    private final Map<Class<?>, Object> services = new LinkedHashMap<>();
    private final List<Call> calls = new ArrayList<>();
    private volatile UUID here = OneNode.HERE;

    /** A call of a service by a user, and its further arguments. */
    public record Call(Administrator by, List<Object> arguments) {}

    public PublishedServices(Path data, String administrator) throws Exception {
        bus = new TestBus(data).withAdministrator(administrator);
        bus.transactions.bindTransactions(transactions);
        bus.services.bindHere(here());
        bus.node.has(components);
        bus.node.has(settings);
        components.own(InMemorySettings.COMPONENT);
        defineComponent();
        reportParts();
        publish(Administration.class, bus.executor(components, settings));
        publish(TenantAdministration.class, bus.tenantQueries);
        publish(UserAdministration.class, bus.userQueries);
        publish(AssemblyAdministration.class, bus.assemblyQueries);
        publish(AdministratorAccounts.class, bus.logins);
        publish(OperatorLogin.class, bus.logins);
        publish(InstallationStatus.class, bus.status);
        publish(ContactAdministration.class, bus.contacts);
        publish(AccessCredentialAdministration.class, bus.accessCredentials);
        publish(UserCertificateAdministration.class, bus.userCertificates);
        publish(TenantKeyAdministration.class, bus.tenantKeys);
        publish(ServiceAdministration.class, bus.serviceQueries);
        publish(SystemUserAdministration.class, bus.systemUsers);
        publish(QuotaAdministration.class, bus.ceilings);
        publish(ContingentAdministration.class, bus.contingents);
        publish(AuditAdministration.class, bus.audits);
        publish(LinkAdministration.class, bus.linking);
        publish(ClusterAdministration.class, bus.nodes);
        publish(OperationAdministration.class, bus.operations);
        publish(TransactionOversight.class, bus.transactions);
        publish(TrafficAdministration.class, bus.traffic);
        publish(ComponentAdministration.class, new ComponentQueries(bus.access, bus.services, components));
        publish(ComponentConfiguration.class, new SettingsManager(bus.access, bus.services, settings, bus.nodeOutcome));
    }

    private void defineComponent() throws RegistryException {
        bus.clusters.register(
                new ClusterId(bus.node.cluster()), new InstanceId(OneNode.HERE), new HostName("one.example"));
        bus.parts.define(
                NewComponent.own(new ComponentName(InMemorySettings.COMPONENT), ComponentKind.BINDING_COMPONENT),
                new UserId(OneNode.HERE));
    }

    /** Grants messages for this cluster and http-bc, which this version lists and does not enforce. */
    public void grantAsAnEarlierVersion(TenantId tenant, Limit messages) throws RegistryException {
        QuotaKey key = new QuotaKey(
                tenant,
                Resource.MESSAGES,
                Optional.of(new ClusterId(bus.node.cluster())),
                Optional.of(new ComponentName(InMemorySettings.COMPONENT)));
        bus.quotas.grant(key, messages, new UserId(OneNode.HERE));
    }

    /** Reports the parts of this node, and the settings in force, as the node does with a heartbeat. */
    public void reportParts() throws RegistryException {
        Map<String, ComponentState> states = new HashMap<>();
        for (DeployedComponent part : components.components()) {
            String version = part.digest().orElse(NewComponent.OWN_VERSION);
            states.put(
                    part.name() + version, ComponentState.valueOf(part.state().toUpperCase(Locale.ROOT)));
        }
        for (SharedLibrary library : components.libraries()) {
            states.put(library.name() + library.digest(), ComponentState.SHUTDOWN);
        }
        for (JbiComponent known : bus.parts.listComponents(new Slice(0, 100)).entries()) {
            String name = known.definition().name().value();
            bus.parts.observe(
                    new InstanceId(OneNode.HERE),
                    known.id(),
                    states.getOrDefault(name + known.definition().version(), ComponentState.ABSENT),
                    name.equals(InMemorySettings.COMPONENT)
                            ? settings.decision().map(digest -> new Sha256(digest.hex()))
                            : Optional.empty());
        }
    }

    /** The nodes of the cluster, of which all but this one were heard of 90 seconds ago. */
    public ClusterAdministration withSilentNodes() {
        ClusterAdministration known = of(ClusterAdministration.class);
        return new ClusterAdministration() {
            @Override
            public Page<NodeView> nodes(Administrator by, PageRequest page) throws AdministrationException {
                Page<NodeView> all = known.nodes(by, page);
                List<NodeView> nodes =
                        all.entries().stream().map(this::asFarAsHeard).toList();
                return new Page<>(nodes, all.offset(), all.total());
            }

            @Override
            public NodeView node(Administrator by, UUID node) throws AdministrationException {
                return asFarAsHeard(known.node(by, node));
            }

            private NodeView asFarAsHeard(NodeView node) {
                return node.here() ? node : silent(node);
            }
        };
    }

    private static NodeView silent(NodeView node) {
        return new NodeView(
                node.id(),
                node.host(),
                node.here(),
                node.state(),
                node.health(),
                node.observedRevision(),
                node.newestRevision(),
                Duration.ofSeconds(90),
                true,
                node.digest(),
                node.differs());
    }

    /** Lets the tenant registry fail with an exception of this text, which nobody expects. */
    public void breakDown(String secret) {
        bus.services.bindTenants((TenantRegistry) Proxy.newProxyInstance(
                TenantRegistry.class.getClassLoader(),
                new Class<?>[] {TenantRegistry.class},
                (proxy, method, arguments) -> {
                    throw new IllegalStateException(secret);
                }));
    }

    /** Moves administration to another node. */
    public void moveTo(InstanceId node) {
        here = node.value();
    }

    private ClusterNode here() {
        return (ClusterNode) Proxy.newProxyInstance(
                ClusterNode.class.getClassLoader(), new Class<?>[] {ClusterNode.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("instance")) {
                        return here;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    private <T> void publish(Class<T> type, T manager) {
        services.put(
                type,
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return method.getName().equals("equals")
                                ? proxy == arguments[0]
                                : method.invoke(manager, arguments);
                    }
                    if (arguments != null && arguments[0] instanceof Administrator by) {
                        remember(new Call(by, List.of(arguments).subList(1, arguments.length)));
                    }
                    try {
                        return method.invoke(manager, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    public <T> T of(Class<T> type) {
        return type.cast(requireNonNull(services.get(type), type.getName()));
    }

    public Collection<Object> all() {
        return List.copyOf(services.values());
    }

    private synchronized void remember(Call call) {
        calls.add(call);
    }

    /** The calls of commands and queries so far. */
    public synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    /** The caller of the last command or query. */
    public synchronized Optional<Administrator> lastBy() {
        return calls.isEmpty()
                ? Optional.empty()
                : Optional.of(calls.get(calls.size() - 1).by());
    }

    /** The arguments of this type, such as the commands of a type, in the order of the calls. */
    public <T> List<T> given(Class<T> type) {
        return calls().stream()
                .flatMap(call -> call.arguments().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
