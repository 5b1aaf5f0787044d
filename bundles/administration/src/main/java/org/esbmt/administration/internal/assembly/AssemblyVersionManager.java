package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.command.AssemblyCommand;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.Decided;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.References;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Artifact;
import org.esbmt.management.api.message.AssemblyManagementCommand.Action;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Deployment;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Deploys versions of service assemblies, over the service registry. The registry has the desired version for all nodes at once, and
 * the nodes follow. The caller waits for this node; if it cannot carry out the decision, the decision is taken back
 * ({@link NodeOutcome}).
 */
@Component(service = AssemblyVersionManager.class)
public final class AssemblyVersionManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final NodeOutcome nodeOutcome;
    private final Deployments deployments;
    private final CommandHandlers commands;

    @Activate
    public AssemblyVersionManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption,
            @Reference NodeOutcome nodeOutcome) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.deployments = new Deployments(services, quotaConsumption);
        this.commands = new CommandHandlers()
                .add(
                        DeployAssembly.class,
                        StepHandler.<DeployAssembly, Decided, AssemblyView>of(
                                        access,
                                        Operation.DEPLOY_ASSEMBLY,
                                        (c, references) -> {
                                            TenantId tenant = references.tenant(c.tenant());
                                            return OperationTarget.of(tenant, "tenant " + tenant + whose(c.user()));
                                        },
                                        this::deploying,
                                        (by, c, decided) -> nodeOutcome.of(by, decided, this::undeployAgain))
                                .checkedBy(this::checkDeployable)
                                .identifiedBy(nodeOutcome::identified))
                .add(
                        UpdateAssembly.class,
                        bringing(
                                Operation.UPDATE_ASSEMBLY,
                                Action.UPDATE,
                                UpdateAssembly::assembly,
                                UpdateAssembly::archive))
                .add(
                        SwitchAssembly.class,
                        bringing(
                                Operation.SWITCH_ASSEMBLY,
                                Action.SWITCH,
                                SwitchAssembly::assembly,
                                SwitchAssembly::archive))
                .add(
                        RollBackAssembly.class,
                        StepHandler.<RollBackAssembly, Decided, AssemblyView>of(
                                        access,
                                        Operation.ROLL_BACK_ASSEMBLY,
                                        (c, references) ->
                                                Deployments.target(references.tenant(c.tenant()), c.assembly()),
                                        (c, references) -> rollingBack(references.tenant(c.tenant()), c.assembly()),
                                        (by, c, decided) -> nodeOutcome.of(by, decided))
                                .identifiedBy(nodeOutcome::identified));
    }

    public CommandHandlers commands() {
        return commands;
    }

    private <C extends AssemblyCommand<AssemblyView>> StepHandler<C, Decided, AssemblyView> bringing(
            Operation operation, Action action, Function<C, Optional<String>> assembly, Function<C, Content> archive) {
        return StepHandler.<C, Decided, AssemblyView>of(
                        access,
                        operation,
                        (c, references) -> OperationTarget.of(references.tenant(c.tenant())),
                        (c, references) -> bringing(
                                references.tenant(c.tenant()),
                                action,
                                assembly.apply(c),
                                archive.apply(c).open()),
                        (by, c, decided) -> nodeOutcome.of(by, decided, this::bringBack))
                .checkedBy((by, c) -> {
                    if (!access.isMade(by)) {
                        staying(References.OF_ONE_COMMAND.tenant(c.tenant()), Optional.empty());
                    }
                })
                .identifiedBy(nodeOutcome::identified);
    }

    private void checkDeployable(Administrator by, DeployAssembly command)
            throws AdministrationException, RegistryException {
        if (!access.isMade(by)) {
            TenantId tenant = References.OF_ONE_COMMAND.tenant(command.tenant());
            staying(tenant, user(command, tenant, References.OF_ONE_COMMAND));
        }
    }

    private Optional<UserId> user(DeployAssembly command, TenantId tenant, References references)
            throws AdministrationException, RegistryException {
        return command.user().isEmpty()
                ? Optional.empty()
                : Optional.of(references.user(services, tenant, command.user().get()));
    }

    private PreparedChange<Decided> deploying(DeployAssembly command, References references)
            throws AdministrationException, DeploymentException, RegistryException {
        TenantId tenant = references.tenant(command.tenant());
        Optional<UserId> user = user(command, tenant, references);
        CheckedAssembly checked =
                services.deployer().check(tenant, user, command.archive().open());
        AssemblyContent content = Contents.of(checked);
        return new PreparedChange<>(
                OperationTarget.of(
                        tenant, Deployments.target(tenant, content.name()).name() + whose(user)),
                PreparedChange.request(tenant, user, content.original()),
                change -> {
                    quotaConsumption.holdForAssemblies(tenant);
                    staying(tenant, user);
                    put(change, tenant, checked);
                    Versioned<Deployment> deployed =
                            services.resources().services().deploy(tenant, content, change.by());
                    quotaConsumption.assembly(change, tenant, content);
                    change.to(content.original().hex());
                    return deployments.told(change, deployed, Action.DEPLOY, Optional.of(artifact(checked)));
                },
                before -> Decided.read(tenant, before.what()));
    }

    private static String whose(Optional<?> user) {
        return user.map(u -> ", for its user " + u).orElse("");
    }

    private PreparedChange<Decided> bringing(
            TenantId tenant, Action action, Optional<String> expected, InputStream archive)
            throws AdministrationException, DeploymentException, RegistryException {
        CheckedAssembly checked = checkedVersion(tenant, expected, archive);
        AssemblyContent content = Contents.of(checked);
        return new PreparedChange<>(
                Deployments.target(tenant, content.name()),
                PreparedChange.request(tenant, content.original()),
                change -> brought(change, action, tenant, checked),
                before -> Decided.read(tenant, before.what()));
    }

    private Decided brought(Change change, Action action, TenantId tenant, CheckedAssembly checked)
            throws AdministrationException, RegistryException {
        AssemblyContent content = Contents.of(checked);
        quotaConsumption.holdForAssemblies(tenant);
        staying(tenant, Optional.empty());
        Versioned<Deployment> before = deployments.deployed(tenant, content.name());
        quotaConsumption.requireWithinContingent(change.caller(), tenant, content.name());
        change.checkSeen("The deployment of '" + content.name() + "'", before.revision());
        if (!before.value().current().content().user().equals(content.user())) {
            throw new AdministrationException(
                    CONFLICT,
                    "the assembly '" + content.name()
                            + "' has other users since its new version was checked: ask again,"
                            + " in a request of its own");
        }
        put(change, tenant, checked);
        ServiceRegistry registry = services.resources().services();
        long revision = change.revision(before.revision());
        Versioned<Deployment> deployed = action == Action.SWITCH
                ? registry.switchTo(tenant, revision, content, change.by())
                : registry.update(tenant, revision, content, change.by());
        quotaConsumption.assembly(change, tenant, content);
        change.from(before.value().current().content().original().hex());
        change.to(content.original().hex());
        return deployments
                .told(change, deployed, action, Optional.of(artifact(checked)))
                .after(before.value().current().number());
    }

    /** Checks an archive for the user of the deployed assembly; the archive names the assembly. */
    private CheckedAssembly checkedVersion(TenantId tenant, Optional<String> expected, InputStream archive)
            throws AdministrationException, DeploymentException, RegistryException {
        CheckedAssembly checked = services.deployer().check(tenant, Optional.empty(), archive);
        if (expected.isPresent() && !expected.get().equals(checked.name())) {
            throw new AdministrationException(
                    INVALID,
                    "the archive is one of the assembly '" + checked.name() + "', not of '"
                            + Audit.shown(expected.get()) + "'");
        }
        Optional<UserId> user = services.resources()
                .services()
                .findDeployment(tenant, new AssemblyName(checked.name()))
                .flatMap(deployed -> deployed.value().current().content().user());
        return user.isEmpty()
                ? checked
                : services.deployer().check(tenant, user, new ByteArrayInputStream(checked.original()));
    }

    /** Goes back to the former version, which was checked when it was deployed. */
    private PreparedChange<Decided> rollingBack(TenantId tenant, String assembly) throws AdministrationException {
        AssemblyName name = Deployments.name(tenant, assembly);
        return new PreparedChange<>(
                Deployments.target(tenant, assembly),
                PreparedChange.request(tenant, name),
                change -> {
                    quotaConsumption.holdForAssemblies(tenant);
                    return rolledBack(change, deployments.deployed(tenant, name));
                },
                before -> Decided.read(tenant, before.what()));
    }

    private Decided rolledBack(Change change, Versioned<Deployment> before)
            throws AdministrationException, RegistryException {
        TenantId tenant = before.value().tenant();
        AssemblyName name = before.value().assembly();
        quotaConsumption.requireWithinContingent(change.caller(), tenant, name);
        Versioned<Deployment> deployed =
                services.resources().services().rollback(tenant, change.revision(before.revision()), name, change.by());
        AssemblyContent content = deployed.value().current().content();
        Artifact original = deployments.kept(tenant, content.original());
        quotaConsumption.assembly(change, tenant, content);
        change.from(before.value().current().content().original().hex());
        change.to(content.original().hex());
        return deployments
                .told(change, deployed, Action.ROLLBACK, Optional.of(original))
                .after(before.value().current().number());
    }

    private void undeployAgain(Administrator back, Decided failed) throws AdministrationException {
        OperationTarget target = Deployments.target(failed.tenant(), failed.assembly());
        access.change(
                back,
                Operation.UNDEPLOY_ASSEMBLY,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(failed.tenant(), failed.assembly()),
                        change -> {
                            quotaConsumption.holdForAssemblies(failed.tenant());
                            return deployments.undeployed(
                                    change,
                                    deployments.deployed(failed.tenant(), failed.assembly()),
                                    failed.revision());
                        },
                        before -> Decided.read(failed.tenant(), before.what())));
    }

    /** Makes the version before the current one again, under a new number. Nodes that have it do nothing. */
    private void bringBack(Administrator back, Decided failed) throws AdministrationException {
        OperationTarget target = Deployments.target(failed.tenant(), failed.assembly());
        access.change(
                back,
                Operation.UPDATE_ASSEMBLY,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(failed.tenant(), failed.assembly(), failed.before()),
                        change -> broughtBack(change, failed),
                        before -> Decided.read(failed.tenant(), before.what())));
    }

    private Decided broughtBack(Change change, Decided failed) throws RegistryException, AdministrationException {
        TenantId tenant = failed.tenant();
        quotaConsumption.holdForAssemblies(tenant);
        AssemblyContent content = services.resources()
                .services()
                .findVersion(tenant, failed.assembly(), failed.before())
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "the version before is forgotten"))
                .content();
        Versioned<Deployment> deployed =
                services.resources().services().update(tenant, failed.revision(), content, change.by());
        Artifact original = deployments.kept(tenant, content.original());
        quotaConsumption.assembly(change, tenant, content);
        change.to(content.original().hex());
        return deployments.told(change, deployed, Action.UPDATE, Optional.of(original));
    }

    private void put(Change change, TenantId tenant, CheckedAssembly checked) throws RegistryException {
        for (byte[] archive : List.of(checked.original(), checked.rewritten())) {
            Digest digest = services.resources().services().putArtifact(tenant, archive);
            quotaConsumption.artifact(change, tenant, digest, archive.length);
        }
    }

    private static Artifact artifact(CheckedAssembly checked) {
        byte[] original = checked.original();
        return new Artifact(Sha256.of(original), original.length);
    }

    /**
     * Refuses an owner who gets no assemblies. A tenant that is leaving gets nothing new. A locked user may be unlocked
     * again; a revoked one may not.
     */
    private void staying(TenantId tenant, Optional<UserId> user) throws RegistryException, AdministrationException {
        TenantLookup.taking(services.tenants(), tenant, TenantLookup.Admission.ASSEMBLIES);
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
}
