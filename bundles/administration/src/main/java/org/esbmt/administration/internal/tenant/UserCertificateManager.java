package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.UserCertificateView;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.UserCertificateCommand.RegisterUserCertificate;
import org.esbmt.administration.api.command.UserCertificateCommand.RevokeUserCertificate;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.NamedUser;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.UserCertificateQuery;
import org.esbmt.registry.api.UserCertificates.Owned;
import org.esbmt.registry.api.UserState;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Manages the certificates that prove messages of users, over the tenant registry. The registry reports each change to
 * the nodes, so a revocation is in force within two seconds.
 */
@Component(service = {UserCertificateAdministration.class, UserCertificateManager.class})
public final class UserCertificateManager implements UserCertificateAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final InstantSource clock;
    private final CommandHandlers commands;

    @Activate
    public UserCertificateManager(@Reference AccessLayer access, @Reference DynamicServices services) {
        this(access, services, InstantSource.system());
    }

    public UserCertificateManager(AccessLayer access, DynamicServices services, InstantSource clock) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.clock = requireNonNull(clock, "clock");
        this.commands = new CommandHandlers()
                .add(RegisterUserCertificate.class, this::register)
                .add(RevokeUserCertificate.class, this::revoke);
    }

    public CommandHandlers commands() {
        return commands;
    }

    private UserCertificateView register(Administrator by, RegisterUserCertificate c) throws AdministrationException {
        OperationTarget target = NamedUser.of(c.user()).target(c.tenant());
        return access.change(by, Operation.REGISTER_USER_CERTIFICATE, target, caller -> {
            Instant now = now();
            X509Certificate read = SenderCertificate.read(c.certificate(), now);
            CertificateRequest.of(c.request()).check(read, c.user());
            UserCertificate made = new UserCertificate(
                    c.tenant(),
                    c.user(),
                    c.name(),
                    SenderCertificate.encoded(read),
                    read.getNotBefore().toInstant(),
                    read.getNotAfter().toInstant(),
                    caller.user(),
                    now,
                    Optional.empty());
            return new PreparedChange<>(
                    target,
                    PreparedChange.request(c.tenant(), c.user(), c.name(), made.digest()),
                    change -> registered(change, made),
                    before -> replayed(c.tenant(), CertificateDigest.of(before.what())));
        });
    }

    private UserCertificateView registered(Change change, UserCertificate made)
            throws RegistryException, AdministrationException {
        TenantLookup.taking(services.tenants(), made.tenant(), TenantLookup.Admission.USERS);
        TenantUser owner = TenantLookup.user(services.tenants(), made.tenant(), made.owner())
                .value();
        if (owner.state() == UserState.REVOKED) {
            throw new AdministrationException(CONFLICT, "user '" + owner.login() + "' was removed for good");
        }
        ListedCertificates.requireUnlisted(services, made.tenant(), made.certificate());
        services.userCertificates().register(made);
        change.did(made.digest().toString());
        change.to(shown(made));
        return view(owner.login().value(), made);
    }

    private UserCertificateView replayed(TenantId tenant, CertificateDigest digest)
            throws RegistryException, AdministrationException {
        UserCertificate found = services.userCertificates().find(tenant, digest).orElseThrow(() -> notFound(digest));
        return view(
                TenantLookup.user(services.tenants(), tenant, found.owner())
                        .value()
                        .login()
                        .value(),
                found);
    }

    private static String shown(UserCertificate certificate) {
        return "certificate '" + certificate.name() + "', " + certificate.digest() + ", until "
                + certificate.notAfter();
    }

    private Done revoke(Administrator by, RevokeUserCertificate c) throws AdministrationException {
        OperationTarget target =
                OperationTarget.of(c.tenant(), "certificate " + c.digest() + " of tenant " + c.tenant());
        return access.change(
                by,
                Operation.REVOKE_USER_CERTIFICATE,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(c.tenant(), c.digest()),
                        change -> {
                            UserCertificate found = services.userCertificates()
                                    .find(c.tenant(), c.digest())
                                    .filter(certificate ->
                                            certificate.revokedAt().isEmpty())
                                    .orElseThrow(() -> notFound(c.digest()));
                            change.from(shown(found) + " of user " + found.owner());
                            change.to("revoked");
                            services.userCertificates().revoke(c.tenant(), c.digest(), now());
                            return Done.DONE;
                        },
                        before -> Done.DONE));
    }

    private static AdministrationException notFound(CertificateDigest digest) {
        return new AdministrationException(NOT_FOUND, "there is no such certificate " + digest);
    }

    @Override
    public Page<UserCertificateView> list(Administrator by, TenantId tenant, Filter filter, PageRequest page)
            throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "certificates of tenant " + tenant);
        return access.perform(by, Operation.LIST_USER_CERTIFICATES, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Listing<Owned> found = services.userCertificates()
                    .list(
                            tenant,
                            new UserCertificateQuery(
                                    filter.user(),
                                    filter.nameContains(),
                                    filter.state(),
                                    now(),
                                    new Slice(page.offset(), page.limit())));
            return new Page<>(
                    found.entries().stream()
                            .map(owned -> view(owned.login().value(), owned.certificate()))
                            .toList(),
                    page.offset(),
                    found.total());
        });
    }

    private UserCertificateView view(String login, UserCertificate certificate) {
        Optional<X509Certificate> read = read(certificate);
        return new UserCertificateView(
                certificate.digest(),
                certificate.owner(),
                login,
                certificate.name(),
                read.map(SenderCertificate::subject).orElse("?"),
                read.map(X509Certificate::getPublicKey)
                        .map(SenderCertificate::describe)
                        .orElse("?"),
                certificate.notBefore(),
                certificate.notAfter(),
                certificate.state(now()),
                certificate.registeredAt(),
                certificate.revokedAt());
    }

    /** Empty for a content that a restored database alone may have. */
    private static Optional<X509Certificate> read(UserCertificate certificate) {
        try {
            return Optional.of(certificate.certificate().read());
        } catch (CertificateException e) {
            return Optional.empty();
        }
    }

    /** Milliseconds, as every registry keeps them. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
