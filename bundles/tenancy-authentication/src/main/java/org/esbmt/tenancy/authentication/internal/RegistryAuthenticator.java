package org.esbmt.tenancy.authentication.internal;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.ObjectName;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialWatcher;
import org.esbmt.registry.api.StoredCertificate;
import org.esbmt.registry.api.TenantWatcher;
import org.esbmt.tenancy.api.AssertionProof;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.LoginCredential;
import org.esbmt.tenancy.api.PasswordHasher;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantAuthenticator;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenProof;
import org.esbmt.tenancy.authentication.internal.token.VerifiedToken;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authenticates senders against the tenant registry. Each kind of proof has a class of its own: {@link PasswordAuthentication},
 * {@link LoginAuthentication}, {@link CertificateAuthentication} and {@link TokenAuthentication}. They share the threads and
 * the counters. {@link RegistryWatch} makes them forget proofs that the registry does not confirm any more.
 */
@Component(service = TenantAuthenticator.class, immediate = true, configurationPid = PasswordHashing.PID)
public final class RegistryAuthenticator implements TenantAuthenticator {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryAuthenticator.class);
    private static final String OBJECT_NAME = "org.esbmt:type=TenantAuthentication";

    private static final int READERS = 2;

    private final RegistryWatch watch;
    private final FairQueue<Lane> readers;
    private final FairQueue<Lane> hashers;
    private final Counters counters;
    private final PasswordAuthentication passwordAuthentication;
    private final LoginAuthentication loginAuthentication;
    private final CertificateAuthentication certificateAuthentication;
    private final TokenAuthentication tokenAuthentication;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<TenantWatcher> tenantWatchers = List.of();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<CredentialWatcher> credentialWatchers = List.of();

    /** Has the issuers of tokens; null while it is missing. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile TenantKeys tenantKeys;

    @Activate
    public RegistryAuthenticator(
            AuthenticationConfiguration configuration,
            @Reference CredentialReader registry,
            @Reference PasswordHasher hasher,
            @Reference ProvenSources sources) {
        this(
                AuthenticatorSettings.of(configuration),
                registry,
                hasher,
                sources,
                System::nanoTime,
                InstantSource.system());
    }

    /** For tests, with the caller's nanoseconds. */
    RegistryAuthenticator(
            AuthenticatorSettings settings,
            CredentialReader registry,
            PasswordHasher hasher,
            ProvenSources sources,
            LongSupplier nanos) {
        this(settings, registry, hasher, sources, nanos, InstantSource.system());
    }

    /** For tests, with the caller's clocks. */
    RegistryAuthenticator(
            AuthenticatorSettings settings,
            CredentialReader registry,
            PasswordHasher hasher,
            ProvenSources sources,
            LongSupplier nanos,
            InstantSource clock) {
        CredentialDigest digest = new CredentialDigest();
        VerifiedCredentials passwords = new VerifiedCredentials(digest, settings, nanos);
        VerifiedProofs<CertificateProof, StoredCertificate> certificates = new VerifiedProofs<>(settings, nanos);
        VerifiedProofs<IssuedProof.Digest, VerifiedToken> tokens = new VerifiedProofs<>(settings, nanos);
        this.watch = new RegistryWatch(
                registry, List.of(passwords, certificates, tokens), settings, nanos, this::changed, this::changed);
        RegistryPause pause = new RegistryPause(nanos);
        this.readers = new FairQueue<>("esbmt-credential-reader", READERS, settings.queue(), settings.queuePerTenant());
        this.hashers = new FairQueue<>(
                "esbmt-password-hasher", settings.threads(), settings.queue(), settings.queuePerTenant());
        this.counters = new Counters(
                () -> readers.waiting() + hashers.waiting(),
                () -> passwords.size() + certificates.size() + tokens.size(),
                watch::silentMillis);
        this.passwordAuthentication = new PasswordAuthentication(
                registry, hasher, digest, passwords, sources, watch, pause, readers, hashers, counters, nanos);
        this.loginAuthentication = new LoginAuthentication(registry, watch, pause, readers, passwordAuthentication);
        this.certificateAuthentication =
                new CertificateAuthentication(registry, certificates, watch, pause, readers, counters, nanos, clock);
        this.tokenAuthentication = new TokenAuthentication(
                registry,
                () -> Optional.ofNullable(tenantKeys),
                tokens,
                watch,
                pause,
                readers,
                hashers,
                counters,
                nanos,
                clock);
    }

    private void changed(Set<TenantId> tenants) {
        for (TenantWatcher watcher : tenantWatchers) {
            try {
                watcher.changed(tenants);
            } catch (RuntimeException e) {
                LOG.warn("A tenant watcher failed on a report of changes.", e);
            }
        }
    }

    private void changed(CredentialReader.Changes changes) {
        for (CredentialWatcher watcher : credentialWatchers) {
            try {
                watcher.changed(changes);
            } catch (RuntimeException e) {
                LOG.warn("A credential watcher failed on a report of changes.", e);
            }
        }
    }

    @Activate
    void start() {
        watch.start();
        readers.start();
        hashers.start();
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(new DescribedCounters(counters), new ObjectName(OBJECT_NAME));
        } catch (JMException e) {
            LOG.warn("The counters of the authentication are not available over JMX.", e);
        }
    }

    @Deactivate
    void stop() {
        passwordAuthentication.stop();
        certificateAuthentication.stop();
        tokenAuthentication.stop();
        watch.close();
        readers.close();
        hashers.close();
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(OBJECT_NAME));
        } catch (JMException e) {
            LOG.debug("The counters of the authentication were not registered.", e);
        }
    }

    TenantAuthenticationMXBean counters() {
        return counters;
    }

    @Override
    public Optional<AuthenticatedCaller> known(SenderProof proof, InetAddress source) {
        if (proof instanceof TenantCredential credential) {
            return passwordAuthentication.known(credential, source);
        } else if (proof instanceof LoginCredential credential) {
            return loginAuthentication.known(credential).flatMap(found -> passwordAuthentication.known(found, source));
        } else if (proof instanceof TokenProof token) {
            return tokenAuthentication.known(IssuedProof.of(token));
        } else if (proof instanceof AssertionProof assertion) {
            return tokenAuthentication.known(IssuedProof.of(assertion));
        }
        return certificateAuthentication.known((CertificateProof) proof);
    }

    @Override
    public CompletionStage<AuthenticationOutcome> authenticate(SenderProof proof, InetAddress source) {
        if (proof instanceof TenantCredential credential) {
            return passwordAuthentication.authenticate(credential, source);
        } else if (proof instanceof LoginCredential credential) {
            return loginAuthentication.authenticate(credential, source);
        } else if (proof instanceof TokenProof token) {
            return tokenAuthentication.authenticate(IssuedProof.of(token), source);
        } else if (proof instanceof AssertionProof assertion) {
            return tokenAuthentication.authenticate(IssuedProof.of(assertion), source);
        }
        return certificateAuthentication.authenticate((CertificateProof) proof, source);
    }
}
