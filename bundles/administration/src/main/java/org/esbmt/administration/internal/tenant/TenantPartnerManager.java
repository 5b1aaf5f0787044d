package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.api.command.TenantPartnerCommand.RevokePartner;
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
import org.esbmt.registry.api.TenantKeyMaterial.Partner;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages the certificates of partners over the tenant registry. The registry reports each change to the nodes, so a
 * revocation is in force within two seconds.
 */
@Component(service = TenantPartnerManager.class)
public final class TenantPartnerManager {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final InstantSource clock;
    private final CommandHandlers commands;

    @Activate
    public TenantPartnerManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this(access, services, quotaConsumption, InstantSource.system());
    }

    public TenantPartnerManager(
            AccessLayer access, DynamicServices services, QuotaConsumption quotaConsumption, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.clock = requireNonNull(clock, "clock");
        this.commands =
                new CommandHandlers().add(RegisterPartner.class, this::register).add(RevokePartner.class, this::revoke);
    }

    public CommandHandlers commands() {
        return commands;
    }

    private TenantPartnerView register(Administrator by, RegisterPartner c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.REGISTER_PARTNER, target, caller -> {
            KeyName name = new KeyName(c.name());
            byte[] file = KeyFiles.bytes(c.certificate());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), name, Sha256.of(file)),
                    change -> registered(change, c.tenant(), name, file),
                    before -> view(existing(c.tenant(), before.what())));
        });
    }

    private TenantPartnerView registered(Change change, TenantId tenant, KeyName name, byte[] file)
            throws RegistryException, AdministrationException {
        quotaConsumption.holdForNamed(tenant, Resource.TENANT_PARTNERS);
        TenantLookup.notPurged(services.tenants(), tenant);
        Partner read = services.keyMaterial().partner(file);
        TenantPartner partner = new TenantPartner(
                tenant, name, read.certificate(), read.notBefore(), read.notAfter(), now(), Optional.empty());
        ListedCertificates.requireUnlisted(services, tenant, partner.certificate());
        services.partners().register(partner);
        quotaConsumption.named(change, tenant, Resource.TENANT_PARTNERS, name.value());
        change.did(partner.digest().toString());
        change.to(audited(partner));
        return view(partner);
    }

    private Done revoke(Administrator by, RevokePartner c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.REVOKE_PARTNER, target, caller -> {
            KeyName name = new KeyName(c.name());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), name),
                    change -> {
                        quotaConsumption.holdForNamed(c.tenant(), Resource.TENANT_PARTNERS);
                        TenantLookup.tenant(services.tenants(), c.tenant());
                        TenantPartner partner = open(c.tenant(), c.name());
                        services.partners().revoke(c.tenant(), name, now());
                        quotaConsumption.freedNamed(c.tenant(), Resource.TENANT_PARTNERS, name.value());
                        change.from(audited(partner));
                        change.to("revoked");
                        return Done.DONE;
                    },
                    before -> Done.DONE);
        });
    }

    List<TenantPartnerView> list(Administrator by, TenantId tenant) throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "partners of tenant " + tenant);
        return access.perform(by, Operation.LIST_PARTNERS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return services.partners().partners(tenant).stream().map(this::view).toList();
        });
    }

    TenantPartnerView find(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return access.perform(by, Operation.LIST_PARTNERS, target(tenant, name), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return view(open(tenant, name));
        });
    }

    private TenantPartner open(TenantId tenant, String name) throws RegistryException, AdministrationException {
        return services.partners().partners(tenant).stream()
                .filter(partner ->
                        partner.revokedAt().isEmpty() && partner.name().value().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no partner '" + name + "'"));
    }

    private TenantPartner existing(TenantId tenant, String digest) throws RegistryException, AdministrationException {
        return services.partners().partners(tenant).stream()
                .filter(partner -> partner.digest().toString().equals(digest))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(
                        NOT_FOUND, "tenant " + tenant + " has no partner with the certificate " + digest));
    }

    private TenantPartnerView view(TenantPartner partner) {
        return TenantKeyViews.of(partner, clock.instant());
    }

    private static String audited(TenantPartner partner) {
        return "certificate " + partner.digest() + " until " + partner.notAfter();
    }

    /** Milliseconds, as every registry keeps them. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static OperationTarget target(TenantId tenant, String name) {
        return OperationTarget.of(tenant, "partner " + name + " of tenant " + tenant);
    }
}
