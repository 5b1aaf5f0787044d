package org.esbmt.registry.testing;

import static java.util.Comparator.comparing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.AssemblyVersion;
import org.esbmt.registry.api.service.DeployedEndpoint;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DeploymentPeriod;
import org.esbmt.registry.api.service.DeploymentPeriod.Cause;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Endpoint;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.Forgotten;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.registry.api.service.ServiceUnit;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The data of {@link InMemoryServiceRegistry} for one tenant. All checks precede all changes. */
final class InMemoryServices {
    private final TenantId tenant;
    private final Map<Digest, Stored> artifacts = new HashMap<>();
    private final TreeMap<AssemblyName, Assembly> assemblies = new TreeMap<>();
    private final Map<ServiceName, Versioned<RegisteredService>> services = new HashMap<>();
    private Instant last = Instant.EPOCH;

    private static final class Stored {
        final byte[] content;
        final Instant putAt;

        Stored(byte[] content, Instant putAt) {
            this.content = content;
            this.putAt = putAt;
        }
    }

    /** The data of one name; it stays after an undeployment. */
    private static final class Assembly {
        final Map<Integer, AssemblyVersion> versions = new HashMap<>();
        final List<DeploymentPeriod> periods = new ArrayList<>();
        int lastVersion;
        long revision;
        Optional<Deployment> deployment = Optional.empty();

        Assembly copy() {
            Assembly copy = new Assembly();
            copy.versions.putAll(versions);
            copy.periods.addAll(periods);
            copy.lastVersion = lastVersion;
            copy.revision = revision;
            copy.deployment = deployment;
            return copy;
        }
    }

    InMemoryServices(TenantId tenant) {
        this.tenant = tenant;
    }

    InMemoryServices copy() {
        InMemoryServices copy = new InMemoryServices(tenant);
        copy.artifacts.putAll(artifacts);
        assemblies.forEach((name, assembly) -> copy.assemblies.put(name, assembly.copy()));
        copy.services.putAll(services);
        copy.last = last;
        return copy;
    }

    Digest put(byte[] content) {
        Digest digest = Digest.of(content);
        artifacts.put(digest, new Stored(content, now()));
        return digest;
    }

    Optional<byte[]> artifact(Digest digest) {
        return Optional.ofNullable(artifacts.get(digest)).map(stored -> stored.content);
    }

    Versioned<Deployment> deploy(AssemblyContent content, UserId by) throws RegistryException {
        if (deployment(content.name()).isPresent()) {
            throw new RegistryException.Conflict(
                    "The assembly '" + content.name() + "' of tenant " + tenant + " is deployed already.");
        }
        check(content);
        Assembly assembly = assemblies.computeIfAbsent(content.name(), any -> new Assembly());
        AssemblyVersion version = add(assembly, content, by);
        begin(assembly, version, OptionalInt.empty(), DesiredState.STARTED, Cause.DEPLOY, by);
        return deployment(content.name()).orElseThrow();
    }

    Versioned<Deployment> replace(long expectedRevision, AssemblyContent content, Cause cause, UserId by)
            throws RegistryException {
        Assembly assembly = deployed(content.name(), expectedRevision);
        Deployment old = assembly.deployment.orElseThrow();
        if (!old.current().content().user().equals(content.user())) {
            throw new RegistryException.RuleBroken(
                    "The user of the assembly '" + content.name() + "' stays the same in all versions.", null);
        }
        check(content);
        OptionalInt former =
                cause == Cause.SWITCH ? OptionalInt.of(old.current().number()) : old.former();
        begin(assembly, add(assembly, content, by), former, old.desired(), cause, by);
        return deployment(content.name()).orElseThrow();
    }

    Versioned<Deployment> rollback(long expectedRevision, AssemblyName name, UserId by) throws RegistryException {
        Assembly assembly = deployed(name, expectedRevision);
        Deployment old = assembly.deployment.orElseThrow();
        int former = old.former()
                .orElseThrow(() -> new RegistryException.RuleBroken(
                        "The assembly '" + name + "' has no version to go back to.", null));
        AssemblyVersion version = assembly.versions.get(former);
        checkNames(version.content());
        begin(assembly, version, OptionalInt.of(old.current().number()), old.desired(), Cause.ROLLBACK, by);
        return deployment(name).orElseThrow();
    }

