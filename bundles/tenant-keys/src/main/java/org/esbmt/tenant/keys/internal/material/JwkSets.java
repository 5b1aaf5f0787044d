package org.esbmt.tenant.keys.internal.material;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyOperation;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.message.security.api.TokenKey;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.TokenKeys;
import org.esbmt.tenancy.api.TokenAlgorithm;

/**
 * Reads the keys of issuers of tokens from a JWK set (RFC 7517). Only public keys for signatures are accepted. Each
 * exception names the broken rule, and shows nothing of the set.
 */
public final class JwkSets {
    private static final int MOST_ID = 255;
    /** The members of private and symmetric keys (RFC 7518, section 6, and RFC 8037). */
    private static final Set<String> SECRET = Set.of("d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv");

    private static final int ED25519_BYTES = 32;
    private static final byte[] ED25519_INFO = HexFormat.of().parseHex("302a300506032b6570032100");

    private JwkSets() {}

    /** One key, and the members of it that are kept. */
    private record Read(TokenKey key, JWK kept) {}

    /** A public key, the algorithms that it is for, and the members that are kept. */
    private record Public(PublicKey key, Set<TokenAlgorithm> uses, JWK kept) {}

    /**
     * Reads the keys.
     *
     * @throws IllegalArgumentException if the set breaks a rule of {@link TenantKeyMaterial#tokenKeys}
     */
    public static List<TokenKey> read(String text, Set<TokenAlgorithm> algorithms) {
        return entries(text, algorithms).stream().map(Read::key).toList();
    }

    /** The keys with their necessary members alone. */
    static TokenKeys checked(String text, Set<TokenAlgorithm> algorithms) {
        List<Read> read = entries(text, algorithms);
        JWKSet set = new JWKSet(read.stream().map(Read::kept).toList());
        return new TokenKeys(
                JSONObjectUtils.toJSONString(set.toJSONObject(true)),
                read.stream().map(one -> one.key().id()).toList());
    }

