package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.TENANTS;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Words.AUTHORITY_CERTIFICATE;
import static org.esbmt.administration.catalogue.Words.CRL;
import static org.esbmt.administration.catalogue.Words.KEY_NAME;
import static org.esbmt.administration.catalogue.Words.TENANT;

import java.util.List;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.command.TenantAuthorityCommand.AddAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.RemoveAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.UploadCrl;

/** Certificate authorities of tenants, and their lists of revocations. */
final class AuthorityEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.makes(
                            TENANTS,
                            "addAuthority",
                            "Adds a certificate authority of the tenant, for back ends and for lists of revocations.",
                            TENANT,
                            KEY_NAME,
                            AUTHORITY_CERTIFICATE)
                    .executes(
                            one(AuthorityShapes.AUTHORITY),
                            AddAuthority.class,
                            with -> new AddAuthority(
                                    with.get(TENANT), with.get(KEY_NAME), with.get(AUTHORITY_CERTIFICATE))),
            Entry.reads(TENANTS, "listAuthorities", "The tenant's certificate authorities by name.", TENANT)
                    .asks(
                            all(AuthorityShapes.AUTHORITY),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.authorities(by, with.get(TENANT))),
            Entry.reads(TENANTS, "showAuthority", "One certificate authority of the tenant.", TENANT, KEY_NAME)
                    .asks(
                            one(AuthorityShapes.AUTHORITY),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.authority(by, with.get(TENANT), with.get(KEY_NAME))),
            Entry.makes(
                            TENANTS,
                            "removeAuthority",
                            "Removes a certificate authority of the tenant with its list of revocations.",
                            TENANT,
                            KEY_NAME)
                    .executes(
                            nothing(),
                            RemoveAuthority.class,
                            with -> new RemoveAuthority(with.get(TENANT), with.get(KEY_NAME))),
            Entry.makes(
                            TENANTS,
                            "uploadCrl",
                            "Puts a list of revocations (CRL) in the place of the authority's former one, and revokes for"
                                    + " good the tenant's senders and partners on it.",
                            TENANT,
                            KEY_NAME,
                            CRL)
                    .executes(
                            one(AuthorityShapes.CRL),
                            UploadCrl.class,
                            with -> new UploadCrl(with.get(TENANT), with.get(KEY_NAME), with.get(CRL))),
            Entry.reads(TENANTS, "showCrl", "The authority's present list of revocations.", TENANT, KEY_NAME)
                    .asks(
                            one(AuthorityShapes.CRL),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.revocationList(by, with.get(TENANT), with.get(KEY_NAME))));

    private AuthorityEntries() {}
}
