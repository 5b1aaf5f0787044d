package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.DeployedAssembly;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyCommand;
import org.esbmt.management.api.message.AssemblyCommand.Action;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Service assemblies over the service registry: what is deployed is decided there, for all nodes at once, and the nodes
 * follow. Who asks waits for this node; when it cannot do what was decided, that is taken back ({@link Aftermath}).
 */
@Component(service = {AssemblyAdministration.class, AssemblyManager.class})
public final class AssemblyManager implements AssemblyAdministration {
    private final AccessLayer access;
    private final BusServices services;
    private final Allotments allotments;
    private final Aftermath aftermath;

    @Activate
    public AssemblyManager(
            @Reference AccessLayer access,
            @Reference BusServices services,
            @Reference Allotments allotments,
            @Reference Aftermath aftermath) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.allotments = requireNonNull(allotments, "allotments");
        this.aftermath = requireNonNull(aftermath, "aftermath");
    }

    @Override
    public AssemblyView deploy(Administrator by, TenantId tenant, Optional<UserId> user, InputStream archive)
            throws AdministrationException {
        requireNonNull(archive, "archive");
        Administrator asking = aftermath.identified(by);
        Target asked = Target.of(tenant, "tenant " + tenant + whose(user));
        Decided decided = access.change(asking, Operation.DEPLOY_ASSEMBLY, asked, caller -> {
            if (!access.isMade(by)) {
                staying(tenant, user);
            }
            return deploying(tenant, user, archive);
        });
        return aftermath.of(asking, decided, this::undeployAgain);
    }

    /** As one step of several: the tenant need not be there before. */
    Ask<Decided> deploying(TenantId tenant, Optional<UserId> user, InputStream archive)
            throws AdministrationException, DeploymentException {
        CheckedAssembly checked = services.deployer().check(tenant, user, archive);
        AssemblyContent content = Contents.of(checked);
        return new Ask<>(
                Target.of(tenant, target(tenant, content.name()).name() + whose(user)),
                Ask.request(tenant, user, content.original()),
                change -> {
                    allotments.holdForAssemblies(tenant);
                    staying(tenant, user);
                    put(change, tenant, checked);
                    Versioned<Deployment> deployed =
                            services.central().services().deploy(tenant, content, change.by());
                    allotments.assembly(change, tenant, content);
                    change.to(content.original().hex());
                    return told(change, deployed, Action.DEPLOY, Optional.of(artifact(checked)));
                },
                before -> Decided.read(tenant, before.what()));
    }

    private static String whose(Optional<UserId> user) {
        return user.map(u -> ", for its user " + u).orElse("");
    }

    @Override
    public AssemblyView update(Administrator by, TenantId tenant, InputStream archive) throws AdministrationException {
        return bring(by, Operation.UPDATE_ASSEMBLY, Action.UPDATE, tenant, archive);
    }

    @Override
    public AssemblyView switchTo(Administrator by, TenantId tenant, InputStream archive)
            throws AdministrationException {
        return bring(by, Operation.SWITCH_ASSEMBLY, Action.SWITCH, tenant, archive);
    }

    private AssemblyView bring(
            Administrator by, Operation operation, Action action, TenantId tenant, InputStream archive)
            throws AdministrationException {
        requireNonNull(archive, "archive");
        Administrator asking = aftermath.identified(by);
        Decided decided = access.change(asking, operation, Target.of(tenant), caller -> {
            if (!access.isMade(by)) {
                staying(tenant, Optional.empty());
            }
            return bringing(tenant, action, archive);
        });
        return aftermath.of(asking, decided, this::bringBack);
    }

    /** As one step of several: the version before need not be there before. */
    Ask<Decided> bringing(TenantId tenant, Action action, InputStream archive)
            throws AdministrationException, DeploymentException, RegistryException {
        CheckedAssembly checked = checkedVersion(tenant, archive);
        AssemblyContent content = Contents.of(checked);
        return new Ask<>(
                target(tenant, content.name()),
                Ask.request(tenant, content.original()),
                change -> brought(change, action, tenant, checked),
                before -> Decided.read(tenant, before.what()));
    }

    private Decided brought(Change change, Action action, TenantId tenant, CheckedAssembly checked)
            throws AdministrationException, RegistryException {
        AssemblyContent content = Contents.of(checked);
        allotments.holdForAssemblies(tenant);
        staying(tenant, Optional.empty());
        Versioned<Deployment> before = deployed(tenant, content.name());
        change.checkSeen("The deployment of '" + content.name() + "'", before.revision());
        if (!before.value().current().content().user().equals(content.user())) {
            throw new AdministrationException(
                    CONFLICT,
                    "the assembly '" + content.name() + "' is others' than when its new version was checked: ask again,"
                            + " in a request of its own");
        }
        put(change, tenant, checked);
        ServiceRegistry registry = services.central().services();
        long revision = change.revision(before.revision());
        Versioned<Deployment> deployed = action == Action.SWITCH
                ? registry.switchTo(tenant, revision, content, change.by())
                : registry.update(tenant, revision, content, change.by());
        allotments.assembly(change, tenant, content);
        change.from(before.value().current().content().original().hex());
        change.to(content.original().hex());
        return told(change, deployed, action, Optional.of(artifact(checked)))
                .after(before.value().current().number());
    }

    /** For the user whose the deployed assembly is: which one that is, the archive tells. */
    private CheckedAssembly checkedVersion(TenantId tenant, InputStream archive)
            throws AdministrationException, DeploymentException, RegistryException {
        CheckedAssembly checked = services.deployer().check(tenant, Optional.empty(), archive);
        Optional<UserId> user = services.central()
                .services()
                .findDeployment(tenant, new AssemblyName(checked.name()))
                .flatMap(deployed -> deployed.value().current().content().user());
        return user.isEmpty()
                ? checked
                : services.deployer().check(tenant, user, new ByteArrayInputStream(checked.original()));
    }

    /** What comes back was allowed when it was brought. */
    @Override
    public AssemblyView rollback(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.ROLL_BACK_ASSEMBLY, tenant, assembly);
    }

    private Decided rolledBack(Change change, Versioned<Deployment> before)
            throws AdministrationException, RegistryException {
        TenantId tenant = before.value().tenant();
        AssemblyName name = before.value().assembly();
        Versioned<Deployment> deployed =
                services.central().services().rollback(tenant, change.revision(before.revision()), name, change.by());
        AssemblyContent content = deployed.value().current().content();
        Artifact original = kept(tenant, content.original());
        allotments.assembly(change, tenant, content);
        change.from(before.value().current().content().original().hex());
        change.to(content.original().hex());
        return told(change, deployed, Action.ROLLBACK, Optional.of(original))
                .after(before.value().current().number());
    }

    @Override
    public void undeploy(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        Administrator asking = aftermath.identified(by);
        Decided decided = access.change(
                asking, Operation.UNDEPLOY_ASSEMBLY, target(tenant, assembly), caller -> undeploying(tenant, assembly));
        aftermath.of(asking, decided);
    }

    /** As one step of several. */
    Ask<Decided> undeploying(TenantId tenant, String assembly) throws AdministrationException {
        return undeploying(tenant, name(tenant, assembly));
    }

    private Ask<Decided> undeploying(TenantId tenant, AssemblyName name) {
        return new Ask<>(
                target(tenant, name),
                Ask.request(tenant, name),
                change -> {
                    allotments.holdForAssemblies(tenant);
                    Versioned<Deployment> before = deployed(tenant, name);
                    return undeployed(change, before, change.revision(before.revision()));
                },
                before -> Decided.read(tenant, before.what()));
    }

    private Decided undeployed(Change change, Versioned<Deployment> before, long revision) throws RegistryException {
        TenantId tenant = before.value().tenant();
        AssemblyName name = before.value().assembly();
        services.central().services().undeploy(tenant, revision, name, change.by());
        allotments.freed(tenant, name);
        change.from(before.value().current().content().original().hex());
        return told(change, before, Action.UNDEPLOY, Optional.empty());
    }

    @Override
    public AssemblyView start(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.START_ASSEMBLY, tenant, assembly);
    }

    @Override
    public AssemblyView stop(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.STOP_ASSEMBLY, tenant, assembly);
    }

    @Override
    public AssemblyView shutDown(Administrator by, TenantId tenant, String assembly) throws AdministrationException {
        return change(by, Operation.SHUT_DOWN_ASSEMBLY, tenant, assembly);
    }

    private Decided desired(Change change, Versioned<Deployment> before, DesiredState state, Action action)
            throws RegistryException {
        Deployment deployment = before.value();
        Versioned<Deployment> changed = services.central()
                .services()
                .changeDesiredState(
                        deployment.tenant(),
                        change.revision(before.revision()),
                        deployment.assembly(),
                        state,
                        change.by());
        change.from(deployment.desired().toString());
        change.to(state.toString());
        return told(change, changed, action, Optional.empty());
    }

    private AssemblyView change(Administrator by, Operation operation, TenantId tenant, String assembly)
            throws AdministrationException {
        Administrator asking = aftermath.identified(by);
        Decided decided = access.change(
                asking, operation, target(tenant, assembly), caller -> changing(tenant, operation, assembly));
        return aftermath.of(asking, decided);
    }

    /** As one step of several: a rollback, a start, a stop or a shut-down. */
    Ask<Decided> changing(TenantId tenant, Operation operation, String assembly) throws AdministrationException {
        AssemblyName name = name(tenant, assembly);
        return new Ask<>(
                target(tenant, assembly),
                Ask.request(tenant, name),
                change -> {
                    if (operation == Operation.ROLL_BACK_ASSEMBLY) {
                        allotments.holdForAssemblies(tenant);
                    }
                    return changed(change, operation, deployed(tenant, name));
                },
                before -> Decided.read(tenant, before.what()));
    }

    private Decided changed(Change change, Operation operation, Versioned<Deployment> before)
            throws AdministrationException, RegistryException {
        return switch (operation) {
            case ROLL_BACK_ASSEMBLY -> rolledBack(change, before);
            case START_ASSEMBLY -> desired(change, before, DesiredState.STARTED, Action.START);
            case STOP_ASSEMBLY -> desired(change, before, DesiredState.STOPPED, Action.STOP);
            case SHUT_DOWN_ASSEMBLY -> desired(change, before, DesiredState.SHUT_DOWN, Action.SHUT_DOWN);
            default -> throw new IllegalArgumentException(operation + " is no change of what is deployed");
        };
    }

    // --- what is taken back

    private void undeployAgain(Administrator back, Decided failed) throws AdministrationException {
        Target target = target(failed.tenant(), failed.assembly());
        access.change(
                back,
                Operation.UNDEPLOY_ASSEMBLY,
                target,
                caller -> new Ask<>(
                        target,
                        Ask.request(failed.tenant(), failed.assembly()),
                        change -> {
                            allotments.holdForAssemblies(failed.tenant());
                            return undeployed(change, deployed(failed.tenant(), failed.assembly()), failed.revision());
                        },
                        before -> Decided.read(failed.tenant(), before.what())));
    }

    /** The version before becomes the current one again, under a new number; nodes that have it do nothing. */
    private void bringBack(Administrator back, Decided failed) throws AdministrationException {
        Target target = target(failed.tenant(), failed.assembly());
        access.change(
                back,
                Operation.UPDATE_ASSEMBLY,
                target,
                caller -> new Ask<>(
                        target,
                        Ask.request(failed.tenant(), failed.assembly(), failed.before()),
                        change -> broughtBack(change, failed),
                        before -> Decided.read(failed.tenant(), before.what())));
    }

    private Decided broughtBack(Change change, Decided failed) throws RegistryException, AdministrationException {
        TenantId tenant = failed.tenant();
        allotments.holdForAssemblies(tenant);
        AssemblyContent content = services.central()
                .services()
                .findVersion(tenant, failed.assembly(), failed.before())
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the version before is forgotten"))
                .content();
        Versioned<Deployment> deployed =
                services.central().services().update(tenant, failed.revision(), content, change.by());
        Artifact original = kept(tenant, content.original());
        allotments.assembly(change, tenant, content);
        change.to(content.original().hex());
        return told(change, deployed, Action.UPDATE, Optional.of(original));
    }

    // --- reading

    @Override
    public byte[] archive(Administrator by, TenantId tenant, String assembly, Archive which)
            throws AdministrationException {
        ArchiveForm form =
                switch (which) {
                    case ORIGINAL -> ArchiveForm.ORIGINAL;
                    case REWRITTEN -> ArchiveForm.REWRITTEN;
                };
        Target target = target(tenant, assembly);
        return access.perform(by, Operation.EXPORT_ASSEMBLY, target, caller -> services.deployer()
                .archive(tenant, assembly, form));
    }

    @Override
    public Page<AssemblyView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException {
        return access.perform(by, Operation.LIST_ASSEMBLIES, Target.of(tenant), caller -> {
            SortedMap<String, DeployedAssembly> here = new TreeMap<>();
            services.deployer().assemblies(tenant).forEach(assembly -> here.put(assembly.name(), assembly));
            try {
                return listed(tenant, here, page);
            } catch (RegistryException.Unavailable e) {
                if (here.isEmpty()) {
                    throw e;
                }
                return Page.of(
                        here.values().stream().map(AssemblyManager::undecided).toList(), page);
            }
        });
    }

    private Page<AssemblyView> listed(TenantId tenant, SortedMap<String, DeployedAssembly> here, PageRequest page)
            throws RegistryException, AdministrationException {
        Listing<Versioned<Deployment>> decided =
                services.central().services().listDeployments(tenant, new Slice(page.offset(), page.limit()));
        List<AssemblyView> part = new ArrayList<>();
        SortedMap<String, DeployedAssembly> others = new TreeMap<>(here);
        for (Versioned<Deployment> one : decided.entries()) {
            DeployedAssembly same = others.remove(one.value().assembly().value());
            part.add(same == null ? Views.pending(one) : Views.assembly(same, OptionalLong.of(one.revision())));
        }
        others.keySet().retainAll(undeployed(tenant, others.keySet()));
        others.values().stream()
                .skip(Math.max(0, page.offset() - decided.total()))
                .limit(page.limit() - part.size())
                .map(AssemblyManager::undecided)
                .forEach(part::add);
        long total = decided.total() + others.size();
        if (total == 0) {
            existing(tenant);
        }
        return new Page<>(part, page.offset(), total);
    }

    /** Those that this node has beyond what is decided. */
    private Set<String> undeployed(TenantId tenant, Set<String> names) throws RegistryException {
        if (names.isEmpty()) {
            return Set.of();
        }
        return services
                .central()
                .services()
                .findUndeployed(tenant, names.stream().map(AssemblyName::new).collect(Collectors.toSet()))
                .stream()
                .map(AssemblyName::value)
                .collect(Collectors.toSet());
    }

    private static AssemblyView undecided(DeployedAssembly here) {
        return Views.assembly(here, OptionalLong.empty());
    }

    // --- what the changes are made of

    private void put(Change change, TenantId tenant, CheckedAssembly checked) throws RegistryException {
        for (byte[] archive : List.of(checked.original(), checked.rewritten())) {
            Digest digest = services.central().services().putArtifact(tenant, archive);
            allotments.artifact(change, tenant, digest, archive.length);
        }
    }

    private static Artifact artifact(CheckedAssembly checked) {
        byte[] original = checked.original();
        return new Artifact(Sha256.of(original), original.length);
    }

    private Artifact kept(TenantId tenant, Digest digest) throws RegistryException, AdministrationException {
        return KeptArchives.find(services.central().services(), tenant, digest)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the archive " + digest + " is forgotten"));
    }

    private Decided told(Change change, Versioned<Deployment> deployment, Action action, Optional<Artifact> artifact)
            throws RegistryException {
        Deployment d = deployment.value();
        change.tell(new AssemblyCommand(
                d.tenant(),
                d.current().content().user(),
                Allotments.holder(d.tenant(), d.assembly()).value(),
                d.assembly().value(),
                d.current().number(),
                action,
                artifact,
                action.artifact() ? KeptArchives.former(services.central().services(), d) : Optional.empty()));
        Decided decided = new Decided(
                d.tenant(), d.assembly(), deployment.revision(), d.current().number());
        change.did(decided.text());
        return decided;
    }

    private Versioned<Deployment> deployed(TenantId tenant, AssemblyName name)
            throws RegistryException, AdministrationException {
        return services.central()
                .services()
                .findDeployment(tenant, name)
                .orElseThrow(() ->
                        new AdministrationException(NOT_FOUND, "the tenant has no assembly '" + name + "' deployed"));
    }

    /** A name that no assembly can have is one that none has. */
    private static AssemblyName name(TenantId tenant, String assembly) throws AdministrationException {
        requireNonNull(tenant, "tenant");
        try {
            return new AssemblyName(requireNonNull(assembly, "assembly"));
        } catch (IllegalArgumentException e) {
            throw new AdministrationException(NOT_FOUND, "the tenant has no assembly of that name: " + e.getMessage());
        }
    }

    private Versioned<Tenant> existing(TenantId tenant) throws RegistryException, AdministrationException {
        return Existing.tenant(services.tenants(), tenant);
    }

    /** A tenant on its way out gets nothing new. A user who is locked out may come back; one who was revoked does not. */
    private void staying(TenantId tenant, Optional<UserId> user) throws RegistryException, AdministrationException {
        Existing.taking(services.tenants(), tenant, Existing.Gift.ASSEMBLIES);
        if (user.isPresent()) {
            TenantUser of = services.tenants()
                    .findUser(tenant, user.get())
                    .orElseThrow(() ->
                            new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no user " + user.get()))
                    .value();
            if (of.state() == UserState.REVOKED) {
                throw new AdministrationException(
                        CONFLICT, "user '" + of.login().value() + "' is " + of.state() + ", and gets no assemblies");
            }
        }
    }

    private static Target target(TenantId tenant, AssemblyName assembly) {
        return target(tenant, assembly.value());
    }

    /** As who asks has named it, who need not be allowed to. */
    private static Target target(TenantId tenant, String assembly) {
        return Target.of(tenant, "assembly " + requireNonNull(assembly, "assembly") + " of tenant " + tenant);
    }
}