    Versioned<Deployment> changeDesiredState(long expectedRevision, AssemblyName name, DesiredState desired, UserId by)
            throws RegistryException {
        Assembly assembly = deployed(name, expectedRevision);
        Deployment old = assembly.deployment.orElseThrow();
        assembly.deployment = Optional.of(new Deployment(tenant, desired, old.current(), old.former(), by, now()));
        assembly.revision++;
        return deployment(name).orElseThrow();
    }

    void undeploy(long expectedRevision, AssemblyName name) throws RegistryException {
        Assembly assembly = deployed(name, expectedRevision);
        end(assembly, now());
        assembly.deployment = Optional.empty();
        assembly.revision++;
    }

    Optional<Versioned<Deployment>> deployment(AssemblyName name) {
        return Optional.ofNullable(assemblies.get(name))
                .flatMap(assembly ->
                        assembly.deployment.map(deployment -> new Versioned<>(deployment, assembly.revision)));
    }

    List<Versioned<Deployment>> deployments() {
        return assemblies.keySet().stream()
                .flatMap(name -> deployment(name).stream())
                .toList();
    }

    Optional<AssemblyVersion> version(AssemblyName name, int number) {
        return Optional.ofNullable(assemblies.get(name)).map(assembly -> assembly.versions.get(number));
    }

    /** The newest first. */
    List<DeploymentPeriod> periods(AssemblyName name) {
        List<DeploymentPeriod> periods =
                new ArrayList<>(assemblies.containsKey(name) ? assemblies.get(name).periods : List.of());
        Collections.reverse(periods);
        return periods;
    }

    List<DeploymentPeriod> deployedAt(Instant at) {
        return assemblies.values().stream()
                .flatMap(assembly -> assembly.periods.stream())
                .filter(period -> !at.isBefore(period.from())
                        && period.to().map(at::isBefore).orElse(true))
                .toList();
    }

    List<DeployedEndpoint> endpoints() {
        List<DeployedEndpoint> endpoints = new ArrayList<>();
        for (Versioned<Deployment> deployment : deployments()) {
            AssemblyContent content = deployment.value().current().content();
            for (ServiceUnit unit : content.units()) {
                unit.endpoints()
                        .forEach(endpoint -> endpoints.add(
                                new DeployedEndpoint(content.name(), unit.name(), unit.component(), endpoint)));
            }
        }
        return endpoints;
    }

    Versioned<RegisteredService> register(ServiceName name, Optional<Digest> wsdl, UserId by) throws RegistryException {
        if (services.containsKey(name)) {
            throw new RegistryException.Conflict("Tenant " + tenant + " has the service " + name + " already.");
        }
        return keep(name, wsdl, new TreeMap<>(), by, 1);
    }

    Versioned<RegisteredService> update(long expectedRevision, ServiceName name, Optional<Digest> wsdl, UserId by)
            throws RegistryException {
        long next = expected(expectedRevision, name) + 1;
        return keep(name, wsdl, services.get(name).value().policies(), by, next);
    }

    void unregister(long expectedRevision, ServiceName name) throws RegistryException {
        expected(expectedRevision, name);
        services.remove(name);
    }

    Versioned<RegisteredService> attach(
            long expectedRevision, ServiceName name, PolicyName policy, Digest document, UserId by)
            throws RegistryException {
        long next = expected(expectedRevision, name) + 1;
        require(Optional.of(document));
        RegisteredService now = services.get(name).value();
        SortedMap<PolicyName, Digest> policies = new TreeMap<>(now.policies());
        policies.put(policy, document);
        return keep(name, now.wsdl(), policies, by, next);
    }

