package org.esbmt.http.bc.internal.endpoint;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.http.bc.internal.backend.TenantTls;
import org.esbmt.http.bc.internal.unit.ProviderSecurity;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.message.security.api.BackEndSecret;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.TenantId;

/** The keys, secrets, partners and authorities of one tenant for its providers. Thread-safe. */
final class OutboundKeys {
    private static final long KEYS_SECONDS = 5;

    private final TenantId tenant;
    private final Supplier<Optional<MessageProtection.Services>> services;

    /** @param services empty while one of them is missing */
    OutboundKeys(TenantId tenant, Supplier<Optional<MessageProtection.Services>> services) {
        this.tenant = requireNonNull(tenant, "tenant");
        this.services = requireNonNull(services, "services");
    }

    TenantId tenant() {
        return tenant;
    }

    /** @throws OverloadedException while a service is missing */
    MessageProtection.Services services() {
        return services.get().orElseThrow(() -> new OverloadedException("a service of WS-Security is missing"));
    }

    /** The keys, if they were read a short time ago. Never blocks. */
    Optional<KeySet> known() {
        return services().keys().known(tenant);
    }

    /** The keys. Never blocks; the stage is exceptional while they cannot be read. */
    CompletionStage<KeySet> all() {
        return services().keys().of(tenant);
    }

    /** The keys. Blocks for some seconds at most. */
    KeySet awaited() throws InterruptedException, TimeoutException {
        Optional<KeySet> known = known();
        if (known.isPresent()) {
            return known.get();
        }
        try {
            return all().toCompletableFuture().get(KEYS_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new OverloadedException(
                    "the keys of the tenant cannot be read: " + e.getCause().getMessage());
        }
    }

    /** The current key of that name and purpose, or of that purpose alone. */
    OwnKey key(KeySet keys, Optional<String> name, KeyPurpose purpose) throws NoCredentialException {
        Optional<OwnKey> found = name.isPresent() ? named(keys, name.get(), purpose) : keys.current(purpose);
        return found.orElseThrow(() -> new NoCredentialException("tenant " + tenant + " has no current key"
                + name.map(n -> " '" + n + "'").orElse("") + " with the purpose " + purpose
                + "; its administrator generates or imports one"));
    }

    /** The current key of that name and purpose, if there is one. */
    static Optional<OwnKey> named(KeySet keys, String name, KeyPurpose purpose) {
        return keys.key(name).filter(key -> key.purpose() == purpose && key.isCurrent());
    }

    /** The certificate of that partner. */
    X509Certificate partner(KeySet keys, String name) throws NoCredentialException {
        return keys.partner(name)
                .orElseThrow(() -> new NoCredentialException("tenant " + tenant + " has no valid certificate of the"
                        + " partner '" + name + "'; its administrator registers one"));
    }

    /** The certificate of that authority for TLS. */
    X509Certificate authority(KeySet keys, String name) throws NoCredentialException {
        X509Certificate found = keys.authority(name)
                .orElseThrow(() -> new NoCredentialException(
                        "tenant " + tenant + " has no valid authority '" + name + "'; its administrator adds one"));
        if (TlsContexts.hasNameConstraints(found)) {
            throw new NoCredentialException("authority '" + name + "' of tenant " + tenant
                    + " has name constraints, so it verifies no back end; its administrator adds the one that"
                    + " issued it");
        }
        return found;
    }

    /** The present key and authority for the TLS of a back end; empty if one that the provider names is missing. */
    static Optional<TenantTls> tls(KeySet keys, ProviderSecurity security) {
        Optional<OwnKey> key = security.clientCertificate().flatMap(name -> named(keys, name, KeyPurpose.TLS));
        Optional<X509Certificate> authority = security.authority().flatMap(keys::authority);
        boolean complete = key.isPresent() == security.clientCertificate().isPresent()
                && authority.isPresent() == security.authority().isPresent();
        return complete ? Optional.of(new TenantTls(key, authority)) : Optional.empty();
    }

    /** The secret of that name, if it is of this kind and for this back end. */
    BackEndSecret secret(KeySet keys, String name, SecretKind kind, String host, int port)
            throws NoCredentialException {
        return keys.secret(name, host, port)
                .filter(secret -> secret.use().kind() == kind)
                .orElseThrow(() -> new NoCredentialException("tenant " + tenant + " has no secret '" + name
                        + "' of the kind " + kind + " for " + host + ":" + port
                        + "; its administrator sets one, if this is the right back end"));
    }

    /** A message cannot have the proof or the protection that its endpoint declares, and so must not leave. */
    static final class NoCredentialException extends Exception {
        private static final long serialVersionUID = 1L;

        /** @param reason part of a sentence for the operator, with the person who must act */
        NoCredentialException(String reason) {
            super(reason, null, false, false);
        }
    }
}
