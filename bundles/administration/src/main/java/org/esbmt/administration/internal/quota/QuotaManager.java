package org.esbmt.administration.internal.quota;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.List;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.QuotaCommand;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.References;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Manages quotas over the configuration registry, which maintains the sums. */
@Component(service = {QuotaAdministration.class, QuotaManager.class})
public final class QuotaManager implements QuotaAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final CommandHandlers commands;

    @Activate
    public QuotaManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.commands = new CommandHandlers()
                .add(
                        GrantQuota.class,
                        StepHandler.of(
                                access,
                                Operation.GRANT_QUOTA,
                                (c, references) -> target(quota(c, c.scope(), references)),
                                (c, references) -> setting(quota(c, c.scope(), references), c.limit(), this::granted)))
                .add(
                        ChangeQuota.class,
                        StepHandler.of(
                                access,
                                Operation.CHANGE_QUOTA,
                                (c, references) -> target(quota(c, c.scope(), references)),
                                (c, references) -> setting(quota(c, c.scope(), references), c.limit(), this::changed)))
                .add(
                        SetQuota.class,
                        StepHandler.<SetQuota, Limit, Done>of(
                                access,
                                Operation.CHANGE_QUOTA,
                                (c, references) -> target(quota(c, c.scope(), references)),
                                (c, references) -> {
                                    QuotaKey key = QuotaTexts.key(quota(c, c.scope(), references));
                                    return quotaConsumption.setting(key, QuotaTexts.checked(key, c.limit()));
                                },
                                (by, c, limit) -> Done.DONE))
                .add(
                        RevokeQuota.class,
                        StepHandler.<RevokeQuota, QuotaId, Done>of(
                                access,
                                Operation.REVOKE_QUOTA,
                                (c, references) -> target(quota(c, c.scope(), references)),
                                (c, references) -> revoking(quota(c, c.scope(), references)),
                                (by, c, quota) -> Done.DONE));
    }

    public CommandHandlers commands() {
        return commands;
    }

    private static QuotaId quota(QuotaCommand<?> command, QuotaScope scope, References references) {
        return scope.of(references.tenant(command.tenant()));
    }

    private Versioned<Quota> granted(Change change, QuotaKey key, Limit limit)
            throws AdministrationException, RegistryException {
        TenantLookup.notPurged(services.tenants(), key.tenant());
        return services.resources().quotas().grant(key, limit, change.by());
    }

    private Versioned<Quota> changed(Change change, QuotaKey key, Limit limit)
            throws AdministrationException, RegistryException {
        Versioned<Quota> before = granted(key);
        change.from(QuotaTexts.text(before.value().limit()));
        return services.resources().quotas().change(key, change.revision(before.revision()), limit, change.by());
    }

    /** Grants or changes a quota. */
    @FunctionalInterface
    private interface Setting {
        Versioned<Quota> of(Change change, QuotaKey key, Limit limit) throws AdministrationException, RegistryException;
    }

    private PreparedChange<QuotaView> setting(QuotaId quota, Limit asked, Setting setting)
            throws AdministrationException {
        QuotaKey key = QuotaTexts.key(quota);
        QuotaTexts.checkKept(key);
        Limit limit = QuotaTexts.checked(key, asked);
        return new PreparedChange<>(
                target(quota),
                PreparedChange.request(quota, QuotaTexts.text(limit)),
                change -> {
                    services.resources().consumption().hold(key.tenant(), Set.of(key.resource()));
                    Versioned<Quota> set = setting.of(change, key, limit);
                    change.to(QuotaTexts.text(limit));
                    change.did(QuotaTexts.done(set.revision(), set.value().used()));
                    return QuotaTexts.view(set);
                },
                before -> QuotaTexts.view(QuotaTexts.quotaDone(key, limit, before.what())));
    }

    private PreparedChange<QuotaId> revoking(QuotaId quota) {
        QuotaKey key = QuotaTexts.key(quota);
        return new PreparedChange<>(
                target(quota),
                PreparedChange.request(quota),
                change -> {
                    Versioned<Quota> before = granted(key);
                    change.from(QuotaTexts.text(before.value().limit()));
                    services.resources().quotas().revoke(key, change.revision(before.revision()));
                    return quota;
                },
                before -> quota);
    }

    @Override
    public QuotaView find(Administrator by, QuotaId quota) throws AdministrationException {
        return access.perform(by, Operation.LIST_QUOTAS, target(quota), caller -> {
            TenantLookup.tenant(services.tenants(), quota.tenant());
            return QuotaTexts.view(granted(QuotaTexts.key(quota)));
        });
    }

    @Override
    public List<QuotaView> list(Administrator by, TenantId tenant) throws AdministrationException {
        return access.perform(
                by, Operation.LIST_QUOTAS, OperationTarget.of(tenant, "quotas of tenant " + tenant), caller -> {
                    TenantLookup.tenant(services.tenants(), tenant);
                    return services.resources().quotas().quotas(tenant).stream()
                            .map(QuotaTexts::view)
                            .toList();
                });
    }

    private Versioned<Quota> granted(QuotaKey key) throws AdministrationException, RegistryException {
        return services.resources()
                .quotas()
                .findQuota(key)
                .orElseThrow(() ->
                        new AdministrationException(NOT_FOUND, "there is no " + QuotaTexts.name(QuotaTexts.id(key))));
    }

    private static OperationTarget target(QuotaId quota) {
        return OperationTarget.of(quota.tenant(), QuotaTexts.name(quota));
    }
}
