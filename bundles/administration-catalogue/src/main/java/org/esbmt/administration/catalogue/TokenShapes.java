package org.esbmt.administration.catalogue;

import java.util.TreeSet;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.UserSubjectView;

/** The views of partners, issuers of tokens and their subjects, field by field. */
final class TokenShapes {
    static final Shape<TenantPartnerView> PARTNER = Shape.<TenantPartnerView>of("partner", "partners")
            .text("name", "Unique among the tenant's partners that are not revoked.", TenantPartnerView::name)
            .text("algorithm", "Such as RSA 2048 or EC P-256.", TenantPartnerView::algorithm)
            .text("subject", "The subject of the certificate.", TenantPartnerView::subject)
            .text("issuer", "The issuer of the certificate.", TenantPartnerView::issuer)
            .text("digest", "SHA-256 of the certificate, 64 hexadecimal digits.", TenantPartnerView::digest)
            .moment("notBefore", "The beginning of the certificate's validity.", TenantPartnerView::notBefore)
            .moment("notAfter", "The end of the certificate's validity.", TenantPartnerView::notAfter)
            .flag("expiresSoon", "Whether the certificate ends within 30 days.", TenantPartnerView::expiresSoon)
            .moment("registeredAt", "The moment of its registration.", TenantPartnerView::registeredAt)
            .maybeMoment(
                    "revokedAt",
                    "The moment of its revocation; absent if it was not revoked.",
                    TenantPartnerView::revokedAt)
            .text("certificate", "The certificate in PEM.", TenantPartnerView::certificate);

    static final Shape<TokenIssuerView> ISSUER = Shape.<TokenIssuerView>of("issuer", "issuers")
            .text("name", "Unique in the tenant.", TokenIssuerView::name)
            .text("issuer", "The claim iss.", TokenIssuerView::issuer)
            .text("audience", "A value that the claim aud has.", TokenIssuerView::audience)
            .texts("algorithms", "The allowed algorithms of signatures.", issuer -> new TreeSet<>(issuer.algorithms()))
            .text("jwkSet", "The public keys, a JWK set in JSON.", TokenIssuerView::jwkSet)
            .number("version", "From 1, one more with each change.", TokenIssuerView::version)
            .moment("setAt", "The moment of the last change.", TokenIssuerView::setAt);

    static final Shape<UserSubjectView> SUBJECT = Shape.<UserSubjectView>of("userSubject", "userSubjects")
            .identifier("userId", "The user.", UserSubjectView::user)
            .text("name", "The name of the issuer.", UserSubjectView::name)
            .text("issuer", "The claim iss.", UserSubjectView::issuer)
            .text("subject", "The claim sub.", UserSubjectView::subject)
            .moment("addedAt", "The moment of its addition.", UserSubjectView::addedAt);

    private TokenShapes() {}
}