    Versioned<RegisteredService> detach(long expectedRevision, ServiceName name, PolicyName policy, UserId by)
            throws RegistryException {
        long next = expected(expectedRevision, name) + 1;
        RegisteredService now = services.get(name).value();
        SortedMap<PolicyName, Digest> policies = new TreeMap<>(now.policies());
        if (policies.remove(policy) == null) {
            throw new RegistryException.NotFound("The service " + name + " has no policy '" + policy + "'.");
        }
        return keep(name, now.wsdl(), policies, by, next);
    }

    Optional<Versioned<RegisteredService>> service(ServiceName name) {
        return Optional.ofNullable(services.get(name));
    }

    List<Versioned<RegisteredService>> services(ServiceQuery query) {
        Predicate<QName> wanted = name -> query.namespace()
                        .map(name.getNamespaceURI()::equals)
                        .orElse(true)
                && query.nameContains().map(name.getLocalPart()::contains).orElse(true);
        Comparator<ServiceName> order = comparing(
                        (ServiceName name) -> name.name().getNamespaceURI())
                .thenComparing(name -> name.name().getLocalPart())
                .thenComparing(ServiceName::version);
        return services.values().stream()
                .filter(service -> wanted.test(service.value().name().name()))
                .sorted(comparing(service -> service.value().name(), order))
                .toList();
    }

    Forgotten forget(Forgetting what) {
        int periods = 0;
        int versions = 0;
        Set<Digest> used = new HashSet<>();
        for (Assembly assembly : assemblies.values()) {
            for (DeploymentPeriod period : List.copyOf(assembly.periods)) {
                if (periods < what.atMost() && isOld(assembly, period, what)) {
                    assembly.periods.remove(period);
                    periods++;
                }
            }
            Set<Integer> kept = new HashSet<>();
            assembly.periods.forEach(period -> kept.add(period.version()));
            assembly.deployment.ifPresent(deployment -> {
                kept.add(deployment.current().number());
                deployment.former().ifPresent(kept::add);
            });
            for (int version : Set.copyOf(assembly.versions.keySet())) {
                if (versions < what.atMost() && !kept.contains(version)) {
                    assembly.versions.remove(version);
                    versions++;
                }
            }
            assembly.versions.values().forEach(version -> {
                used.add(version.content().original());
                used.add(version.content().rewritten());
            });
        }
        services.values().forEach(service -> service.value().wsdl().ifPresent(used::add));
        services.values()
                .forEach(service -> used.addAll(service.value().policies().values()));
        List<Digest> gone = artifacts.entrySet().stream()
                .filter(entry ->
                        !used.contains(entry.getKey()) && entry.getValue().putAt.isBefore(what.undeployedBefore()))
                .map(Map.Entry::getKey)
                .limit(what.atMost())
                .toList();
        gone.forEach(artifacts::remove);
        return new Forgotten(periods, versions, gone);
    }

    /** A deployed assembly that is not started keeps its history. */
    private static boolean isOld(Assembly assembly, DeploymentPeriod period, Forgetting what) {
        Optional<Instant> limit = assembly.deployment.isEmpty()
                ? Optional.of(what.undeployedBefore())
                : assembly.deployment
                        .filter(deployment -> deployment.desired() == DesiredState.STARTED)
                        .map(started -> what.endedBefore());
        return period.to().isPresent() && limit.isPresent() && period.to().get().isBefore(limit.get());
    }

    static <T> Listing<T> listing(List<T> all, Slice slice) {
        return new Listing<>(
                all.stream().skip(slice.offset()).limit(slice.limit()).toList(), all.size());
    }

    private Assembly deployed(AssemblyName name, long expectedRevision) throws RegistryException {
        Versioned<Deployment> deployment = deployment(name)
                .orElseThrow(() -> new RegistryException.NotFound(
                        "No assembly '" + name + "' of tenant " + tenant + " is deployed."));
        if (deployment.revision() != expectedRevision) {
            throw new RegistryException.Stale("The deployment of '" + name + "' is at revision " + deployment.revision()
                    + " by now, not at " + expectedRevision + ".");
        }
        return assemblies.get(name);
    }

    private AssemblyVersion add(Assembly assembly, AssemblyContent content, UserId by) {
        AssemblyVersion version = new AssemblyVersion(++assembly.lastVersion, content, by, now());
        assembly.versions.put(version.number(), version);
        return version;
    }

