package org.esbmt.administration.internal.tenant;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.UserCertificateQuery;
import org.esbmt.registry.api.UserCertificates.Owned;
import org.esbmt.tenancy.api.TenantId;

/**
 * The registered certificates of a tenant that are on a list of revocations of its authority. Another tenant's certificates
 * are never read, and another tenant's lists never matter.
 *
 * @param senders certificates of users, by login
 */
record ListedCertificates(List<Owned> senders, List<TenantPartner> partners) {

    /**
     * Finds those that the authority issued and has revoked.
     *
     * @param revoked empty for those that are not revoked in the registry yet; else those that were revoked there at this
     * moment
     */
    static ListedCertificates of(
            DynamicServices services, TenantAuthority authority, RevokedSerials serials, Optional<Instant> revoked)
            throws RegistryException {
        TenantId tenant = authority.tenant();
        List<Owned> senders = senders(services, tenant, revoked);
        List<TenantPartner> partners = services.partners().partners(tenant).stream()
                .filter(partner -> partner.revokedAt().equals(revoked))
                .toList();
        List<EncodedCertificate> all = new ArrayList<>();
        senders.forEach(sender -> all.add(sender.certificate().certificate()));
        partners.forEach(partner -> all.add(partner.certificate()));
        Set<EncodedCertificate> listed =
                new HashSet<>(services.keyMaterial().revoked(authority.certificate(), serials, all));
        return new ListedCertificates(
                senders.stream()
                        .filter(sender -> listed.contains(sender.certificate().certificate()))
                        .toList(),
                partners.stream()
                        .filter(partner -> listed.contains(partner.certificate()))
                        .toList());
    }

    private static List<Owned> senders(DynamicServices services, TenantId tenant, Optional<Instant> revoked)
            throws RegistryException {
        Predicate<Owned> wanted = owned -> owned.certificate().revokedAt().equals(revoked);
        List<Owned> found = new ArrayList<>();
        int offset = 0;
        List<Owned> part;
        do {
            UserCertificateQuery query = new UserCertificateQuery(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Instant.EPOCH,
                    new Slice(offset, Slice.MAX_LIMIT));
            part = services.userCertificates().list(tenant, query).entries();
            part.stream().filter(wanted).forEach(found::add);
            offset += part.size();
        } while (part.size() == Slice.MAX_LIMIT);
        return found;
    }

    /**
     * Refuses a certificate that is on the present list of its authority. No list changes before the end of this unit of
     * work.
     */
    static void requireUnlisted(DynamicServices services, TenantId tenant, EncodedCertificate certificate)
            throws RegistryException, AdministrationException {
        for (TenantAuthority authority : services.authorities().held(tenant)) {
            Optional<RevokedSerials> serials = services.authorities().serials(tenant, authority.name());
            if (serials.isPresent()
                    && !services.keyMaterial()
                            .revoked(authority.certificate(), serials.get(), List.of(certificate))
                            .isEmpty()) {
                throw new AdministrationException(
                        CONFLICT, "authority '" + authority.name() + "' of the tenant has revoked this certificate");
            }
        }
    }

    /** The names of all, for people. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        partners.forEach(partner -> names.add("partner " + partner.name()));
        senders.forEach(
                sender -> names.add("certificate " + sender.certificate().digest() + " of " + sender.login()));
        return names;
    }
}
