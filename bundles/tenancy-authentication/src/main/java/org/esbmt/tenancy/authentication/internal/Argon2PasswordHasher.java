package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.BlockPool;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.esbmt.tenancy.api.PasswordHasher;

/**
 * Argon2id (RFC 9106) with the pepper as its secret value, in the PHC string format. The parameters are those of the
 * OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. {@code keyid} names the pepper. Verifiers with
 * other parameters are checked too, within limits, so that the parameters can be raised later.
 */
final class Argon2PasswordHasher implements PasswordHasher {
    private static final Parameters CURRENT = new Parameters(19 * 1_024, 2, 1);
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final Pattern FORM = Pattern.compile("\\$argon2id\\$v=19\\$m=([0-9]{1,6}),t=([0-9]{1,2}),p=([0-9])"
            + ",keyid=([A-Za-z0-9+/]{11})\\$([A-Za-z0-9+/]{22})\\$([A-Za-z0-9+/]{43})");

    private final SecureRandom random = new SecureRandom();
    private final HashMemory memory =
            new HashMemory(CURRENT.kibibytes, Runtime.getRuntime().availableProcessors());
    private final byte[] secret;
    private final String keyId;

    /** The cost of a check. */
    private record Parameters(int kibibytes, int passes, int lanes) {
        /** Limits the cost of a forged verifier to four times the memory and the time. */
        boolean acceptable() {
            return kibibytes >= 8 * lanes
                    && kibibytes <= 4 * CURRENT.kibibytes
                    && passes >= 1
                    && passes <= 4 * CURRENT.passes
                    && lanes >= 1
                    && lanes <= 4;
        }
    }

    /** The parts of a verifier. */
    private static final class Parts {
        private final Parameters parameters;
        private final byte[] salt;
        private final byte[] hash;

        Parts(Parameters parameters, byte[] salt, byte[] hash) {
            this.parameters = parameters;
            this.salt = salt;
            this.hash = hash;
        }
    }

    Argon2PasswordHasher(Pepper pepper) {
        this.secret = pepper.secret();
        this.keyId = pepper.fingerprint();
    }

    @Override
    public String verifier(char[] password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] hash = hash(password, CURRENT, salt);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + CURRENT.kibibytes + ",t=" + CURRENT.passes + ",p=" + CURRENT.lanes + ",keyid="
                + keyId + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    @Override
    public boolean matches(char[] password, String verifier) {
        Optional<Parts> parts = parse(verifier);
        if (parts.isEmpty()) {
            // As slow as any other check: the duration reveals nothing about the stored verifier.
            hash(password, CURRENT, new byte[SALT_BYTES]);
            return false;
        }
        Parts known = parts.get();
        return MessageDigest.isEqual(hash(password, known.parameters, known.salt), known.hash);
    }

    private Optional<Parts> parse(String verifier) {
        Matcher form = FORM.matcher(verifier);
        if (!form.matches() || !form.group(4).equals(keyId)) {
            return Optional.empty();
        }
        Parameters parameters = new Parameters(
                Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)));
        if (!parameters.acceptable()) {
            return Optional.empty();
        }
        try {
            Base64.Decoder base64 = Base64.getDecoder();
            return Optional.of(new Parts(parameters, base64.decode(form.group(5)), base64.decode(form.group(6))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private byte[] hash(char[] password, Parameters parameters, byte[] salt) {
        BlockPool taken = memory.take();
        try {
            return hash(password, parameters, salt, taken);
        } finally {
            memory.giveBack(taken);
        }
    }

    private byte[] hash(char[] password, Parameters parameters, byte[] salt, BlockPool blocks) {
        Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
        argon2.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(parameters.kibibytes)
                .withIterations(parameters.passes)
                .withParallelism(parameters.lanes)
                .withSalt(salt)
                .withSecret(secret)
                .withBlockPool(blocks)
                .build());
        byte[] bytes = utf8(password);
        byte[] hash = new byte[HASH_BYTES];
        argon2.generateBytes(bytes, hash);
        Arrays.fill(bytes, (byte) 0);
        return hash;
    }

    private static byte[] utf8(char[] password) {
        CharsetEncoder encoder = UTF_8.newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        ByteBuffer encoded = ByteBuffer.allocate((int) (password.length * encoder.maxBytesPerChar()));
        encoder.encode(CharBuffer.wrap(password), encoded, true);
        byte[] bytes = Arrays.copyOf(encoded.array(), encoded.position());
        Arrays.fill(encoded.array(), (byte) 0);
        return bytes;
    }
}
