package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.List;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Limit;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Quotas over the configuration registry, which keeps the sums. */
@Component(service = {QuotaAdministration.class, QuotaManager.class})
public final class QuotaManager implements QuotaAdministration {
    private final AccessLayer access;
    private final BusServices services;

    @Activate
    public QuotaManager(@Reference AccessLayer access, @Reference BusServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
    }

    @Override
    public QuotaView grant(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException {
        return set(by, Operation.GRANT_QUOTA, quota, ceiling, (change, key, limit) -> {
            Existing.notPurged(services.tenants(), quota.tenant());
            return services.central().quotas().grant(key, limit, change.by());
        });
    }

    @Override
    public QuotaView change(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException {
        return set(by, Operation.CHANGE_QUOTA, quota, ceiling, (change, key, limit) -> {
            Versioned<Quota> before = granted(quota, key);
            change.from(Ceilings.text(before.value().limit()));
            return services.central().quotas().change(key, change.revision(before.revision()), limit, change.by());
        });
    }

    /** What makes a quota what is asked for. */
    @FunctionalInterface
    private interface Setting {
        Versioned<Quota> of(Change change, QuotaKey key, Limit limit) throws AdministrationException, RegistryException;
    }

    private QuotaView set(Administrator by, Operation operation, QuotaId quota, Ceiling ceiling, Setting setting)
            throws AdministrationException {
        requireNonNull(ceiling, "ceiling");
        Target target = target(quota);
        return access.change(by, operation, target, caller -> {
            QuotaKey key = Ceilings.key(quota);
            Ceilings.checkKept(key);
            Limit limit = Ceilings.limit(key, ceiling);
            return new Ask<>(
                    target,
                    Ask.request(quota, ceiling),
                    change -> {
                        services.central().consumption().hold(key.tenant(), Set.of(key.resource()));
                        Versioned<Quota> set = setting.of(change, key, limit);
                        change.to(Ceilings.text(limit));
                        change.did(Ceilings.done(set.revision(), set.value().used()));
                        return Ceilings.view(set);
                    },
                    before -> Ceilings.view(Ceilings.quotaDone(key, limit, before.what())));
        });
    }

    @Override
    public void revoke(Administrator by, QuotaId quota) throws AdministrationException {
        access.change(by, Operation.REVOKE_QUOTA, target(quota), caller -> revoking(quota));
    }

    /** As one step of several. */
    Ask<QuotaId> revoking(QuotaId quota) {
        QuotaKey key = Ceilings.key(quota);
        return new Ask<>(
                target(quota),
                Ask.request(quota),
                change -> {
                    Versioned<Quota> before = granted(quota, key);
                    change.from(Ceilings.text(before.value().limit()));
                    services.central().quotas().revoke(key, change.revision(before.revision()));
                    return quota;
                },
                before -> quota);
    }

    @Override
    public List<QuotaView> list(Administrator by, TenantId tenant) throws AdministrationException {
        return access.perform(by, Operation.LIST_QUOTAS, Target.of(tenant, "quotas of tenant " + tenant), caller -> {
            Existing.tenant(services.tenants(), tenant);
            return services.central().quotas().quotas(tenant).stream()
                    .map(Ceilings::view)
                    .toList();
        });
    }

    private Versioned<Quota> granted(QuotaId quota, QuotaKey key) throws AdministrationException, RegistryException {
        return services.central()
                .quotas()
                .findQuota(key)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no " + Ceilings.name(quota)));
    }

    private static Target target(QuotaId quota) {
        return Target.of(quota.tenant(), Ceilings.name(quota));
    }
}
