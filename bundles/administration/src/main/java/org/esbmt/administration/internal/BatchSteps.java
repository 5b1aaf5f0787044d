package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.AssignRole;
import org.esbmt.administration.api.batch.Batch.AtRevision;
import org.esbmt.administration.api.batch.Batch.AttachPolicy;
import org.esbmt.administration.api.batch.Batch.ChangeAssembly;
import org.esbmt.administration.api.batch.Batch.ChangeLink;
import org.esbmt.administration.api.batch.Batch.ChangeTenant;
import org.esbmt.administration.api.batch.Batch.ChangeUser;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.DetachPolicy;
import org.esbmt.administration.api.batch.Batch.Holder;
import org.esbmt.administration.api.batch.Batch.NewVersion;
import org.esbmt.administration.api.batch.Batch.OfTenant;
import org.esbmt.administration.api.batch.Batch.PurgeTenant;
import org.esbmt.administration.api.batch.Batch.RegisterService;
import org.esbmt.administration.api.batch.Batch.RemoveUser;
import org.esbmt.administration.api.batch.Batch.ResetDefaultAdmin;
import org.esbmt.administration.api.batch.Batch.RevokeContingent;
import org.esbmt.administration.api.batch.Batch.RevokeQuota;
import org.esbmt.administration.api.batch.Batch.RevokeRole;
import org.esbmt.administration.api.batch.Batch.SetContingent;
import org.esbmt.administration.api.batch.Batch.SetPassword;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.Step;
import org.esbmt.administration.api.batch.Batch.ToRole;
import org.esbmt.administration.api.batch.Batch.ToUser;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.administration.api.batch.Batch.UnregisterService;
import org.esbmt.administration.api.batch.Batch.UpdateService;
import org.esbmt.administration.internal.RepeatedPasswords.Owner;
import org.esbmt.administration.internal.UserManager.Who;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.AssemblyCommand;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.Limit;
import org.esbmt.registry.api.configuration.Resource;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What each step of a batch is: the operation of a manager. Any thread. */
@Component(service = BatchSteps.class)
public final class BatchSteps {
    private final BusServices bus;
    private final TenantManager tenants;
    private final UserManager users;
    private final AssemblyManager assemblies;
    private final ServiceManager services;
    private final QuotaManager quotas;
    private final ContingentManager contingents;
    private final LinkManager links;
    private final Allotments allotments;

    @Activate
    public BatchSteps(
            @Reference BusServices bus,
            @Reference TenantManager tenants,
            @Reference UserManager users,
            @Reference AssemblyManager assemblies,
            @Reference ServiceManager services,
            @Reference QuotaManager quotas,
            @Reference ContingentManager contingents,
            @Reference LinkManager links,
            @Reference Allotments allotments) {
        this.bus = requireNonNull(bus, "bus");
        this.tenants = requireNonNull(tenants, "tenants");
        this.users = requireNonNull(users, "users");
        this.assemblies = requireNonNull(assemblies, "assemblies");
        this.services = requireNonNull(services, "services");
        this.quotas = requireNonNull(quotas, "quotas");
        this.contingents = requireNonNull(contingents, "contingents");
        this.links = requireNonNull(links, "links");
        this.allotments = requireNonNull(allotments, "allotments");
    }

    /**
     * What is to be done, and may take long to be made ready.
     *
     * @param tenant whose it is, or which is made
     * @param target what is asked for when it is decided whether who asks may
     * @param readying makes it ready, in any thread
     */
    record Operating(Operation operation, TenantId tenant, Target target, Readying readying) {}

    /** Does what needs nobody else's data, or what takes long. */
    @FunctionalInterface
    interface Readying {
        Ask<?> done() throws AdministrationException, RegistryException, DeploymentException;
    }

    /** The revision that is to be changed, if the step says so. */
    static OptionalLong revision(Step step) {
        return step instanceof AtRevision at ? OptionalLong.of(at.revision()) : OptionalLong.empty();
    }

    /** The step itself, whether it is bound to a revision or not. */
    static Step plain(Step step) {
        return step instanceof AtRevision at ? at.step() : step;
    }

    /** Steps in their order, each once: what one makes is known to those that follow. */
    Operating of(Step step, BatchNames names) {
        if (step instanceof CreateTenant create) {
            Owner made = names.made(create);
            return new Operating(
                    Operation.CREATE_TENANT,
                    made.tenant(),
                    Target.installation("the installation"),
                    () -> tenants.creating(
                            made,
                            create.name(),
                            create.displayName(),
                            create.administratorLogin(),
                            create.password(),
                            quotas(create.quotas())));
        }
        TenantId tenant = names.tenant(((OfTenant) step).tenant());
        if (step instanceof ChangeLink link) {
            LinkView view = new LinkView(link.component(), tenant, link.service(), link.endpoint());
            return new Operating(
                    link.made() ? Operation.LINK : Operation.UNLINK,
                    tenant,
                    Target.installation("a link of tenant " + tenant),
                    () -> links.changing(link.made(), view));
        }
        return new Operating(operation(step), tenant, Target.of(tenant), readying(step, tenant, names));
    }

