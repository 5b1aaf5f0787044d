package org.esbmt.tenancy.authentication.internal.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.authentication.internal.token.StrictJson.Num;

/**
 * A JSON Web Token in the compact form of RFC 7515, whose header follows the rules. Its claims prove nothing before the
 * signature is verified.
 */
public final class CompactToken {
    /** The largest number of characters. */
    public static final int MOST = 8 * 1024;

    /**
     * Parameters that name keys, change the form of the token, or must be understood. A key comes from the registration
     * of the issuer alone, and so nobody follows an address or takes a key of a token.
     */
    private static final Set<String> REFUSED =
            Set.of("b64", "crit", "cty", "enc", "epk", "jku", "jwk", "x5c", "x5u", "zip");

    private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/jwt", "application/at+jwt");

    private final byte[] signed;
    private final byte[] signature;
    private final Map<String, Object> header;
    private final Map<String, Object> claims;

    private CompactToken(byte[] signed, byte[] signature, Map<String, Object> header, Map<String, Object> claims) {
        this.signed = signed;
        this.signature = signature;
        this.header = header;
        this.claims = claims;
    }

    /**
     * Reads a signed token.
     *
     * @throws TokenRefusedException for every other form, such as an encrypted token
     */
    public static CompactToken read(String token) throws TokenRefusedException {
        int first = token.indexOf('.');
        int second = token.indexOf('.', first + 1);
        if (token.length() > MOST || first < 1 || second < 0 || token.indexOf('.', second + 1) >= 0) {
            throw new TokenRefusedException("it is too long, or not a signed token in compact form");
        }
        Map<String, Object> header = StrictJson.object(decoded(token.substring(0, first)));
        checkHeader(header);
        byte[] signature = decoded(token.substring(second + 1));
        if (signature.length == 0) {
            throw new TokenRefusedException("it has no signature");
        }
        Map<String, Object> claims = StrictJson.object(decoded(token.substring(first + 1, second)));
        return new CompactToken(token.substring(0, second).getBytes(US_ASCII), signature, header, claims);
    }

    private static void checkHeader(Map<String, Object> header) throws TokenRefusedException {
        for (String name : header.keySet()) {
            if (REFUSED.contains(name)) {
                throw new TokenRefusedException("its header has the parameter " + name);
            }
        }
        Object type = header.get("typ");
        if (type != null && !(type instanceof String text && TYPES.contains(text.toLowerCase(Locale.ROOT)))) {
            throw new TokenRefusedException("it has another type than JWT");
        }
    }

    private static byte[] decoded(String part) throws TokenRefusedException {
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            boolean good =
                    (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
            if (!good) {
                throw new TokenRefusedException("it is not in Base64");
            }
        }
        try {
            return Base64.getUrlDecoder().decode(part);
        } catch (IllegalArgumentException e) {
            throw new TokenRefusedException("it is not in Base64");
        }
    }

    /** The bytes that the signature covers, not a copy. */
    byte[] signed() {
        return signed;
    }

    /** Not a copy. */
    byte[] signature() {
        return signature;
    }

    /** The parameter {@code alg}; empty if it is missing. */
    String algorithm() {
        return header.get("alg") instanceof String name ? name : "";
    }

    /** The parameter {@code kid}. */
    Optional<String> keyId() throws TokenRefusedException {
        Object id = header.get("kid");
        if (id != null && !(id instanceof String)) {
            throw new TokenRefusedException("its key identifier is not text");
        }
        return Optional.ofNullable((String) id);
    }

    /** A claim that is text. */
    Optional<String> text(String claim) {
        return claims.get(claim) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Tells whether the claim {@code aud} is this text, or a list with it. */
    boolean isFor(String audience) {
        Object claim = claims.get("aud");
        return audience.equals(claim) || (claim instanceof List<?> list && list.contains(audience));
    }

    /**
     * A claim that is a time, in whole seconds since 1970.
     *
     * @throws TokenRefusedException if it is there, and is no such time
     */
    Optional<Long> time(String claim) throws TokenRefusedException {
        Object value = claims.get(claim);
        if (value == null) {
            return Optional.empty();
        }
        if (value instanceof Num number && number.text().matches("[0-9]{1,11}(\\.[0-9]{1,9})?")) {
            String text = number.text();
            int point = text.indexOf('.');
            return Optional.of(Long.parseLong(point < 0 ? text : text.substring(0, point)));
        }
        throw new TokenRefusedException("its claim " + claim + " is no time");
    }
}
