package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.SYSTEM_USERS;
import static org.esbmt.administration.api.PartAccess.Part.TENANTS;
import static org.esbmt.administration.api.PartAccess.Part.USERS;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.CERTIFICATE;
import static org.esbmt.administration.catalogue.Words.CREDENTIAL;
import static org.esbmt.administration.catalogue.Words.CREDENTIAL_NAME;
import static org.esbmt.administration.catalogue.Words.DAYS;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.SCOPE_CHANGES;
import static org.esbmt.administration.catalogue.Words.SCOPE_PARTS;
import static org.esbmt.administration.catalogue.Words.TENANT;

import java.util.List;
import java.util.OptionalInt;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.AccessCredentialCommand.RegisterCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeSystemAccessCredential;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeToken;

/** Tokens and certificates: everybody's own ones, and those of others for their administrators. */
final class AccessCredentialEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.makes(
                            TENANTS,
                            "createToken",
                            "Creates a personal access token of the caller; its text is returned this once.",
                            CREDENTIAL_NAME,
                            SCOPE_PARTS,
                            SCOPE_CHANGES,
                            DAYS)
                    .executes(
                            one(Shapes.ISSUED_TOKEN),
                            CreateToken.class,
                            with -> new CreateToken(with.get(CREDENTIAL_NAME), scope(with), days(with))),
            Entry.makes(
                            TENANTS,
                            "registerCertificate",
                            "Registers a certificate of the caller, whose key signs requests.",
                            CREDENTIAL_NAME,
                            CERTIFICATE,
                            SCOPE_PARTS,
                            SCOPE_CHANGES,
                            DAYS)
                    .executes(
                            one(Shapes.ACCESS_CREDENTIAL),
                            RegisterCertificate.class,
                            with -> new RegisterCertificate(
                                    with.get(CREDENTIAL_NAME), with.get(CERTIFICATE), scope(with), days(with))),
            Entry.reads(TENANTS, "listTokens", "The tokens of the caller, the newest first.")
                    .asks(
                            all(Shapes.ACCESS_CREDENTIAL),
                            AccessCredentialAdministration.class,
                            (credentials, by, with) -> credentials.tokens(by)),
            Entry.reads(TENANTS, "listCertificates", "The certificates of the caller, the newest first.")
                    .asks(
                            all(Shapes.ACCESS_CREDENTIAL),
                            AccessCredentialAdministration.class,
                            (credentials, by, with) -> credentials.certificates(by)),
            Entry.makes(TENANTS, "revokeToken", "Revokes a token of the caller, for good.", CREDENTIAL)
                    .executes(nothing(), RevokeToken.class, with -> new RevokeToken(with.get(CREDENTIAL))),
            Entry.makes(TENANTS, "revokeCertificate", "Revokes a certificate of the caller, for good.", CREDENTIAL)
                    .executes(nothing(), RevokeCertificate.class, with -> new RevokeCertificate(with.get(CREDENTIAL))),
            Entry.reads(
                            USERS,
                            "listAccessCredentials",
                            "The tokens and certificates of the tenant's users by login, page by page.",
                            TENANT,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.ACCESS_CREDENTIAL),
                            AccessCredentialAdministration.class,
                            (credentials, by, with) -> credentials.ofTenant(by, with.get(TENANT), with.page())),
            Entry.makes(
                            USERS,
                            "revokeAccessCredential",
                            "Revokes a token or certificate of a user of the tenant, for good.",
                            TENANT,
                            CREDENTIAL)
                    .executes(
                            nothing(),
                            RevokeAccessCredential.class,
                            with -> new RevokeAccessCredential(with.get(TENANT), with.get(CREDENTIAL))),
            Entry.reads(
                            SYSTEM_USERS,
                            "listSystemAccessCredentials",
                            "The tokens and certificates of the users of the installation by login, page by page.",
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.ACCESS_CREDENTIAL),
                            AccessCredentialAdministration.class,
                            (credentials, by, with) -> credentials.ofInstallation(by, with.page())),
            Entry.makes(
                            SYSTEM_USERS,
                            "revokeSystemAccessCredential",
                            "Revokes a token or certificate of a user of the installation, for good.",
                            CREDENTIAL)
                    .executes(
                            nothing(),
                            RevokeSystemAccessCredential.class,
                            with -> new RevokeSystemAccessCredential(with.get(CREDENTIAL))));

    private AccessCredentialEntries() {}

    private static Scope scope(Arguments with) {
        return new Scope(with.get(SCOPE_CHANGES), with.get(SCOPE_PARTS));
    }

    private static OptionalInt days(Arguments with) {
        return with.get(DAYS).map(OptionalInt::of).orElse(OptionalInt.empty());
    }
}