    private Readying readying(Step step, TenantId tenant, BatchNames names) {
        if (step instanceof AddUser add) {
            Owner made = names.made(add);
            return () -> tenants.adding(made, add.login(), add.password(), add.roles());
        }
        if (step instanceof Deploy deploy) {
            if (deploy.user().isEmpty()) {
                return () -> assemblies.deploying(tenant, Optional.empty(), archive(deploy));
            }
            Named user = named(tenant, deploy.user().get(), names);
            return () -> assemblies.deploying(tenant, Optional.of(user.id()), archive(deploy));
        }
        if (step instanceof SetContingent set) {
            Granted to = granted(tenant, set.holder(), names);
            return () -> contingents.setting(quota(tenant, set.resource()), to.grantee(), set.amount());
        }
        if (step instanceof RevokeContingent revoke) {
            Granted to = granted(tenant, revoke.holder(), names);
            return () -> contingents.revoking(quota(tenant, revoke.resource()), to.grantee());
        }
        return readying(step, tenant);
    }

    private static InputStream archive(Deploy deploy) {
        return new ByteArrayInputStream(deploy.archive());
    }

    /** Of a step that names nobody whom the batch could add and whose identifier is needed before that. */
    private Readying readying(Step step, TenantId tenant) {
        if (step instanceof AssignRole assign) {
            return () -> users.assigning(tenant, Who.of(assign.login()), assign.role());
        }
        if (step instanceof RevokeRole revoke) {
            return () -> users.revoking(tenant, Who.of(revoke.login()), revoke.role());
        }
        if (step instanceof RemoveUser remove) {
            return () -> users.removing(tenant, Who.of(remove.login()));
        }
        if (step instanceof ChangeUser change) {
            return () -> changing(change, tenant, Who.of(change.login()));
        }
        if (step instanceof SetPassword set) {
            return () -> tenants.settingPassword(tenant, Who.of(set.login()), set.password());
        }
        if (step instanceof ResetDefaultAdmin reset) {
            return () -> tenants.resetting(tenant, Optional.of(reset.login()), reset.password());
        }
        if (step instanceof SetQuota set) {
            Limit limit = new Limit(set.hard(), set.soft(), OptionalLong.empty());
            return () -> allotments.setting(tenant, resource(set.resource()), limit);
        }
        if (step instanceof RevokeQuota revoke) {
            return () -> quotas.revoking(quota(tenant, revoke.resource()));
        }
        if (step instanceof NewVersion version) {
            AssemblyCommand.Action action =
                    switch (version.way()) {
                        case SWITCH -> AssemblyCommand.Action.SWITCH;
                        case UPDATE -> AssemblyCommand.Action.UPDATE;
                    };
            return () -> assemblies.bringing(tenant, action, new ByteArrayInputStream(version.archive()));
        }
        if (step instanceof ChangeAssembly change) {
            return () -> assemblies.changing(tenant, operation(change), change.assembly());
        }
        if (step instanceof Undeploy undeploy) {
            return () -> assemblies.undeploying(tenant, undeploy.assembly());
        }
        if (step instanceof PurgeTenant purge) {
            return () -> tenants.life().purging(tenant, purge.name());
        }
        return step instanceof ChangeTenant change
                ? () -> tenants.life().stepping(tenant, operation(change))
                : ofService(step, tenant);
    }

    private Readying ofService(Step step, TenantId tenant) {
        if (step instanceof RegisterService register) {
            return () -> services.registering(tenant, register.service(), register.wsdl());
        }
        if (step instanceof UpdateService update) {
            return () -> services.updating(tenant, update.service(), update.wsdl());
        }
        if (step instanceof UnregisterService unregister) {
            return () -> services.unregistering(tenant, unregister.service());
        }
        if (step instanceof AttachPolicy attach) {
            return () -> services.attaching(tenant, attach.service(), attach.policy(), attach.document());
        }
        DetachPolicy detach = (DetachPolicy) step;
        return () -> services.detaching(tenant, detach.service(), detach.policy());
    }

    private Ask<?> changing(ChangeUser change, TenantId tenant, Who who) {
        return switch (change.action()) {
            case LOCK -> tenants.locking(tenant, who, true);
            case UNLOCK -> tenants.locking(tenant, who, false);
            case REVOKE_CREDENTIAL -> users.revokingCredential(tenant, who);
            case HAND_OVER_DEFAULT_ADMIN -> users.handingOver(tenant, who);
            case ASSIGN_DEFAULT_ADMIN -> users.makingDefault(tenant, who);
        };
    }

