package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TenantAuthorityCommand.AddAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.RemoveAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.UploadCrl;
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
import org.esbmt.registry.api.RevocationList;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.Partner;
import org.esbmt.registry.api.TenantKeyMaterial.Revocations;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.UserCertificates.Owned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages the authorities of tenants and their lists of revocations over the tenant registry. A list is read before the unit
 * of work, so that no lock waits for it. The same unit of work puts the list, and revokes the registered certificates on it.
 */
@Component(service = TenantAuthorityManager.class)
public final class TenantAuthorityManager {
    /** The names in the audit, so that they fit. The queries have all. */
    private static final int MOST_AUDITED = 50;

    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final InstantSource clock;
    private final CommandHandlers commands;

    /** A list with the authority that has signed it. */
    private record SignedList(TenantAuthority authority, Revocations content) {}

    @Activate
    public TenantAuthorityManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this(access, services, quotaConsumption, InstantSource.system());
    }

    public TenantAuthorityManager(
            AccessLayer access, DynamicServices services, QuotaConsumption quotaConsumption, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.clock = requireNonNull(clock, "clock");
        this.commands = new CommandHandlers()
                .add(AddAuthority.class, this::add)
                .add(RemoveAuthority.class, this::remove)
                .add(UploadCrl.class, this::upload);
    }

    public CommandHandlers commands() {
        return commands;
    }

    private TenantAuthorityView add(Administrator by, AddAuthority c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.ADD_AUTHORITY, target, caller -> {
            KeyName name = new KeyName(c.name());
            byte[] file = KeyFiles.bytes(c.certificate());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), name, Sha256.of(file)),
                    change -> added(change, c.tenant(), name, file),
                    before -> view(existing(c.tenant(), c.name())));
        });
    }

    private TenantAuthorityView added(Change change, TenantId tenant, KeyName name, byte[] file)
            throws RegistryException, AdministrationException {
        quotaConsumption.holdForNamed(tenant, Resource.TENANT_AUTHORITIES);
        TenantLookup.notPurged(services.tenants(), tenant);
        Partner read = services.keyMaterial().authority(file);
        TenantAuthority authority =
                new TenantAuthority(tenant, name, read.certificate(), read.notBefore(), read.notAfter(), now());
        services.authorities().add(authority);
        quotaConsumption.named(change, tenant, Resource.TENANT_AUTHORITIES, name.value());
        change.to(audited(authority));
        return view(authority);
    }

    private Done remove(Administrator by, RemoveAuthority c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(
                by,
                Operation.REMOVE_AUTHORITY,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(c.tenant(), c.name()),
                        change -> {
                            quotaConsumption.holdForNamed(c.tenant(), Resource.TENANT_AUTHORITIES);
                            TenantLookup.tenant(services.tenants(), c.tenant());
                            TenantAuthority authority = existing(c.tenant(), c.name());
                            services.authorities().remove(c.tenant(), authority.name());
                            quotaConsumption.freedNamed(c.tenant(), Resource.TENANT_AUTHORITIES, c.name());
                            change.from(audited(authority));
                            return Done.DONE;
                        },
                        before -> Done.DONE));
    }

    private RevocationListView upload(Administrator by, UploadCrl c) throws AdministrationException {
        OperationTarget target = target(c.tenant(), c.name());
        return access.change(by, Operation.UPLOAD_CRL, target, caller -> {
            byte[] file = KeyFiles.bytes(c.crl(), TenantKeyMaterial.MOST_LIST_BYTES, "a CRL");
            TenantLookup.tenant(services.tenants(), c.tenant());
            // A repetition has the outcome of the first time. Its list may be past its date by then.
            Optional<SignedList> read =
                    access.isMade(by) ? Optional.empty() : Optional.of(read(c.tenant(), c.name(), file));
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), c.name(), Sha256.of(file)),
                    change -> uploaded(change, read.orElseThrow()),
                    before -> view(existing(c.tenant(), c.name()), list(c.tenant(), c.name())));
        });
    }

    private SignedList read(TenantId tenant, String name, byte[] file)
            throws RegistryException, AdministrationException {
        TenantAuthority authority = existing(tenant, name);
        return new SignedList(authority, services.keyMaterial().revocations(authority.certificate(), file));
    }

    private RevocationListView uploaded(Change change, SignedList signed)
            throws RegistryException, AdministrationException {
        TenantAuthority authority = signed.authority();
        quotaConsumption.holdForNamed(authority.tenant(), Resource.TENANT_PARTNERS);
        TenantLookup.notPurged(services.tenants(), authority.tenant());
        Optional<RevocationList> former =
                findList(authority.tenant(), authority.name().value());
        RevocationList list = list(authority, signed.content());
        services.authorities().put(list, signed.content().serials());
        // From here on the registry holds the authority of this name. Before, another one may have taken its place.
        if (!existing(authority.tenant(), authority.name().value()).equals(authority)) {
            throw new AdministrationException(CONFLICT, "authority '" + authority.name() + "' was replaced meanwhile");
        }
        ListedCertificates listed =
                ListedCertificates.of(services, authority, signed.content().serials(), Optional.empty());
        revoke(authority.tenant(), listed, list.uploadedAt());
        former.ifPresent(before -> change.from(audited(before)));
        change.to(audited(list) + audited(listed.names()));
        return view(list, listed.names());
    }

    private RevocationList list(TenantAuthority authority, Revocations content) {
        return new RevocationList(
                authority.tenant(),
                authority.name(),
                content.number(),
                content.thisUpdate(),
                content.nextUpdate(),
                content.digest(),
                content.serials().size(),
                now());
    }

    /** Revokes as an administrator does, so that each node learns of it. */
    private void revoke(TenantId tenant, ListedCertificates listed, Instant at) throws RegistryException {
        try {
            for (Owned sender : listed.senders()) {
                services.userCertificates().revoke(tenant, sender.certificate().digest(), at);
            }
            for (TenantPartner partner : listed.partners()) {
                services.partners().revoke(tenant, partner.name(), at);
                quotaConsumption.freedNamed(
                        tenant, Resource.TENANT_PARTNERS, partner.name().value());
            }
        } catch (RegistryException.NotFound e) {
            throw new RegistryException.Stale("A certificate on the list was revoked at the same time.");
        }
    }

    List<TenantAuthorityView> list(Administrator by, TenantId tenant) throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "authorities of tenant " + tenant);
        return access.perform(by, Operation.LIST_AUTHORITIES, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            List<RevocationList> lists = services.authorities().lists(tenant);
            return services.authorities().authorities(tenant).stream()
                    .map(authority -> view(authority, lists))
                    .toList();
        });
    }

    TenantAuthorityView find(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return access.perform(by, Operation.LIST_AUTHORITIES, target(tenant, name), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return view(existing(tenant, name));
        });
    }

    /** Names users and their certificates, so it is for those who may see these. */
    RevocationListView revocationList(Administrator by, TenantId tenant, String name) throws AdministrationException {
        return access.perform(by, Operation.SHOW_CRL, target(tenant, name), caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return view(existing(tenant, name), list(tenant, name));
        });
    }

    private TenantAuthority existing(TenantId tenant, String name) throws RegistryException, AdministrationException {
        return services.authorities().authorities(tenant).stream()
                .filter(authority -> authority.name().value().equals(name))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(
                        NOT_FOUND, "tenant " + tenant + " has no authority '" + name + "'"));
    }

    private RevocationList list(TenantId tenant, String name) throws RegistryException, AdministrationException {
        return findList(tenant, name)
                .orElseThrow(() -> new AdministrationException(
                        NOT_FOUND, "authority '" + name + "' of tenant " + tenant + " has no CRL"));
    }

    private Optional<RevocationList> findList(TenantId tenant, String name) throws RegistryException {
        return services.authorities().lists(tenant).stream()
                .filter(list -> list.authority().value().equals(name))
                .findFirst();
    }

    private TenantAuthorityView view(TenantAuthority authority) throws RegistryException {
        return view(authority, services.authorities().lists(authority.tenant()));
    }

    private TenantAuthorityView view(TenantAuthority authority, List<RevocationList> lists) {
        Optional<RevocationList> own = lists.stream()
                .filter(list -> list.authority().equals(authority.name()))
                .findFirst();
        return TenantKeyViews.of(authority, own, clock.instant());
    }

    /** The list with the certificates that its upload revoked. */
    private RevocationListView view(TenantAuthority authority, RevocationList list) throws RegistryException {
        Optional<RevokedSerials> serials = services.authorities().serials(authority.tenant(), authority.name());
        List<String> revoked = serials.isEmpty()
                ? List.of()
                : ListedCertificates.of(services, authority, serials.get(), Optional.of(list.uploadedAt()))
                        .names();
        return view(list, revoked);
    }

    private RevocationListView view(RevocationList list, List<String> revoked) {
        return new RevocationListView(
                list.authority().value(),
                list.number().toString(),
                list.thisUpdate(),
                list.nextUpdate(),
                list.isOverdue(clock.instant()),
                list.entries(),
                HexFormat.of().formatHex(list.digest().bytes()),
                list.uploadedAt(),
                revoked);
    }

    private static String audited(TenantAuthority authority) {
        return "certificate " + authority.digest() + " until " + authority.notAfter();
    }

    private static String audited(RevocationList list) {
        return "CRL " + list.number() + " of " + list.thisUpdate() + " until " + list.nextUpdate() + ", "
                + list.entries() + " entries, digest "
                + HexFormat.of().formatHex(list.digest().bytes());
    }

    private static String audited(List<String> revoked) {
        if (revoked.isEmpty()) {
            return ", revoked nothing";
        }
        String more = revoked.size() > MOST_AUDITED ? " and " + (revoked.size() - MOST_AUDITED) + " more" : "";
        return ", revoked " + String.join(", ", revoked.subList(0, Math.min(revoked.size(), MOST_AUDITED))) + more;
    }

    /** Milliseconds, as every registry keeps them. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static OperationTarget target(TenantId tenant, String name) {
        return OperationTarget.of(tenant, "authority " + name + " of tenant " + tenant);
    }
}