    private void begin(
            Assembly assembly,
            AssemblyVersion version,
            OptionalInt former,
            DesiredState desired,
            Cause cause,
            UserId by) {
        Instant now = now();
        end(assembly, now);
        AssemblyName name = version.content().name();
        assembly.periods.add(new DeploymentPeriod(name, version.number(), cause, by, now, Optional.empty()));
        assembly.deployment = Optional.of(new Deployment(tenant, desired, version, former, by, now));
        assembly.revision++;
    }

    private static void end(Assembly assembly, Instant now) {
        assembly.periods.replaceAll(period -> period.to().isPresent()
                ? period
                : new DeploymentPeriod(
                        period.assembly(),
                        period.version(),
                        period.cause(),
                        period.by(),
                        period.from(),
                        Optional.of(now)));
    }

    private void check(AssemblyContent content) throws RegistryException {
        require(Optional.of(content.original()));
        require(Optional.of(content.rewritten()));
        checkNames(content);
    }

    /** Checks that the names belong to the tenant and to no other assembly. */
    private void checkNames(AssemblyContent content) throws RegistryException {
        Set<Object> taken = new HashSet<>();
        endpoints().stream()
                .filter(used -> !used.assembly().equals(content.name()))
                .forEach(used -> taken.addAll(names(used.endpoint())));
        for (ServiceUnit unit : content.units()) {
            for (Endpoint endpoint : unit.endpoints()) {
                if (!isOurs(endpoint)) {
                    throw new RegistryException.RuleBroken(
                            "The name on the bus and the path of the endpoint " + endpoint.service() + ":"
                                    + endpoint.name() + " have to be those of tenant " + tenant + ".",
                            null);
                }
                for (Object name : names(endpoint)) {
                    if (!taken.add(name)) {
                        throw new RegistryException.Conflict(
                                "Another assembly of tenant " + tenant + " has " + name + ".");
                    }
                }
            }
        }
    }

    /** The names and paths that must be unique. */
    private static List<Object> names(Endpoint endpoint) {
        List<Object> names = new ArrayList<>();
        if (endpoint.direction() == Endpoint.Direction.PROVIDER) {
            names.add(List.of(endpoint.busService(), endpoint.name()));
        }
        endpoint.path().ifPresent(names::add);
        return names;
    }

    private boolean isOurs(Endpoint endpoint) {
        boolean name = endpoint.direction() == Endpoint.Direction.CONSUMER
                || endpoint.busService().getNamespaceURI().matches("(?s).*" + tenant + "(-[0-9a-f-]{36})?");
        return name
                && endpoint.path()
                        .map(path -> path.startsWith("/tenant-services/" + tenant + "/"))
                        .orElse(true);
    }

    private void require(Optional<Digest> digest) throws RegistryException {
        if (digest.isPresent() && !artifacts.containsKey(digest.get())) {
            throw new RegistryException.NotFound("Tenant " + tenant + " has put no artifact " + digest.get() + ".");
        }
    }

    private Versioned<RegisteredService> keep(
            ServiceName name, Optional<Digest> wsdl, SortedMap<PolicyName, Digest> policies, UserId by, long revision)
            throws RegistryException {
        require(wsdl);
        Versioned<RegisteredService> service =
                new Versioned<>(new RegisteredService(tenant, name, wsdl, policies, by, now()), revision);
        services.put(name, service);
        return service;
    }

    private long expected(long expectedRevision, ServiceName name) throws RegistryException {
        Versioned<RegisteredService> service = service(name)
                .orElseThrow(
                        () -> new RegistryException.NotFound("Tenant " + tenant + " has no service " + name + "."));
        if (service.revision() != expectedRevision) {
            throw new RegistryException.Stale("The service " + name + " is at revision " + service.revision()
                    + " by now, not at " + expectedRevision + ".");
        }
        return service.revision();
    }

    /** The time in PostgreSQL's precision, and later than any earlier one. */
    private Instant now() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        last = now.isAfter(last) ? now : last.plus(1, ChronoUnit.MICROS);
        return last;
    }
}
