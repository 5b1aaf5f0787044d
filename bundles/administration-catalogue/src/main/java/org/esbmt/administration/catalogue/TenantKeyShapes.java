package org.esbmt.administration.catalogue;

import java.util.OptionalLong;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.tenancy.api.SecretUse;

/** The views of keys and secrets of tenants, field by field. */
final class TenantKeyShapes {
    static final Shape<TenantKeyView> TENANT_KEY = Shape.<TenantKeyView>of("key", "keys")
            .identifier("keyId", "The identifier, which is no secret.", TenantKeyView::id)
            .text("name", "Unique among the tenant's keys that are not revoked.", TenantKeyView::name)
            .choice("purpose", "DECRYPT, SIGN or TLS.", TenantKeyView::purpose)
            .choice("state", "CURRENT, FORMER or REVOKED.", TenantKeyView::state)
            .text("algorithm", "Such as RSA 2048 or EC P-256.", TenantKeyView::algorithm)
            .text("subject", "The subject of the certificate.", TenantKeyView::subject)
            .text("issuer", "The issuer of the certificate.", TenantKeyView::issuer)
            .text("digest", "SHA-256 of the certificate, 64 hexadecimal digits.", TenantKeyView::digest)
            .moment("notBefore", "The beginning of the certificate's validity.", TenantKeyView::notBefore)
            .moment("notAfter", "The end of the certificate's validity.", TenantKeyView::notAfter)
            .flag("expiresSoon", "Whether the certificate ends within 30 days.", TenantKeyView::expiresSoon)
            .maybeMoment(
                    "formerUntil",
                    "The end of the use of a FORMER key; absent for another one.",
                    TenantKeyView::formerUntil)
            .moment("createdAt", "The moment of the creation.", TenantKeyView::createdAt)
            .maybeMoment(
                    "revokedAt",
                    "The moment of its revocation; absent if it was not revoked.",
                    TenantKeyView::revokedAt)
            .text("certificates", "The certificate and those of its issuers, in PEM.", TenantKeyView::certificates);

    static final Shape<TenantSecretView> TENANT_SECRET = Shape.<TenantSecretView>of("secret", "secrets")
            .text("name", "Unique in the tenant.", TenantSecretView::name)
            .maybe(
                    "kind",
                    "PASSWORD or BEARER; absent if the secret was set before secrets had a destination.",
                    secret -> secret.use().map(use -> use.kind().name()))
            .maybe("userName", "The user of a password at the back end.", secret -> secret.use()
                    .flatMap(SecretUse::userName))
            .maybe(
                    "host",
                    "The host that alone gets the secret; absent if it is sent nowhere until it is set again.",
                    secret -> secret.use().map(use -> use.destination().host()))
            .maybeNumber("port", "The port of the host.", secret -> secret.use()
                    .map(use -> OptionalLong.of(use.destination().port()))
                    .orElse(OptionalLong.empty()))
            .number("version", "From 1, one more with each change.", TenantSecretView::version)
            .moment("setAt", "The moment of the last change.", TenantSecretView::setAt);

    private TenantKeyShapes() {}
}