    private static Operation operation(Step step) {
        if (step instanceof ChangeUser change) {
            return switch (change.action()) {
                case LOCK -> Operation.LOCK_USER;
                case UNLOCK -> Operation.UNLOCK_USER;
                case REVOKE_CREDENTIAL -> Operation.REVOKE_CREDENTIAL;
                case HAND_OVER_DEFAULT_ADMIN -> Operation.HAND_OVER_DEFAULT_ADMIN;
                case ASSIGN_DEFAULT_ADMIN -> Operation.ASSIGN_DEFAULT_ADMIN;
            };
        }
        if (step instanceof ChangeAssembly change) {
            return switch (change.move()) {
                case START -> Operation.START_ASSEMBLY;
                case STOP -> Operation.STOP_ASSEMBLY;
                case SHUT_DOWN -> Operation.SHUT_DOWN_ASSEMBLY;
                case ROLL_BACK -> Operation.ROLL_BACK_ASSEMBLY;
            };
        }
        if (step instanceof NewVersion version) {
            return switch (version.way()) {
                case SWITCH -> Operation.SWITCH_ASSEMBLY;
                case UPDATE -> Operation.UPDATE_ASSEMBLY;
            };
        }
        if (step instanceof ChangeTenant change) {
            return switch (change.life()) {
                case SUSPEND -> Operation.SUSPEND_TENANT;
                case RESUME -> Operation.RESUME_TENANT;
                case DRAIN -> Operation.DRAIN_TENANT;
            };
        }
        return Optional.ofNullable(SIMPLE.get(step.getClass())).orElseThrow();
    }

    /** Of the steps that are one operation each. */
    private static final Map<Class<? extends Step>, Operation> SIMPLE = Map.ofEntries(
            Map.entry(AddUser.class, Operation.ADD_USER),
            Map.entry(AssignRole.class, Operation.ASSIGN_ROLE),
            Map.entry(RevokeRole.class, Operation.REVOKE_ROLE),
            Map.entry(RemoveUser.class, Operation.REMOVE_USER),
            Map.entry(SetPassword.class, Operation.SET_PASSWORD),
            Map.entry(ResetDefaultAdmin.class, Operation.RESET_DEFAULT_ADMIN),
            Map.entry(SetQuota.class, Operation.CHANGE_QUOTA),
            Map.entry(RevokeQuota.class, Operation.REVOKE_QUOTA),
            Map.entry(SetContingent.class, Operation.CHANGE_CONTINGENT),
            Map.entry(RevokeContingent.class, Operation.REVOKE_CONTINGENT),
            Map.entry(Deploy.class, Operation.DEPLOY_ASSEMBLY),
            Map.entry(Undeploy.class, Operation.UNDEPLOY_ASSEMBLY),
            Map.entry(RegisterService.class, Operation.REGISTER_SERVICE),
            Map.entry(UpdateService.class, Operation.UPDATE_SERVICE),
            Map.entry(UnregisterService.class, Operation.UNREGISTER_SERVICE),
            Map.entry(AttachPolicy.class, Operation.ATTACH_POLICY),
            Map.entry(DetachPolicy.class, Operation.DETACH_POLICY),
            Map.entry(PurgeTenant.class, Operation.PURGE_TENANT));

    /** Who has a login. Who is not of the batch is looked for when it is known that who asks may. */
    @FunctionalInterface
    private interface Named {
        UserId id() throws AdministrationException, RegistryException;
    }

    private Named named(TenantId tenant, String login, BatchNames names) {
        Optional<UserId> added = names.user(tenant, login);
        return added.isPresent()
                ? added::get
                : () -> Who.of(login).finding().in(bus, tenant).value().id();
    }

    /** Who gets a contingent. */
    @FunctionalInterface
    private interface Granted {
        Grantee grantee() throws AdministrationException, RegistryException;
    }

    private Granted granted(TenantId tenant, Holder holder, BatchNames names) {
        if (holder instanceof ToRole to) {
            return () -> new Grantee.ToRole(to.role());
        }
        Named user = named(tenant, ((ToUser) holder).login(), names);
        return () -> new Grantee.ToUser(user.id());
    }

    private static QuotaId quota(TenantId tenant, String resource) {
        return QuotaId.of(tenant, QuotaId.Resource.valueOf(resource(resource).name()));
    }

    private static Map<Resource, Long> quotas(Map<String, Long> texts) {
        Map<Resource, Long> quotas = new EnumMap<>(Resource.class);
        for (Map.Entry<String, Long> text : texts.entrySet()) {
            Resource resource = resource(text.getKey());
            Ceilings.notKept(resource).ifPresent(why -> {
                throw new IllegalArgumentException(why);
            });
            quotas.put(resource, text.getValue());
        }
        return quotas;
    }

    private static Resource resource(String name) {
        try {
            return Resource.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "there is no resource of that name; there are " + List.of(Resource.values()), e);
        }
    }
}
