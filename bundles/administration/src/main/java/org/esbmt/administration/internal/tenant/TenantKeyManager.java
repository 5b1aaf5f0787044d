package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.UserSubjectView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TenantKeyCommand;
import org.esbmt.administration.api.command.TenantKeyCommand.CertifyKey;
import org.esbmt.administration.api.command.TenantKeyCommand.GenerateKey;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPem;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPkcs12;
import org.esbmt.administration.api.command.TenantKeyCommand.MakeKeyFormer;
import org.esbmt.administration.api.command.TenantKeyCommand.RevokeKey;
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
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.Certificates;
import org.esbmt.registry.api.TenantKeyMaterial.Owner;
import org.esbmt.registry.api.TenantKeyMaterial.SealedKey;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages private keys over the tenant registry. A key is made or read, and sealed, before the unit of work, so that no lock
 * waits for it. This class has sealed keys alone. The audit records names, purposes and certificates.
 */
@Component(service = {TenantKeyAdministration.class, TenantKeyManager.class})
public final class TenantKeyManager implements TenantKeyAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final TenantSecretManager secrets;
    private final TenantPartnerManager partners;
    private final TokenIssuerManager issuers;
    private final UserSubjectManager subjects;
    private final TenantAuthorityManager authorities;
    private final InstantSource clock;
    private final CommandHandlers commands;

    /** Makes or reads a key. */
    @FunctionalInterface
    private interface Making {
        SealedKey by(TenantKeyMaterial material, Owner owner) throws RegistryException;
    }

    @Activate
    public TenantKeyManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption,
            @Reference TenantSecretManager secrets,
            @Reference TenantPartnerManager partners,
            @Reference TokenIssuerManager issuers,
            @Reference UserSubjectManager subjects,
            @Reference TenantAuthorityManager authorities) {
        this(
                access,
                services,
                quotaConsumption,
                secrets,
                partners,
                issuers,
                subjects,
                authorities,
                InstantSource.system());
    }

    public TenantKeyManager(
            AccessLayer access,
            DynamicServices services,
            QuotaConsumption quotaConsumption,
            TenantSecretManager secrets,
            TenantPartnerManager partners,
            TokenIssuerManager issuers,
            UserSubjectManager subjects,
            TenantAuthorityManager authorities,
            InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.secrets = requireNonNull(secrets, "secrets");
        this.partners = requireNonNull(partners, "partners");
        this.issuers = requireNonNull(issuers, "issuers");
        this.subjects = requireNonNull(subjects, "subjects");
        this.authorities = requireNonNull(authorities, "authorities");
        this.clock = requireNonNull(clock, "clock");
        this.commands = new CommandHandlers()
                .add(GenerateKey.class, this::generate)
                .add(ImportPkcs12.class, this::read)
                .add(ImportPem.class, this::read)
                .add(CertifyKey.class, this::certify)
                .add(MakeKeyFormer.class, this::makeFormer)
                .add(RevokeKey.class, this::revoke);
    }

    public CommandHandlers commands() {
        return commands;
    }

    private TenantKeyView generate(Administrator by, GenerateKey c) throws AdministrationException {
        Duration validity = Duration.ofDays(c.days().orElse(TenantKeyCommand.DEFAULT_DAYS));
        return add(
                by,
                Operation.GENERATE_KEY,
                c.tenant(),
                c.name(),
                c.purpose(),
                PreparedChange.request(c.tenant(), c.name(), c.purpose(), c.algorithm(), c.subject(), c.days()),
                (material, owner) -> material.generate(owner, c.algorithm(), c.subject(), validity));
    }

    private TenantKeyView read(Administrator by, ImportPkcs12 c) throws AdministrationException {
        return add(
                by,
                Operation.IMPORT_KEY,
                c.tenant(),
                c.name(),
                c.purpose(),
                PreparedChange.request(c.tenant(), c.name(), c.purpose(), "PKCS#12"),
                (material, owner) -> KeyFiles.read(
                        c.file(),
                        file -> material.readPkcs12(owner, file, c.password().characters())));
    }

    private TenantKeyView read(Administrator by, ImportPem c) throws AdministrationException {
        return add(
                by,
                Operation.IMPORT_KEY,
                c.tenant(),
                c.name(),
                c.purpose(),
                PreparedChange.request(c.tenant(), c.name(), c.purpose(), "PEM"),
                (material, owner) -> KeyFiles.read(
                        c.file(),
                        file -> material.readPem(owner, file, c.password().map(Secret::characters))));
    }

    private TenantKeyView add(
            Administrator by,
            Operation operation,
            TenantId tenant,
            String name,
            KeyPurpose purpose,
            Sha256 request,
            Making making)
            throws AdministrationException {
        OperationTarget target = target(tenant, name);
        return access.change(by, operation, target, caller -> {
            KeyName checked = new KeyName(name);
            TenantLookup.tenant(services.tenants(), tenant);
            TenantKeyId id = new TenantKeyId(UUID.randomUUID());
            // A repetition gets the key of the first time, and no other one is made for it.
            Optional<SealedKey> made = access.isMade(by)
                    ? Optional.empty()
                    : Optional.of(making.by(services.keyMaterial(), new Owner(tenant, id, purpose)));
            return new PreparedChange<>(
                    target,
                    request,
                    change -> add(change, key(id, tenant, checked, purpose, made.orElseThrow())),
                    before -> view(existing(tenant, TenantKeyId.of(before.what()))));
        });
    }

    private TenantKey key(TenantKeyId id, TenantId tenant, KeyName name, KeyPurpose purpose, SealedKey made) {
        Certificates certificates = made.certificates();
        return new TenantKey(
                id,
                tenant,
                name,
                purpose,
                KeyState.CURRENT,
                certificates.chain(),
                Optional.of(made.sealed()),
                certificates.notBefore(),
                certificates.notAfter(),
                Optional.empty(),
                now(),
                Optional.empty());
    }

    private TenantKeyView add(Change change, TenantKey key) throws RegistryException, AdministrationException {
        quotaConsumption.holdForKeys(key.tenant());
        TenantLookup.notPurged(services.tenants(), key.tenant());
        services.keys().add(key);
        quotaConsumption.key(change, key.tenant(), key.id());
        change.did(key.id().toString());
        TenantKeyView view = view(key);
        change.to(TenantKeyViews.audited(view));
        return view;
    }

    private TenantKeyView certify(Administrator by, CertifyKey c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.CERTIFY_KEY, target, caller -> {
            byte[] file = KeyFiles.bytes(c.certificates());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), c.name(), Sha256.of(file)),
                    change -> {
                        TenantLookup.notPurged(services.tenants(), c.tenant());
                        TenantKey key = open(c.tenant(), c.name());
                        Certificates next = services.keyMaterial().certify(key, file);
                        services.keys().certify(c.tenant(), key.id(), next.chain(), next.notBefore(), next.notAfter());
                        change.did(key.id().toString());
                        TenantKeyView view = view(key.certified(next.chain(), next.notBefore(), next.notAfter()));
                        change.from(TenantKeyViews.audited(view(key)));
                        change.to(TenantKeyViews.audited(view));
                        return view;
                    },
                    before -> view(existing(c.tenant(), TenantKeyId.of(before.what()))));
        });
    }

    private TenantKeyView makeFormer(Administrator by, MakeKeyFormer c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.MAKE_KEY_FORMER, target, caller -> {
            Instant until = c.until().truncatedTo(ChronoUnit.MILLIS);
            if (!until.isAfter(now()) || until.isAfter(now().plus(Duration.ofDays(TenantKeyCommand.MOST_DAYS)))) {
                throw new IllegalArgumentException(
                        "a former key is used until a moment in the next " + TenantKeyCommand.MOST_DAYS + " days");
            }
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), c.name(), until),
                    change -> {
                        TenantLookup.notPurged(services.tenants(), c.tenant());
                        TenantKey key = open(c.tenant(), c.name());
                        services.keys().makeFormer(c.tenant(), key.id(), until);
                        change.did(key.id().toString());
                        change.from(TenantKeyViews.audited(view(key)));
                        TenantKeyView view = view(key.former(until));
                        change.to(TenantKeyViews.audited(view));
                        return view;
                    },
                    before -> view(existing(c.tenant(), TenantKeyId.of(before.what()))));
        });
    }

    private Done revoke(Administrator by, RevokeKey c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(
                by,
                Operation.REVOKE_KEY,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(c.tenant(), c.name()),
                        change -> {
                            quotaConsumption.holdForKeys(c.tenant());
                            TenantLookup.tenant(services.tenants(), c.tenant());
                            TenantKey key = open(c.tenant(), c.name());
                            services.keys().revoke(c.tenant(), key.id(), now());
                            quotaConsumption.freedKey(c.tenant(), key.id());
                            change.from(TenantKeyViews.audited(view(key)));
                            change.to(KeyState.REVOKED.name());
                            return Done.DONE;
                        },
                        before -> Done.DONE));
    }

    @Override
    public List<TenantKeyView> keys(Administrator by, TenantId tenant) throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "keys of tenant " + tenant);
        return access.perform(by, Operation.LIST_KEYS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return services.keys().keys(tenant).stream().map(this::view).toList();
        });
    }

    @Override
    public TenantKeyView key(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return access.perform(by, Operation.LIST_KEYS, target(tenant, name), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return view(open(tenant, name));
        });
    }

    @Override
    public String request(Administrator by, TenantId tenant, String name, Optional<String> subject)
            throws AdministrationException {
        return access.perform(by, Operation.REQUEST_CERTIFICATE, target(tenant, name), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return services.keyMaterial().request(open(tenant, name), subject);
        });
    }

    @Override
    public List<TenantSecretView> secrets(Administrator by, TenantId tenant) throws AdministrationException {
        return secrets.list(by, tenant);
    }

    @Override
    public List<TenantPartnerView> partners(Administrator by, TenantId tenant) throws AdministrationException {
        return partners.list(by, tenant);
    }

    @Override
    public TenantPartnerView partner(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return partners.find(by, tenant, name);
    }

    @Override
    public List<TokenIssuerView> issuers(Administrator by, TenantId tenant) throws AdministrationException {
        return issuers.list(by, tenant);
    }

    @Override
    public TokenIssuerView issuer(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return issuers.find(by, tenant, name);
    }

    @Override
    public List<UserSubjectView> subjects(Administrator by, TenantId tenant, UserId user)
            throws AdministrationException {
        return subjects.list(by, tenant, user);
    }

    @Override
    public List<TenantAuthorityView> authorities(Administrator by, TenantId tenant) throws AdministrationException {
        return authorities.list(by, tenant);
    }

    @Override
    public TenantAuthorityView authority(Administrator by, TenantId tenant, String name)
            throws AdministrationException {
        return authorities.find(by, tenant, name);
    }

    @Override
    public RevocationListView revocationList(Administrator by, TenantId tenant, String name)
            throws AdministrationException {
        return authorities.revocationList(by, tenant, name);
    }

    private TenantKey open(TenantId tenant, String name) throws RegistryException, AdministrationException {
        return services.keys().contents(tenant).keys().stream()
                .filter(key -> key.name().value().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no key '" + name + "'"));
    }

    private TenantKey existing(TenantId tenant, TenantKeyId id) throws RegistryException, AdministrationException {
        return services.keys()
                .find(tenant, id)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "tenant " + tenant + " has no key " + id));
    }

    private TenantKeyView view(TenantKey key) {
        return TenantKeyViews.of(key, clock.instant());
    }

    /** Milliseconds, as every registry keeps them. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static OperationTarget target(TenantId tenant, String name) {
        return OperationTarget.of(tenant, "key " + name + " of tenant " + tenant);
    }
}
