package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.TenantCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.JournaledResult;
import org.esbmt.administration.internal.change.PasswordOwner;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.login.BoundedHasher;
import org.esbmt.administration.internal.login.RepeatedPasswords;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.quota.QuotaTexts;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Creates tenants and changes their states, over the tenant registry. The system's own tenant is not found by any of these
 * operations.
 */
@Component(service = TenantManager.class)
public final class TenantManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final BoundedHasher hasher;
    private final RepeatedPasswords repeated;
    private final QuotaConsumption quotaConsumption;
    private final TenantLife life;
    private final CommandHandlers commands;

    @Activate
    public TenantManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference BoundedHasher hasher,
            @Reference RepeatedPasswords repeated,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
        this.repeated = requireNonNull(repeated, "repeated");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.life = new TenantLife(services, quotaConsumption);
        this.commands = new CommandHandlers()
                .add(
                        CreateTenant.class,
                        StepHandler.of(
                                access,
                                Operation.CREATE_TENANT,
                                (c, references) -> OperationTarget.installation("tenant " + c.name()),
                                (c, references) -> creating(references.created(c), c)))
                .add(SuspendTenant.class, stepping(Operation.SUSPEND_TENANT))
                .add(ResumeTenant.class, stepping(Operation.RESUME_TENANT))
                .add(DrainTenant.class, stepping(Operation.DRAIN_TENANT))
                .add(
                        PurgeTenant.class,
                        ofTenant(
                                Operation.PURGE_TENANT,
                                (c, tenant) -> c.name().isPresent()
                                        ? life.purging(tenant, c.name().get())
                                        : life.stepping(tenant, Operation.PURGE_TENANT)))
                .add(RequestOffboarding.class, ofTenant(Operation.REQUEST_OFFBOARDING, (c, tenant) -> {
                    checkName(tenant, c.name());
                    return life.stepping(tenant, Operation.REQUEST_OFFBOARDING);
                }))
                .add(
                        WithdrawOffboarding.class,
                        ofTenant(Operation.WITHDRAW_OFFBOARDING, (c, tenant) -> life.staying(tenant)));
    }

    public CommandHandlers commands() {
        return commands;
    }

    private <C extends TenantCommand<TenantView>> StepHandler<C, TenantView, TenantView> stepping(Operation operation) {
        return ofTenant(operation, (c, tenant) -> life.stepping(tenant, operation));
    }

    /** Prepares a command about an existing tenant. */
    @FunctionalInterface
    private interface OfTenant<C> {
        PreparedChange<TenantView> prepared(C command, TenantId tenant)
                throws AdministrationException, RegistryException;
    }

    private <C extends TenantCommand<TenantView>> StepHandler<C, TenantView, TenantView> ofTenant(
            Operation operation, OfTenant<C> preparation) {
        return StepHandler.of(
                access,
                operation,
                (c, references) -> OperationTarget.of(references.tenant(c.tenant())),
                (c, references) -> preparation.prepared(c, references.tenant(c.tenant())));
    }

    private void checkName(TenantId tenant, String name) throws AdministrationException, RegistryException {
        TenantName known = existing(tenant).value().name();
        if (!known.value().equals(name)) {
            throw new AdministrationException(
                    INVALID, "the tenant's name is " + known + ", not the given one; nothing was done");
        }
    }

    /** @param ids the identifiers of the tenant and its default administrator */
    private PreparedChange<CreatedTenant> creating(PasswordOwner ids, CreateTenant command) throws RegistryException {
        Map<Resource, Long> quotas = quotas(command.quotas());
        TenantName name = new TenantName(command.name());
        Login login = new Login(command.administratorLogin());
        // The rules of names are checked before the slow part.
        Verifier verifier = hasher.verifier(command.password().characters());
        NewTenant wanted =
                new NewTenant(ids.tenant(), name, command.displayName(), new NewUser(ids.user(), login, verifier));
        return new PreparedChange<>(
                OperationTarget.installation("tenant " + name),
                PreparedChange.request(
                        command.name(), command.displayName(), command.administratorLogin(), new TreeMap<>(quotas)),
                change -> created(wanted, quotas, change),
                before -> createdAgain(before, command.password()));
    }

    private static Map<Resource, Long> quotas(Map<Resource, Long> asked) {
        Map<Resource, Long> quotas = new EnumMap<>(Resource.class);
        asked.forEach((resource, hard) -> {
            QuotaTexts.notKept(resource).ifPresent(why -> {
                throw new IllegalArgumentException(why);
            });
            quotas.put(resource, hard);
        });
        return quotas;
    }

    private CreatedTenant created(NewTenant wanted, Map<Resource, Long> quotas, Change change)
            throws RegistryException {
        TenantRegistry.CreatedTenant made = services.tenants().createTenant(wanted, change.by());
        UserId administrator = made.administrator().value().id();
        change.to(quotaConsumption.first(wanted.id(), quotas, change.by()).toString());
        quotaConsumption.user(change, wanted.id(), administrator);
        change.did(wanted.id() + " " + administrator);
        change.set(wanted.administrator().verifier());
        return new CreatedTenant(Views.tenant(made.tenant()), Views.user(made.administrator()));
    }

    private CreatedTenant createdAgain(JournaledResult before, Password password)
            throws RegistryException, AdministrationException {
        String done = before.what();
        TenantId tenant = TenantId.of(done.substring(0, done.indexOf(' ')));
        UserId administrator = UserId.of(done.substring(done.indexOf(' ') + 1));
        repeated.checkSame(before, new PasswordOwner(tenant, administrator), password);
        return new CreatedTenant(Views.tenant(existing(tenant)), Views.user(existing(tenant, administrator)));
    }

    private Versioned<Tenant> existing(TenantId tenant) throws RegistryException, AdministrationException {
        return TenantLookup.tenant(services.tenants(), tenant);
    }

    private Versioned<TenantUser> existing(TenantId tenant, UserId user)
            throws RegistryException, AdministrationException {
        return TenantLookup.user(services.tenants(), tenant, user);
    }
}
