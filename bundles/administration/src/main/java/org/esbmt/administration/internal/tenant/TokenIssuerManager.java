package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.SetIssuerKeys;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantKeyMaterial.TokenKeys;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Manages the issuers of tokens over the tenant registry. The audit has their keys by {@code kid}. */
@Component(service = TokenIssuerManager.class)
public final class TokenIssuerManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final InstantSource clock;
    private final CommandHandlers commands;

    @Activate
    public TokenIssuerManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this(access, services, quotaConsumption, InstantSource.system());
    }

    public TokenIssuerManager(
            AccessLayer access, DynamicServices services, QuotaConsumption quotaConsumption, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.clock = requireNonNull(clock, "clock");
        this.commands = new CommandHandlers()
                .add(AddIssuer.class, this::add)
                .add(SetIssuerKeys.class, this::setKeys)
                .add(RemoveIssuer.class, this::remove);
    }

    public CommandHandlers commands() {
        return commands;
    }

    private TokenIssuerView add(Administrator by, AddIssuer c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.ADD_ISSUER, target, caller -> {
            KeyName name = new KeyName(c.name());
            byte[] file = KeyFiles.bytes(c.jwkSet());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(
                            c.tenant(), name, c.issuer(), c.audience(), new TreeSet<>(c.algorithms()), Sha256.of(file)),
                    change -> added(change, c, name, file),
                    before -> view(existing(c.tenant(), c.name())));
        });
    }

    private TokenIssuerView added(Change change, AddIssuer c, KeyName name, byte[] file)
            throws RegistryException, AdministrationException {
        quotaConsumption.holdForNamed(c.tenant(), Resource.TENANT_ISSUERS);
        TenantLookup.notPurged(services.tenants(), c.tenant());
        TokenKeys keys = keys(file, c.algorithms());
        Versioned<TenantIssuer> added = services.issuers()
                .add(new TenantIssuer(
                        c.tenant(), name, c.issuer(), c.audience(), c.algorithms(), keys.jwkSet(), now()));
        quotaConsumption.named(change, c.tenant(), Resource.TENANT_ISSUERS, name.value());
        change.to(audited(added) + ", keys " + keys.keyIds());
        return view(added);
    }

    private TokenKeys keys(byte[] file, Set<TokenAlgorithm> algorithms) throws RegistryException {
        return services.keyMaterial().tokenKeys(new String(file, UTF_8), algorithms);
    }

    private TokenIssuerView setKeys(Administrator by, SetIssuerKeys c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.SET_ISSUER_KEYS, target, caller -> {
            byte[] file = KeyFiles.bytes(c.jwkSet());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), c.name(), Sha256.of(file)),
                    change -> {
                        TenantLookup.notPurged(services.tenants(), c.tenant());
                        Versioned<TenantIssuer> now = existing(c.tenant(), c.name());
                        TokenKeys keys = keys(file, now.value().algorithms());
                        Versioned<TenantIssuer> set =
                                services.issuers().replace(now.value().withKeys(keys.jwkSet(), now()), now.revision());
                        change.from(audited(now));
                        change.to(audited(set) + ", keys " + keys.keyIds());
                        return view(set);
                    },
                    before -> view(existing(c.tenant(), c.name())));
        });
    }

    private Done remove(Administrator by, RemoveIssuer c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(
                by,
                Operation.REMOVE_ISSUER,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(c.tenant(), c.name()),
                        change -> {
                            quotaConsumption.holdForNamed(c.tenant(), Resource.TENANT_ISSUERS);
                            TenantLookup.tenant(services.tenants(), c.tenant());
                            Versioned<TenantIssuer> now = existing(c.tenant(), c.name());
                            services.issuers().remove(c.tenant(), now.value().name(), now.revision());
                            quotaConsumption.freedNamed(c.tenant(), Resource.TENANT_ISSUERS, c.name());
                            change.from(audited(now));
                            return Done.DONE;
                        },
                        before -> Done.DONE));
    }

    List<TokenIssuerView> list(Administrator by, TenantId tenant) throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "issuers of tenant " + tenant);
        return access.perform(by, Operation.LIST_ISSUERS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return services.issuers().issuers(tenant).stream()
                    .map(TokenIssuerManager::view)
                    .toList();
        });
    }

    TokenIssuerView find(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return access.perform(by, Operation.LIST_ISSUERS, target(tenant, name), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return view(existing(tenant, name));
        });
    }

    /** The issuer of that name. */
    Versioned<TenantIssuer> existing(TenantId tenant, String name) throws RegistryException, AdministrationException {
        return services.issuers().issuers(tenant).stream()
                .filter(issuer -> issuer.value().name().value().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no issuer '" + name + "'"));
    }

    private static TokenIssuerView view(Versioned<TenantIssuer> issuer) {
        return new TokenIssuerView(
                issuer.value().name().value(),
                issuer.value().issuer(),
                issuer.value().audience(),
                issuer.value().algorithms(),
                issuer.value().jwkSet(),
                issuer.revision(),
                issuer.value().setAt());
    }

    private static String audited(Versioned<TenantIssuer> issuer) {
        return "version " + issuer.revision() + ", issuer '" + issuer.value().issuer() + "', audience '"
                + issuer.value().audience() + "', "
                + new TreeSet<>(issuer.value().algorithms());
    }

    /** Milliseconds, as every registry keeps them. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static OperationTarget target(TenantId tenant, String name) {
        return OperationTarget.of(tenant, "issuer " + name + " of tenant " + tenant);
    }
}
