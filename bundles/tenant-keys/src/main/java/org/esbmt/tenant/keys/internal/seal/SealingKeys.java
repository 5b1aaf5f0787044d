package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The sealing keys of the installation by generation. The first one in the file seals, and all of them open. {@link
 * #toString} shows their numbers alone.
 */
final class SealingKeys {
    private static final int BYTES = 32;
    private static final int MOST = 16;
    private static final String FINGERPRINT = "HmacSHA256";
    private static final Pattern LINE = Pattern.compile("([1-9][0-9]{0,8}) ([A-Za-z0-9_-]{43})");

    private final Map<Integer, SecretKey> keys;

    private SealingKeys(Map<Integer, SecretKey> keys) {
        this.keys = keys;
    }

    /** One key of the first generation, as a line of the file. */
    static String generatedLine() {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        String line = "1 " + Base64.getUrlEncoder().withoutPadding().encodeToString(key);
        Arrays.fill(key, (byte) 0);
        return line;
    }

    /**
     * Parses the lines of the file, {@code <generation> <key in base64url>} each. Empty lines and lines that begin with
     * {@code #} are left out.
     *
     * @throws IllegalArgumentException if they have another form; the message shows no key
     */
    static SealingKeys parse(String text) {
        Map<Integer, SecretKey> keys = new LinkedHashMap<>();
        int number = 0;
        for (String raw : text.split("\n", -1)) {
            number++;
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("line " + number + " is no number and key");
            }
            byte[] key = Base64.getUrlDecoder().decode(matcher.group(2));
            if (key.length != BYTES || keys.size() == MOST) {
                throw new IllegalArgumentException("line " + number + " is no key of " + BYTES + " bytes");
            }
            if (keys.put(Integer.valueOf(matcher.group(1)), new SecretKeySpec(key, "AES")) != null) {
                throw new IllegalArgumentException("line " + number + " has the number of an earlier one");
            }
            Arrays.fill(key, (byte) 0);
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("there is no key");
        }
        return new SealingKeys(keys);
    }

    /** The generation that seals. */
    int first() {
        return keys.keySet().iterator().next();
    }

    Set<Integer> generations() {
        return keys.keySet();
    }

    Optional<SecretKey> find(int generation) {
        return Optional.ofNullable(keys.get(generation));
    }

    /** Tells whether both have the same keys in the same order. */
    boolean hasSame(SealingKeys other) {
        return List.copyOf(keys.entrySet()).equals(List.copyOf(other.keys.entrySet()));
    }

    /** Identifies a key without revealing it; 11 characters. */
    String fingerprint(int generation) {
        try {
            Mac mac = Mac.getInstance(FINGERPRINT);
            byte[] encoded = keys.get(generation).getEncoded();
            mac.init(new SecretKeySpec(encoded, FINGERPRINT));
            Arrays.fill(encoded, (byte) 0);
            byte[] digest = mac.doFinal("org.esbmt sealing key fingerprint".getBytes(US_ASCII));
            return Base64.getEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + FINGERPRINT, e);
        }
    }

    @Override
    public String toString() {
        return "sealing keys " + keys.keySet();
    }
}
