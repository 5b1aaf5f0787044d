package org.esbmt.tenancy.authentication.internal;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCertificate;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.StoredSubject;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;

/** Counts the questions of one authenticator to a registry. */
final class CountedRegistry implements CredentialReader {
    /** A busy machine may take long. A test that hears no report fails then. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final CredentialReader registry;
    private final AtomicInteger certificates = new AtomicInteger();
    private final AtomicInteger reports = new AtomicInteger();

    CountedRegistry(CredentialReader registry) {
        this.registry = registry;
    }

    /** The reads of certificates. */
    AtomicInteger certificates() {
        return certificates;
    }

    /**
     * Waits until the authenticator has applied all changes so far. It asks for changes on one thread: the second question
     * from now begins after the answer to the first one was applied.
     */
    void awaitReport() {
        int begun = reports.get();
        await().atMost(LIMIT).until(() -> reports.get() >= begun + 2);
    }

    @Override
    public Changes changesSince(Optional<Cursor> cursor) throws RegistryException {
        reports.incrementAndGet();
        return registry.changesSince(cursor);
    }

    @Override
    public Optional<StoredCredential> find(TenantId tenant, UserId user) throws RegistryException {
        return registry.find(tenant, user);
    }

    @Override
    public Optional<StoredCertificate> find(TenantId tenant, CertificateDigest certificate) throws RegistryException {
        certificates.incrementAndGet();
        return registry.find(tenant, certificate);
    }

    @Override
    public Optional<StoredSubject> find(TenantId tenant, TokenSubject subject) throws RegistryException {
        return registry.find(tenant, subject);
    }

    @Override
    public Optional<UserId> find(TenantId tenant, Login login) throws RegistryException {
        return registry.find(tenant, login);
    }

    @Override
    public Set<TenantId> tenants() throws RegistryException {
        return registry.tenants();
    }
}
