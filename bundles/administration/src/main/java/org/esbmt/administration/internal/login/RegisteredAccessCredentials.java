package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.esbmt.administration.api.AccessCredentialLogin;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.internal.change.AuditLog;
import org.esbmt.administration.internal.login.LoginThrottle.Attempt;
import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.administration.internal.policy.SystemAdministrators;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.CredentialDigest;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authenticates by the tokens and certificates of the tenant registry. Only failures wait: nobody guesses 256 random bits, so
 * a right token needs no protection by a delay.
 */
@Component(service = AccessCredentialLogin.class)
public final class RegisteredAccessCredentials implements AccessCredentialLogin {
    private static final Logger LOG = LoggerFactory.getLogger(RegisteredAccessCredentials.class);
    /** The throttle's name for the login of all failures; no login has a space. */
    private static final String NO_LOGIN = "a token";
    /** The shortest time between two notes of a use. */
    private static final Duration NOTED = Duration.ofMinutes(5);

    private final DynamicServices services;
    private final SystemAdministrators administrators;
    private final LoginThrottle throttle;
    private final InstantSource clock;

    @Activate
    public RegisteredAccessCredentials(
            @Reference DynamicServices services,
            @Reference SystemAdministrators administrators,
            @Reference LoginThrottle throttle) {
        this(services, administrators, throttle, InstantSource.system());
    }

    public RegisteredAccessCredentials(
            DynamicServices services,
            SystemAdministrators administrators,
            LoginThrottle throttle,
            InstantSource clock) {
        this.services = requireNonNull(services, "services");
        this.administrators = requireNonNull(administrators, "administrators");
        this.throttle = requireNonNull(throttle, "throttle");
        this.clock = requireNonNull(clock, "clock");
    }

    @Override
    public Optional<Owner> byToken(Origin from, char[] token) throws AdministrationException {
        requireNonNull(from, "from");
        return admitted(from, AccessCredentialKind.TOKEN, AccessToken.digest(requireNonNull(token, "token")));
    }

    @Override
    public Optional<Owner> byCertificate(Origin from, X509Certificate certificate) throws AdministrationException {
        requireNonNull(from, "from");
        requireNonNull(certificate, "certificate");
        return admitted(from, AccessCredentialKind.CERTIFICATE, digest(certificate));
    }

    private Optional<CredentialDigest> digest(X509Certificate certificate) {
        try {
            ReadCertificate read = ReadCertificate.of(certificate);
            return read.isValid(clock.instant()) ? Optional.of(read.digest()) : Optional.empty();
        } catch (CertificateEncodingException e) {
            return Optional.empty();
        }
    }

    private Optional<Owner> admitted(Origin from, AccessCredentialKind kind, Optional<CredentialDigest> digest)
            throws AdministrationException {
        try {
            Optional<Owner> owner = digest.isEmpty() ? Optional.empty() : owner(from, kind, digest.get());
            if (owner.isEmpty()) {
                refuse(from, kind);
            }
            return owner;
        } catch (RegistryException e) {
            throw RefusalAdvice.told(Failures.of(e));
        }
    }

    /** Waits, as an attempt with a wrong password does. */
    private void refuse(Origin from, AccessCredentialKind kind) {
        boolean waited = throttle.admit(new Attempt(from.way(), from.source(), NO_LOGIN));
        AuditLog.loginRefused(
                kind + " by " + from.way() + " from " + from.source(),
                waited ? "it or its owner is not valid now" : "too many attempts wait already");
    }

    private Optional<Owner> owner(Origin from, AccessCredentialKind kind, CredentialDigest digest)
            throws RegistryException {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Optional<AccessCredential> found =
                services.accessCredentials().find(kind, digest).filter(credential -> credential.isOpen(now));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        AccessCredential credential = found.get();
        Optional<String> login = login(credential);
        if (login.isEmpty()) {
            return Optional.empty();
        }
        Owner owner = new Owner(login.get(), credential.id(), SystemAdministrators.scope(credential));
        if (administrators.findCaller(owner.administrator(from.way())).isEmpty()) {
            return Optional.empty();
        }
        noteUse(credential, now);
        AuditLog.loggedIn(owner.login(), kind + " " + credential.id());
        return Optional.of(owner);
    }

    private Optional<String> login(AccessCredential credential) throws RegistryException {
        TenantRegistry registry = services.tenants();
        Optional<String> user = registry.findUser(credential.tenant(), credential.owner())
                .map(Versioned::value)
                .map(TenantUser::login)
                .map(login -> login.value());
        if (user.isEmpty() || credential.tenant().equals(TenantRegistry.SYSTEM)) {
            return user;
        }
        return registry.findTenant(credential.tenant())
                .map(Versioned::value)
                .map(Tenant::name)
                .map(name -> name.value() + "/" + user.get());
    }

    /** The note is no change by an administrator. It is left out if the registry cannot take it now. */
    private void noteUse(AccessCredential credential, Instant now) {
        if (credential
                .lastUsedAt()
                .filter(last -> now.isBefore(last.plus(NOTED)))
                .isPresent()) {
            return;
        }
        try {
            services.accessCredentials().used(credential.tenant(), credential.id(), now);
        } catch (RegistryException e) {
            LOG.debug("The use of credential {} was not noted.", credential.id(), e);
        }
    }
}
