package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TenantKeyCommand.RemoveSecret;
import org.esbmt.administration.api.command.TenantKeyCommand.SetSecret;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages the secrets of tenants over the tenant registry. The value is sealed before the unit of work. The audit and the
 * journal have names and versions alone, and no digest of a value.
 */
@Component(service = TenantSecretManager.class)
public final class TenantSecretManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final InstantSource clock;
    private final CommandHandlers commands;

    @Activate
    public TenantSecretManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this(access, services, quotaConsumption, InstantSource.system());
    }

    public TenantSecretManager(
            AccessLayer access, DynamicServices services, QuotaConsumption quotaConsumption, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.clock = requireNonNull(clock, "clock");
        this.commands = new CommandHandlers().add(SetSecret.class, this::set).add(RemoveSecret.class, this::remove);
    }

    public CommandHandlers commands() {
        return commands;
    }

    private TenantSecretView set(Administrator by, SetSecret c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.SET_SECRET, target, caller -> {
            KeyName name = new KeyName(c.name());
            SealedValue sealed = sealed(c, name);
            TenantSecret secret = new TenantSecret(
                    c.tenant(),
                    name,
                    Optional.of(c.use()),
                    sealed,
                    clock.instant().truncatedTo(ChronoUnit.MILLIS));
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), name, c.use()),
                    change -> set(change, secret),
                    before -> new TenantSecretView(
                            name.value(),
                            Optional.of(c.use()),
                            Long.parseLong(before.what()),
                            existing(secret).value().setAt()));
        });
    }

    private SealedValue sealed(SetSecret c, KeyName name) throws RegistryException {
        byte[] value = c.value().bytes();
        try {
            return services.keyMaterial().seal(c.tenant(), name, c.use(), value);
        } finally {
            Arrays.fill(value, (byte) 0);
        }
    }

    private TenantSecretView set(Change change, TenantSecret secret) throws RegistryException, AdministrationException {
        quotaConsumption.holdForNamed(secret.tenant(), Resource.TENANT_SECRETS);
        TenantLookup.notPurged(services.tenants(), secret.tenant());
        Optional<Versioned<TenantSecret>> now = find(secret.tenant(), secret.name());
        if (now.isEmpty()) {
            quotaConsumption.named(
                    change,
                    secret.tenant(),
                    Resource.TENANT_SECRETS,
                    secret.name().value());
        }
        long before = now.map(Versioned::revision).orElse(0L);
        Versioned<TenantSecret> set = services.keys().putSecret(secret, before);
        now.ifPresent(former -> change.from(described(former)));
        change.to(described(set));
        change.did(Long.toString(set.revision()));
        return view(set);
    }

    private Done remove(Administrator by, RemoveSecret c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.REMOVE_SECRET, target, caller -> {
            KeyName name = new KeyName(c.name());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), name),
                    change -> {
                        quotaConsumption.holdForNamed(c.tenant(), Resource.TENANT_SECRETS);
                        TenantLookup.tenant(services.tenants(), c.tenant());
                        Versioned<TenantSecret> now =
                                find(c.tenant(), name).orElseThrow(() -> notFound(c.tenant(), name));
                        services.keys().removeSecret(c.tenant(), name, now.revision());
                        quotaConsumption.freedNamed(c.tenant(), Resource.TENANT_SECRETS, name.value());
                        change.from(described(now));
                        return Done.DONE;
                    },
                    before -> Done.DONE);
        });
    }

    List<TenantSecretView> list(Administrator by, TenantId tenant) throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "secrets of tenant " + tenant);
        return access.perform(by, Operation.LIST_SECRETS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return services.keys().secrets(tenant).stream()
                    .map(TenantSecretManager::view)
                    .toList();
        });
    }

    private Optional<Versioned<TenantSecret>> find(TenantId tenant, KeyName name) throws RegistryException {
        return services.keys().secrets(tenant).stream()
                .filter(secret -> secret.value().name().equals(name))
                .findFirst();
    }

    private Versioned<TenantSecret> existing(TenantSecret secret) throws RegistryException, AdministrationException {
        return find(secret.tenant(), secret.name()).orElseThrow(() -> notFound(secret.tenant(), secret.name()));
    }

    private static AdministrationException notFound(TenantId tenant, KeyName name) {
        return new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no secret '" + name + "'");
    }

    private static TenantSecretView view(Versioned<TenantSecret> secret) {
        return new TenantSecretView(
                secret.value().name().value(),
                secret.value().use(),
                secret.revision(),
                secret.value().setAt());
    }

    private static String described(Versioned<TenantSecret> secret) {
        return "version " + secret.revision()
                + secret.value()
                        .use()
                        .map(use -> ", " + use.kind()
                                + use.userName().map(user -> " of " + user).orElse("") + " for " + use.destination())
                        .orElse("");
    }

    private static OperationTarget target(TenantId tenant, String name) {
        return OperationTarget.of(tenant, "secret " + name + " of tenant " + tenant);
    }
}
