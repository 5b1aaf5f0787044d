package org.esbmt.administration.internal.quota;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.ContingentCommand;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.References;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.AccessPolicy;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.Contingents;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Manages contingents over the configuration registry, which maintains the sums. */
@Component(service = {ContingentAdministration.class, ContingentManager.class})
public final class ContingentManager implements ContingentAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final CommandHandlers commands;

    @Activate
    public ContingentManager(@Reference AccessLayer access, @Reference DynamicServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.commands = new CommandHandlers()
                .add(
                        GrantContingent.class,
                        setting(
                                Operation.GRANT_CONTINGENT,
                                GrantContingent::scope,
                                GrantContingent::grantee,
                                GrantContingent::amount,
                                this::granted))
                .add(
                        ChangeContingent.class,
                        setting(
                                Operation.CHANGE_CONTINGENT,
                                ChangeContingent::scope,
                                ChangeContingent::grantee,
                                ChangeContingent::amount,
                                this::changed))
                .add(
                        SetContingent.class,
                        setting(
                                Operation.CHANGE_CONTINGENT,
                                SetContingent::scope,
                                SetContingent::grantee,
                                SetContingent::amount,
                                this::set))
                .add(
                        RevokeContingent.class,
                        StepHandler.<RevokeContingent, QuotaId, Done>of(
                                access,
                                Operation.REVOKE_CONTINGENT,
                                (c, references) -> target(references, c, c.scope(), c.grantee()),
                                (c, references) -> revoking(
                                        c.scope().of(references.tenant(c.tenant())),
                                        grantee(references, c, c.grantee())),
                                (by, c, quota) -> Done.DONE));
    }

    public CommandHandlers commands() {
        return commands;
    }

    private <C extends ContingentCommand<ContingentView>> StepHandler<C, ContingentView, ContingentView> setting(
            Operation operation,
            Function<C, QuotaScope> scope,
            Function<C, GranteeRef> grantee,
            ToLongFunction<C> amount,
            Setting setting) {
        return StepHandler.of(
                access,
                operation,
                (c, references) -> target(references, c, scope.apply(c), grantee.apply(c)),
                (c, references) -> asked(
                        scope.apply(c).of(references.tenant(c.tenant())),
                        grantee(references, c, grantee.apply(c)),
                        amount.applyAsLong(c),
                        setting));
    }

    private Grantee grantee(References references, ContingentCommand<?> command, GranteeRef grantee)
            throws AdministrationException, RegistryException {
        return grantee instanceof GranteeRef.ToUser to
                ? new Grantee.ToUser(references.user(services, references.tenant(command.tenant()), to.user()))
                : new Grantee.ToRole(((GranteeRef.ToRole) grantee).role());
    }

    /**
     * Returns the target with the grantee as the command names it. The grantee is looked up once the command is
     * permitted.
     */
    private static OperationTarget target(
            References references, ContingentCommand<?> command, QuotaScope scope, GranteeRef grantee) {
        QuotaId quota = scope.of(references.tenant(command.tenant()));
        return OperationTarget.of(quota.tenant(), "contingent of " + grantee + " in " + QuotaTexts.name(quota));
    }

    /** Grants or changes the contingent. At an expected revision it must exist. */
    private Versioned<Contingent> set(Change change, Part part) throws AdministrationException, RegistryException {
        return change.ofRevision() || find(part).isPresent() ? changed(change, part) : granted(change, part);
    }

    private Versioned<Contingent> granted(Change change, Part part) throws AdministrationException, RegistryException {
        TenantLookup.notPurged(services.tenants(), part.quota().tenant());
        if (part.grantee() instanceof Grantee.ToUser to) {
            TenantLookup.user(services.tenants(), part.quota().tenant(), to.user());
        } else if (part.grantee().equals(new Grantee.ToRole(Role.TENANT_ADMIN))) {
            throw new AdministrationException(
                    INVALID, "the tenant's administrators need no contingent: the quota alone holds for them");
        }
        return contingents().grant(part.quota(), part.grantee(), part.amount(), change.by());
    }

    private Versioned<Contingent> changed(Change change, Part part) throws AdministrationException, RegistryException {
        Versioned<Contingent> before = existing(part);
        change.from(Long.toString(before.value().amount()));
        return contingents()
                .change(part.quota(), part.grantee(), change.revision(before.revision()), part.amount(), change.by());
    }

    /** A contingent of a quota and its grantee. */
    private record Part(OperationTarget target, QuotaKey quota, Grantee grantee, long amount) {
        static Part of(QuotaId quota, Grantee grantee, long amount) {
            return new Part(ContingentManager.target(quota, grantee), QuotaTexts.key(quota), grantee, amount);
        }
    }

    /** Grants or changes a contingent. */
    @FunctionalInterface
    private interface Setting {
        Versioned<Contingent> of(Change change, Part part) throws AdministrationException, RegistryException;
    }

    private PreparedChange<ContingentView> asked(QuotaId quota, Grantee grantee, long amount, Setting setting)
            throws AdministrationException {
        Part part = Part.of(quota, grantee, amount);
        QuotaTexts.checkKept(part.quota());
        return new PreparedChange<>(
                part.target(),
                PreparedChange.request(quota, grantee, amount),
                change -> {
                    services.resources()
                            .consumption()
                            .hold(part.quota().tenant(), Set.of(part.quota().resource()));
                    Versioned<Contingent> set = setting.of(change, part);
                    change.to(Long.toString(amount));
                    change.did(QuotaTexts.done(set.revision(), set.value().used()));
                    return QuotaTexts.contingent(set);
                },
                before -> QuotaTexts.contingent(
                        QuotaTexts.contingentDone(part.quota(), part.grantee(), amount, before.what())));
    }

    private PreparedChange<QuotaId> revoking(QuotaId quota, Grantee grantee) {
        Part part = Part.of(quota, grantee, 0);
        return new PreparedChange<>(
                part.target(),
                PreparedChange.request(quota, grantee),
                change -> {
                    Versioned<Contingent> before = existing(part);
                    change.from(Long.toString(before.value().amount()));
                    contingents().revoke(part.quota(), part.grantee(), change.revision(before.revision()));
                    return quota;
                },
                before -> quota);
    }

    @Override
    public ContingentView find(Administrator by, QuotaId quota, Grantee grantee) throws AdministrationException {
        return access.perform(by, Operation.LIST_CONTINGENTS, target(quota, grantee), caller -> {
            Part part = Part.of(quota, grantee, 0);
            TenantLookup.tenant(services.tenants(), quota.tenant());
            boolean shown =
                    !AccessPolicy.seesOwnAlone(caller) || grantees(caller).contains(grantee);
            return find(part).filter(found -> shown).map(QuotaTexts::contingent).orElseThrow(() -> notFound(part));
        });
    }

    @Override
    public Page<ContingentView> list(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "contingents of tenant " + tenant);
        return access.perform(by, Operation.LIST_CONTINGENTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Slice slice = new Slice(page.offset(), page.limit());
            Listing<Versioned<Contingent>> listing = contingents()
                    .listContingents(
                            tenant,
                            AccessPolicy.seesOwnAlone(caller)
                                    ? ContingentQuery.of(grantees(caller), slice)
                                    : ContingentQuery.all(slice));
            return new Page<>(
                    listing.entries().stream().map(QuotaTexts::contingent).toList(), page.offset(), listing.total());
        });
    }

    /** The grantees whose contingents a user of the tenant may use: the user, and the roles of the user. */
    static Set<Grantee> grantees(Caller caller) {
        return Stream.concat(
                        Stream.of(new Grantee.ToUser(caller.user())),
                        caller.roles().stream().map(Grantee.ToRole::new))
                .collect(Collectors.toSet());
    }

    private Versioned<Contingent> existing(Part part) throws AdministrationException, RegistryException {
        return find(part).orElseThrow(() -> notFound(part));
    }

    private static AdministrationException notFound(Part part) {
        return new AdministrationException(
                NOT_FOUND, "there is no " + part.target().name());
    }

    private Optional<Versioned<Contingent>> find(Part part) throws RegistryException {
        return contingents().findContingent(part.quota(), part.grantee());
    }

    private Contingents contingents() throws RegistryException {
        return services.resources().contingents();
    }

    private static OperationTarget target(QuotaId quota, Grantee grantee) {
        return OperationTarget.of(
                quota.tenant(),
                "contingent of " + requireNonNull(grantee, "grantee") + " in " + QuotaTexts.name(quota));
    }
}
