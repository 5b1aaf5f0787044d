package org.esbmt.administration.catalogue;

import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.TenantAuthorityView;

/** The views of authorities and their lists of revocations, field by field. */
final class AuthorityShapes {
    static final Shape<TenantAuthorityView> AUTHORITY = Shape.<TenantAuthorityView>of("authority", "authorities")
            .text("name", "Unique among the tenant's authorities.", TenantAuthorityView::name)
            .text("algorithm", "Such as RSA 2048 or EC P-256.", TenantAuthorityView::algorithm)
            .text("subject", "The subject of the certificate.", TenantAuthorityView::subject)
            .text("digest", "SHA-256 of the certificate, 64 hexadecimal digits.", TenantAuthorityView::digest)
            .moment("notBefore", "The beginning of the certificate's validity.", TenantAuthorityView::notBefore)
            .moment("notAfter", "The end of the certificate's validity.", TenantAuthorityView::notAfter)
            .flag("expiresSoon", "Whether the certificate ends within 30 days.", TenantAuthorityView::expiresSoon)
            .moment("addedAt", "The moment of its addition.", TenantAuthorityView::addedAt)
            .maybe(
                    "crlNumber",
                    "The number of its list of revocations; absent without one.",
                    TenantAuthorityView::crlNumber)
            .maybeMoment(
                    "crlNextUpdate",
                    "The moment by which the next list is due; absent without a list.",
                    TenantAuthorityView::crlNextUpdate)
            .flag("crlOverdue", "Whether the next list is late.", TenantAuthorityView::crlOverdue)
            .text("certificate", "The certificate in PEM.", TenantAuthorityView::certificate);

    static final Shape<RevocationListView> CRL = Shape.<RevocationListView>of("crl", "crls")
            .text("authority", "The name of the authority.", RevocationListView::authority)
            .text("number", "The CRL number, in decimal digits.", RevocationListView::number)
            .moment("thisUpdate", "The moment of the list.", RevocationListView::thisUpdate)
            .moment("nextUpdate", "The moment by which the next list is due.", RevocationListView::nextUpdate)
            .flag("overdue", "Whether the next list is late.", RevocationListView::overdue)
            .count("entries", "The number of its serial numbers.", RevocationListView::entries)
            .text("digest", "SHA-256 of the list in DER, 64 hexadecimal digits.", RevocationListView::digest)
            .moment("uploadedAt", "The moment of its upload.", RevocationListView::uploadedAt)
            .texts(
                    "revoked",
                    "The partners and the certificates of users that the upload revoked.",
                    RevocationListView::revoked);

    private AuthorityShapes() {}
}
