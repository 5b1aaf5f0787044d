package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.Contingents;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Contingents over the configuration registry, which keeps the sums. */
@Component(service = {ContingentAdministration.class, ContingentManager.class})
public final class ContingentManager implements ContingentAdministration {
    private final AccessLayer access;
    private final BusServices services;

    @Activate
    public ContingentManager(@Reference AccessLayer access, @Reference BusServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
    }

    @Override
    public ContingentView grant(Administrator by, QuotaId quota, Grantee grantee, long amount)
            throws AdministrationException {
        return set(by, Operation.GRANT_CONTINGENT, quota, grantee, amount, this::granted);
    }

    @Override
    public ContingentView change(Administrator by, QuotaId quota, Grantee grantee, long amount)
            throws AdministrationException {
        return set(by, Operation.CHANGE_CONTINGENT, quota, grantee, amount, this::changed);
    }

    /** As one step of several: whatever it was before; at an expected revision it was there. */
    Ask<ContingentView> setting(QuotaId quota, Grantee grantee, long amount) throws AdministrationException {
        return asked(
                quota,
                grantee,
                amount,
                (change, part) ->
                        change.ofRevision() || find(part).isPresent() ? changed(change, part) : granted(change, part));
    }

    private Versioned<Contingent> granted(Change change, Part part) throws AdministrationException, RegistryException {
        Existing.notPurged(services.tenants(), part.quota().tenant());
        if (part.asked() instanceof Grantee.ToUser to) {
            Existing.user(services.tenants(), part.quota().tenant(), to.user());
        } else if (part.asked().equals(new Grantee.ToRole(Grantee.Role.TENANT_ADMIN))) {
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

    /** Whose contingent of what, as who asks has it, and in the registry's words. */
    private record Part(Target target, QuotaKey quota, Grantee asked, long amount) {
        static Part of(QuotaId quota, Grantee grantee, long amount) {
            return new Part(ContingentManager.target(quota, grantee), Ceilings.key(quota), grantee, amount);
        }

        org.esbmt.registry.api.configuration.Grantee grantee() {
            return Ceilings.grantee(asked);
        }
    }

    /** What makes a contingent what is asked for. */
    @FunctionalInterface
    private interface Setting {
        Versioned<Contingent> of(Change change, Part part) throws AdministrationException, RegistryException;
    }

    private ContingentView set(
            Administrator by, Operation operation, QuotaId quota, Grantee grantee, long amount, Setting setting)
            throws AdministrationException {
        return access.change(by, operation, target(quota, grantee), caller -> asked(quota, grantee, amount, setting));
    }

    private Ask<ContingentView> asked(QuotaId quota, Grantee grantee, long amount, Setting setting)
            throws AdministrationException {
        Part part = Part.of(quota, grantee, amount);
        Ceilings.checkKept(part.quota());
        return new Ask<>(
                part.target(),
                Ask.request(quota, grantee, amount),
                change -> {
                    services.central()
                            .consumption()
                            .hold(part.quota().tenant(), Set.of(part.quota().resource()));
                    Versioned<Contingent> set = setting.of(change, part);
                    change.to(Long.toString(amount));
                    change.did(Ceilings.done(set.revision(), set.value().used()));
                    return Ceilings.contingent(set);
                },
                before -> Ceilings.contingent(
                        Ceilings.contingentDone(part.quota(), part.grantee(), amount, before.what())));
    }

    @Override
    public void revoke(Administrator by, QuotaId quota, Grantee grantee) throws AdministrationException {
        access.change(by, Operation.REVOKE_CONTINGENT, target(quota, grantee), caller -> revoking(quota, grantee));
    }

    /** As one step of several. */
    Ask<QuotaId> revoking(QuotaId quota, Grantee grantee) {
        Part part = Part.of(quota, grantee, 0);
        return new Ask<>(
                part.target(),
                Ask.request(quota, grantee),
                change -> {
                    Versioned<Contingent> before = existing(part);
                    change.from(Long.toString(before.value().amount()));
                    contingents().revoke(part.quota(), part.grantee(), change.revision(before.revision()));
                    return quota;
                },
                before -> quota);
    }

    @Override
    public Page<ContingentView> list(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        Target target = Target.of(tenant, "contingents of tenant " + tenant);
        return access.perform(by, Operation.LIST_CONTINGENTS, target, caller -> {
            Existing.tenant(services.tenants(), tenant);
            Slice slice = new Slice(page.offset(), page.limit());
            Listing<Versioned<Contingent>> listing = contingents()
                    .listContingents(
                            tenant,
                            AccessPolicy.seesOwnAlone(caller)
                                    ? ContingentQuery.of(ofUse(caller), slice)
                                    : ContingentQuery.all(slice));
            return new Page<>(
                    listing.entries().stream().map(Ceilings::contingent).toList(), page.offset(), listing.total());
        });
    }

    /** Whose contingents a user of the tenant may use: their own, and those of their roles. */
    private static Set<org.esbmt.registry.api.configuration.Grantee> ofUse(Caller caller) {
        return Stream.concat(
                        Stream.of(new org.esbmt.registry.api.configuration.Grantee.ToUser(caller.user())),
                        caller.roles().stream().map(org.esbmt.registry.api.configuration.Grantee.ToRole::new))
                .collect(Collectors.toSet());
    }

    private Versioned<Contingent> existing(Part part) throws AdministrationException, RegistryException {
        return find(part)
                .orElseThrow(() -> new AdministrationException(
                        NOT_FOUND, "there is no " + part.target().name()));
    }

    private Optional<Versioned<Contingent>> find(Part part) throws RegistryException {
        return contingents().findContingent(part.quota(), part.grantee());
    }

    private Contingents contingents() throws RegistryException {
        return services.central().contingents();
    }

    private static Target target(QuotaId quota, Grantee grantee) {
        return Target.of(
                quota.tenant(), "contingent of " + requireNonNull(grantee, "grantee") + " in " + Ceilings.name(quota));
    }
}
