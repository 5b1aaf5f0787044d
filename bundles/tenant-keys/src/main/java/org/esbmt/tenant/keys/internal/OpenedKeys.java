package org.esbmt.tenant.keys.internal;

import static java.util.Objects.requireNonNull;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.esbmt.message.security.api.BackEndSecret;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyStore.Contents;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenant.keys.internal.material.CertificateChain;
import org.esbmt.tenant.keys.internal.material.JwkSets;
import org.esbmt.tenant.keys.internal.material.KeyRules;
import org.esbmt.tenant.keys.internal.material.PrivateKeys;
import org.esbmt.tenant.keys.internal.seal.SealedPlace;
import org.esbmt.tenant.keys.internal.seal.Sealer;
import org.esbmt.tenant.keys.internal.seal.Sealer.CannotOpenException;
import org.esbmt.tenant.keys.internal.seal.Sealer.MissingSealingKeyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the keys of a tenant. A value that was changed in the registry, or is another tenant's, is left out and logged
 * once. Any thread.
 */
final class OpenedKeys {
    private static final Logger LOG = LoggerFactory.getLogger(OpenedKeys.class);
    private static final int MOST_LOGGED = 1_000;

    private final Supplier<Sealer> sealer;
    private final InstantSource clock;
    /** The values that were logged. */
    private final Set<SealedValue> logged = ConcurrentHashMap.newKeySet();

    OpenedKeys(Supplier<Sealer> sealer, InstantSource clock) {
        this.sealer = requireNonNull(sealer, "sealer");
        this.clock = requireNonNull(clock, "clock");
    }

    /**
     * Opens all keys and secrets.
     *
     * @param before the former keys; a private key that is unchanged stays the same object
     */
    KeySet open(Contents contents, Optional<KeySet> before) throws MissingSealingKeyException {
        Sealer present = sealer.get();
        List<OwnKey> keys = new ArrayList<>();
        for (TenantKey key : contents.keys()) {
            open(present, key, before).ifPresent(keys::add);
        }
        List<BackEndSecret> secrets = new ArrayList<>();
        for (TenantSecret secret : contents.secrets()) {
            open(present, secret).ifPresent(secrets::add);
        }
        return new KeySet(keys, secrets, partners(contents), issuers(contents, before), authorities(contents), clock);
    }

    /** A secret without a destination is left out. */
    private Optional<BackEndSecret> open(Sealer present, TenantSecret secret) throws MissingSealingKeyException {
        if (secret.use().isEmpty()) {
            return Optional.empty();
        }
        SecretUse use = secret.use().get();
        Optional<byte[]> opened = open(present, SealedPlace.of(secret), secret.sealed());
        try {
            return opened.map(value -> new BackEndSecret(secret.name().value(), use, value));
        } finally {
            opened.ifPresent(value -> Arrays.fill(value, (byte) 0));
        }
    }

    private List<TokenIssuer> issuers(Contents contents, Optional<KeySet> before) {
        List<TokenIssuer> issuers = new ArrayList<>();
        for (TenantIssuer issuer : contents.issuers()) {
            Optional<TokenIssuer> same = before.flatMap(keys -> keys.issuer(issuer.issuer()))
                    .filter(known -> known.name().equals(issuer.name().value())
                            && known.audience().equals(issuer.audience())
                            && known.algorithms().equals(issuer.algorithms())
                            && known.jwkSet().equals(issuer.jwkSet()));
            same.or(() -> read(issuer)).ifPresent(issuers::add);
        }
        return issuers;
    }

    /** Empty for keys that a change past the administration alone makes wrong. */
    private static Optional<TokenIssuer> read(TenantIssuer issuer) {
        try {
            return Optional.of(new TokenIssuer(
                    issuer.name().value(),
                    issuer.issuer(),
                    issuer.audience(),
                    issuer.algorithms(),
                    issuer.jwkSet(),
                    JwkSets.read(issuer.jwkSet(), issuer.algorithms())));
        } catch (IllegalArgumentException e) {
            LOG.error("Issuer '{}' of tenant {} is left out: {}.", issuer.name(), issuer.tenant(), e.getMessage());
            return Optional.empty();
        }
    }

    private Map<String, X509Certificate> partners(Contents contents) {
        Map<String, X509Certificate> partners = new HashMap<>();
        for (TenantPartner partner : contents.partners()) {
            try {
                partners.put(partner.name().value(), partner.certificate().read());
            } catch (CertificateException e) {
                LOG.error(
                        "The certificate of partner '{}' of tenant {} is left out: it cannot be read.",
                        partner.name(),
                        partner.tenant());
            }
        }
        return partners;
    }

    private static Map<String, X509Certificate> authorities(Contents contents) {
        Map<String, X509Certificate> authorities = new HashMap<>();
        for (TenantAuthority authority : contents.authorities()) {
            try {
                authorities.put(
                        authority.name().value(), authority.certificate().read());
            } catch (CertificateException e) {
                LOG.error(
                        "The certificate of authority '{}' of tenant {} is left out: it cannot be read.",
                        authority.name(),
                        authority.tenant());
            }
        }
        return authorities;
    }

    private Optional<OwnKey> open(Sealer present, TenantKey key, Optional<KeySet> before)
            throws MissingSealingKeyException {
        SealedValue sealed = key.sealed().orElseThrow();
        Optional<byte[]> opened = open(present, SealedPlace.of(key), sealed);
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        byte[] encoded = opened.get();
        try {
            List<X509Certificate> chain = CertificateChain.read(key.chain().bytes());
            PrivateKey read = same(PrivateKeys.read(encoded), key, before);
            if (!KeyRules.isPair(read, chain.get(0).getPublicKey())) {
                leftOut(
                        sealed,
                        "the certificate of key " + key.id() + " of tenant " + key.tenant() + " is another key's");
                return Optional.empty();
            }
            return Optional.of(new OwnKey(key.name().value(), key.purpose(), read, chain, key.formerUntil()));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            leftOut(sealed, "key " + key.id() + " of tenant " + key.tenant() + " cannot be read");
            return Optional.empty();
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    private static PrivateKey same(PrivateKey read, TenantKey key, Optional<KeySet> before) {
        return before.flatMap(keys -> keys.key(key.name().value()))
                .map(OwnKey::key)
                .filter(read::equals)
                .orElse(read);
    }

    private Optional<byte[]> open(Sealer present, SealedPlace place, SealedValue sealed)
            throws MissingSealingKeyException {
        try {
            return Optional.of(present.open(place, sealed));
        } catch (MissingSealingKeyException e) {
            throw e;
        } catch (CannotOpenException e) {
            leftOut(sealed, e.getMessage());
            return Optional.empty();
        }
    }

    private void leftOut(SealedValue sealed, String reason) {
        if (logged.size() < MOST_LOGGED && logged.add(sealed)) {
            LOG.error("A key or secret is left out: {}.", reason);
        }
    }
}
