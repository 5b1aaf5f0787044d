package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.TENANTS;
import static org.esbmt.administration.api.PartAccess.Part.USERS;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Words.AUDIENCE;
import static org.esbmt.administration.catalogue.Words.ISSUER;
import static org.esbmt.administration.catalogue.Words.ISSUER_NAME;
import static org.esbmt.administration.catalogue.Words.JWK_SET;
import static org.esbmt.administration.catalogue.Words.KEY_NAME;
import static org.esbmt.administration.catalogue.Words.PARTNER_CERTIFICATE;
import static org.esbmt.administration.catalogue.Words.TENANT;
import static org.esbmt.administration.catalogue.Words.TOKEN_ALGORITHMS;
import static org.esbmt.administration.catalogue.Words.TOKEN_SUBJECT;
import static org.esbmt.administration.catalogue.Words.USER;

import java.util.List;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.command.TenantPartnerCommand.RegisterPartner;
import org.esbmt.administration.api.command.TenantPartnerCommand.RevokePartner;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.AddUserSubject;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveIssuer;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveUserSubject;
import org.esbmt.administration.api.command.TokenIssuerCommand.SetIssuerKeys;

/** Partners of tenants, their issuers of tokens, and the users whom subjects of tokens are. */
final class TokenEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.makes(
                            TENANTS,
                            "registerPartner",
                            "Registers the certificate of a partner of the tenant.",
                            TENANT,
                            KEY_NAME,
                            PARTNER_CERTIFICATE)
                    .executes(
                            one(TokenShapes.PARTNER),
                            RegisterPartner.class,
                            with -> new RegisterPartner(
                                    with.get(TENANT), with.get(KEY_NAME), with.get(PARTNER_CERTIFICATE))),
            Entry.reads(TENANTS, "listPartners", "The certificates of the tenant's partners by name.", TENANT)
                    .asks(
                            all(TokenShapes.PARTNER),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.partners(by, with.get(TENANT))),
            Entry.reads(TENANTS, "showPartner", "One partner of the tenant.", TENANT, KEY_NAME)
                    .asks(
                            one(TokenShapes.PARTNER),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.partner(by, with.get(TENANT), with.get(KEY_NAME))),
            Entry.makes(TENANTS, "revokePartner", "Revokes a partner of the tenant for good.", TENANT, KEY_NAME)
                    .executes(
                            nothing(),
                            RevokePartner.class,
                            with -> new RevokePartner(with.get(TENANT), with.get(KEY_NAME))),
            Entry.makes(
                            TENANTS,
                            "addIssuer",
                            "Adds an issuer of tokens (JWT) or SAML assertions whom the tenant trusts to name its users.",
                            TENANT,
                            KEY_NAME,
                            ISSUER,
                            AUDIENCE,
                            TOKEN_ALGORITHMS,
                            JWK_SET)
                    .executes(
                            one(TokenShapes.ISSUER),
                            AddIssuer.class,
                            with -> new AddIssuer(
                                    with.get(TENANT),
                                    with.get(KEY_NAME),
                                    with.get(ISSUER),
                                    with.get(AUDIENCE),
                                    with.get(TOKEN_ALGORITHMS),
                                    with.get(JWK_SET))),
            Entry.reads(TENANTS, "listIssuers", "The tenant's issuers of tokens by name.", TENANT)
                    .asks(
                            all(TokenShapes.ISSUER),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.issuers(by, with.get(TENANT))),
            Entry.reads(TENANTS, "showIssuer", "One issuer of tokens of the tenant.", TENANT, KEY_NAME)
                    .asks(
                            one(TokenShapes.ISSUER),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.issuer(by, with.get(TENANT), with.get(KEY_NAME))),
            Entry.makes(
                            TENANTS,
                            "setIssuerKeys",
                            "Replaces the keys of an issuer of tokens.",
                            TENANT,
                            KEY_NAME,
                            JWK_SET)
                    .executes(
                            one(TokenShapes.ISSUER),
                            SetIssuerKeys.class,
                            with -> new SetIssuerKeys(with.get(TENANT), with.get(KEY_NAME), with.get(JWK_SET))),
            Entry.makes(TENANTS, "removeIssuer", "Removes an issuer of tokens with all its subjects.", TENANT, KEY_NAME)
                    .executes(
                            nothing(),
                            RemoveIssuer.class,
                            with -> new RemoveIssuer(with.get(TENANT), with.get(KEY_NAME))),
            Entry.makes(
                            USERS,
                            "addUserSubject",
                            "Adds a subject of tokens, which prove messages of the user from then on.",
                            TENANT,
                            USER,
                            ISSUER_NAME,
                            TOKEN_SUBJECT)
                    .executes(
                            one(TokenShapes.SUBJECT),
                            AddUserSubject.class,
                            with -> new AddUserSubject(
                                    with.get(TENANT), with.get(USER), with.get(ISSUER_NAME), with.get(TOKEN_SUBJECT))),
            Entry.reads(USERS, "listUserSubjects", "The user's subjects of tokens, by issuer.", TENANT, USER)
                    .asks(
                            all(TokenShapes.SUBJECT),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.subjects(by, with.get(TENANT), with.get(USER))),
            Entry.makes(
                            USERS,
                            "removeUserSubject",
                            "Removes a subject of tokens of the user.",
                            TENANT,
                            USER,
                            ISSUER_NAME,
                            TOKEN_SUBJECT)
                    .executes(
                            nothing(),
                            RemoveUserSubject.class,
                            with -> new RemoveUserSubject(
                                    with.get(TENANT), with.get(USER), with.get(ISSUER_NAME), with.get(TOKEN_SUBJECT))));

    private TokenEntries() {}
}
