package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyPurpose;

/**
 * The keys, secrets, certificates of partners and authorities, and issuers of one tenant at one moment, without revoked ones. Each result
 * leaves out keys and certificates that are past their date by then. Any thread. {@link #toString} shows numbers alone.
 */
public final class KeySet implements DecryptionKeys {
    private static final Comparator<OwnKey> BY_BEGINNING =
            Comparator.comparing(key -> key.certificate().getNotBefore());

    private final List<OwnKey> keys;
    private final Map<KeyReference, OwnKey> forDecryption = new HashMap<>();
    private final Map<String, BackEndSecret> secrets = new HashMap<>();
    private final Map<String, X509Certificate> partners;
    private final List<TokenIssuer> issuers;
    private final Map<String, X509Certificate> authorities;
    private final InstantSource clock;

    /** Private keys alone. */
    public KeySet(List<OwnKey> keys, InstantSource clock) {
        this(keys, List.of(), Map.of(), List.of(), clock);
    }

    /** No authorities. */
    public KeySet(
            List<OwnKey> keys,
            List<BackEndSecret> secrets,
            Map<String, X509Certificate> partners,
            List<TokenIssuer> issuers,
            InstantSource clock) {
        this(keys, secrets, partners, issuers, Map.of(), clock);
    }

    /**
     * @param partners the certificates of partners by name
     * @param authorities the certificates of authorities by name
     */
    public KeySet(
            List<OwnKey> keys,
            List<BackEndSecret> secrets,
            Map<String, X509Certificate> partners,
            List<TokenIssuer> issuers,
            Map<String, X509Certificate> authorities,
            InstantSource clock) {
        this.keys = List.copyOf(keys);
        this.partners = Map.copyOf(partners);
        this.issuers = List.copyOf(issuers);
        this.authorities = Map.copyOf(authorities);
        this.clock = requireNonNull(clock, "clock");
        secrets.forEach(secret -> this.secrets.put(secret.name(), secret));
        for (OwnKey key : keys) {
            if (key.purpose() == KeyPurpose.DECRYPT) {
                KeyReference.allOf(key.certificate()).forEach(reference -> forDecryption.put(reference, key));
            }
        }
    }

    /** The private key for DECRYPT whose certificate the reference names. The same object for the same key. */
    @Override
    public Optional<PrivateKey> find(KeyReference reference) {
        OwnKey found = forDecryption.get(requireNonNull(reference, "reference"));
        return found != null && found.isUsable(clock.instant()) ? Optional.of(found.key()) : Optional.empty();
    }

    /** The usable keys, CURRENT and FORMER. */
    public List<OwnKey> keys() {
        return keys.stream().filter(key -> key.isUsable(clock.instant())).toList();
    }

    /** The usable key of that name. */
    public Optional<OwnKey> key(String name) {
        return keys().stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** The CURRENT key for something new; of several ones that whose certificate began last. */
    public Optional<OwnKey> current(KeyPurpose purpose) {
        return keys().stream()
                .filter(key -> key.purpose() == purpose && key.isCurrent())
                .max(BY_BEGINNING);
    }

    /**
     * The secret of that name, if it is for this destination.
     *
     * @param host in lower case; an address of IPv6 in brackets
     */
    public Optional<BackEndSecret> secret(String name, String host, int port) {
        return Optional.ofNullable(secrets.get(name)).filter(secret -> {
            Destination bound = secret.use().destination();
            return bound.host().equals(host) && bound.port() == port;
        });
    }

    /** The registered certificate of that partner, if it is valid now. */
    public Optional<X509Certificate> partner(String name) {
        return valid(partners.get(name));
    }

    /** The certificate of that authority for the TLS of back ends, if it is valid now. */
    public Optional<X509Certificate> authority(String name) {
        return valid(authorities.get(name));
    }

    private Optional<X509Certificate> valid(X509Certificate found) {
        Instant now = clock.instant();
        return Optional.ofNullable(found)
                .filter(certificate -> !now.isBefore(certificate.getNotBefore().toInstant())
                        && !now.isAfter(certificate.getNotAfter().toInstant()));
    }

    /** The issuers of tokens. */
    public List<TokenIssuer> issuers() {
        return issuers;
    }

    /** The issuer with this claim {@code iss}. */
    public Optional<TokenIssuer> issuer(String issuer) {
        return issuers.stream().filter(one -> one.issuer().equals(issuer)).findFirst();
    }

    @Override
    public String toString() {
        return keys.size() + " keys, " + secrets.size() + " secrets, " + partners.size() + " partners, "
                + issuers.size() + " issuers, " + authorities.size() + " authorities";
    }
}