    private static List<Read> entries(String text, Set<TokenAlgorithm> algorithms) {
        if (text.isEmpty() || text.length() > TenantIssuer.MOST_JWK_SET) {
            throw new IllegalArgumentException("a JWK set has 1 to " + TenantIssuer.MOST_JWK_SET + " characters");
        }
        List<JWK> keys = parse(text);
        List<Read> read = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JWK key : keys) {
            Read one = read(key, algorithms);
            if (!ids.add(one.key().id())) {
                throw new IllegalArgumentException("two keys of the JWK set have the same kid");
            }
            read.add(one);
        }
        return read;
    }

    private static List<JWK> parse(String text) {
        Map<String, Object>[] entries = members(text);
        if (entries == null || entries.length == 0 || entries.length > TenantKeyMaterial.MOST_TOKEN_KEYS) {
            throw new IllegalArgumentException("a JWK set has 1 to " + TenantKeyMaterial.MOST_TOKEN_KEYS + " keys");
        }
        List<JWK> keys = new ArrayList<>();
        for (Map<String, Object> entry : entries) {
            if (entry == null) {
                throw new IllegalArgumentException("the text is no JWK set");
            }
            if (entry.keySet().stream().anyMatch(SECRET::contains) || "oct".equals(entry.get("kty"))) {
                throw new IllegalArgumentException("a JWK set has no private and no symmetric keys");
            }
            keys.add(parse(entry));
        }
        return keys;
    }

    /** The reader refuses garbage with exceptions of several kinds. */
    private static Map<String, Object>[] members(String text) {
        try {
            return JSONObjectUtils.getJSONObjectArray(JSONObjectUtils.parse(text), "keys");
        } catch (ParseException | RuntimeException | StackOverflowError e) {
            throw new IllegalArgumentException("the text is no JWK set", e);
        }
    }

    private static JWK parse(Map<String, Object> entry) {
        try {
            return JWK.parse(entry);
        } catch (ParseException | RuntimeException e) {
            throw new IllegalArgumentException("the text is no JWK set", e);
        }
    }

    private static Read read(JWK key, Set<TokenAlgorithm> algorithms) {
        String id = id(key);
        checkUse(key);
        Optional<TokenAlgorithm> named = Optional.ofNullable(key.getAlgorithm()).map(JwkSets::algorithm);
        Public read = publicKey(key, id, key.getAlgorithm());
        Set<TokenAlgorithm> uses = EnumSet.copyOf(read.uses());
        named.ifPresent(only -> uses.retainAll(Set.of(only)));
        uses.retainAll(algorithms);
        if (uses.isEmpty()) {
            throw new IllegalArgumentException("a key of the JWK set is for none of the issuer's algorithms");
        }
        return new Read(new TokenKey(id, named, read.key()), read.kept());
    }

    private static String id(JWK key) {
        String id = key.getKeyID();
        if (id == null
                || id.isEmpty()
                || id.length() > MOST_ID
                || id.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "each key of a JWK set has a kid of 1 to " + MOST_ID + " characters without controls");
        }
        return id;
    }

    private static void checkUse(JWK key) {
        KeyUse use = key.getKeyUse();
        Set<KeyOperation> operations = key.getKeyOperations();
        boolean signs = use == null || use.equals(KeyUse.SIGNATURE);
        boolean verifies = operations == null || operations.isEmpty() || operations.contains(KeyOperation.VERIFY);
        if (!signs || !verifies) {
            throw new IllegalArgumentException("a key of the JWK set is not for signatures");
        }
    }

    private static TokenAlgorithm algorithm(Algorithm algorithm) {
        return TokenAlgorithm.of(algorithm.getName());
    }

    private static Public publicKey(JWK key, String id, Algorithm algorithm) {
        try {
            if (key instanceof RSAKey rsa) {
                RSAPublicKey read = rsa.toRSAPublicKey();
                KeyRules.checkIssuer(read);
                return new Public(
                        read,
                        EnumSet.range(TokenAlgorithm.RS256, TokenAlgorithm.PS512),
                        new RSAKey.Builder(read).keyID(id).algorithm(algorithm).build());
            }
            if (key instanceof ECKey ec) {
                ECPublicKey read = ec.toECPublicKey();
                KeyRules.checkIssuer(read);
                return new Public(
                        read,
                        EnumSet.of(ec.getCurve().equals(Curve.P_256) ? TokenAlgorithm.ES256 : TokenAlgorithm.ES384),
                        new ECKey.Builder(ec.getCurve(), read)
                                .keyID(id)
                                .algorithm(algorithm)
                                .build());
            }
            if (key instanceof OctetKeyPair pair && pair.getCurve().equals(Curve.Ed25519)) {
                return new Public(
                        ed25519(pair.getX().decode()),
                        EnumSet.of(TokenAlgorithm.EdDSA),
                        new OctetKeyPair.Builder(Curve.Ed25519, pair.getX())
                                .keyID(id)
                                .algorithm(algorithm)
                                .build());
            }
        } catch (JOSEException | GeneralSecurityException | IllegalStateException e) {
            throw new IllegalArgumentException("a key of the JWK set cannot be read", e);
        }
        throw new IllegalArgumentException("a key of a JWK set is RSA, EC on P-256 or P-384, or OKP on Ed25519");
    }

    /** RFC 8410, section 4. */
    private static PublicKey ed25519(byte[] point) throws GeneralSecurityException {
        if (point.length != ED25519_BYTES) {
            throw new GeneralSecurityException("a key on Ed25519 has " + ED25519_BYTES + " bytes");
        }
        byte[] encoded = Arrays.copyOf(ED25519_INFO, ED25519_INFO.length + ED25519_BYTES);
        System.arraycopy(point, 0, encoded, ED25519_INFO.length, ED25519_BYTES);
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
    }
}
