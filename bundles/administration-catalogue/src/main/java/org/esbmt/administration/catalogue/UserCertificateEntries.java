package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.USERS;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.CERTIFICATE;
import static org.esbmt.administration.catalogue.Words.CERTIFICATE_DIGEST;
import static org.esbmt.administration.catalogue.Words.CERTIFICATE_REQUEST;
import static org.esbmt.administration.catalogue.Words.CERTIFICATE_STATE;
import static org.esbmt.administration.catalogue.Words.CREDENTIAL_NAME;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.NAME_CONTAINS;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.TENANT;
import static org.esbmt.administration.catalogue.Words.USER;
import static org.esbmt.administration.catalogue.Words.USER_OR_ALL;

import java.util.List;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.UserCertificateAdministration.Filter;
import org.esbmt.administration.api.command.UserCertificateCommand.RegisterUserCertificate;
import org.esbmt.administration.api.command.UserCertificateCommand.RevokeUserCertificate;

/** The certificates that prove messages of a tenant's users. */
final class UserCertificateEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.makes(
                            USERS,
                            "registerUserCertificate",
                            "Registers a certificate, whose key signs messages, for a user of the tenant.",
                            TENANT,
                            USER,
                            CREDENTIAL_NAME,
                            CERTIFICATE,
                            CERTIFICATE_REQUEST)
                    .executes(
                            one(Shapes.USER_CERTIFICATE),
                            RegisterUserCertificate.class,
                            with -> new RegisterUserCertificate(
                                    with.get(TENANT),
                                    with.get(USER),
                                    with.get(CREDENTIAL_NAME),
                                    with.get(CERTIFICATE),
                                    with.get(CERTIFICATE_REQUEST))),
            Entry.reads(
                            USERS,
                            "listUserCertificates",
                            "The certificates of the tenant's users by login, the newest first, page by page.",
                            TENANT,
                            USER_OR_ALL,
                            NAME_CONTAINS,
                            CERTIFICATE_STATE,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.USER_CERTIFICATE),
                            UserCertificateAdministration.class,
                            (certificates, by, with) -> certificates.list(
                                    by,
                                    with.get(TENANT),
                                    new Filter(
                                            with.get(USER_OR_ALL),
                                            with.get(NAME_CONTAINS),
                                            with.get(CERTIFICATE_STATE)),
                                    with.page())),
            Entry.makes(
                            USERS,
                            "revokeUserCertificate",
                            "Revokes a certificate of a user of the tenant, for good.",
                            TENANT,
                            CERTIFICATE_DIGEST)
                    .executes(
                            nothing(),
                            RevokeUserCertificate.class,
                            with -> new RevokeUserCertificate(with.get(TENANT), with.get(CERTIFICATE_DIGEST))));

    private UserCertificateEntries() {}
}
