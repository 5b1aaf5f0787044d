package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.security.PublicKey;
import java.time.Clock;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.KeyReference;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.esbmt.tenancy.api.CertificateDigest;

/** The bus as a receiver of messages that {@link TestKey#client()} signs. */
public final class Receiver {
    public static final SecurityProfile LENIENT = new SecurityProfile(
            1024 * 1024, true, true, true, SecurityProfile.STRICT.lifetime(), SecurityProfile.STRICT.skew());

    private final WsSecurity security;
    private SecurityProfile profile = SecurityProfile.STRICT;
    private TestKey sender = TestKey.client();
    private DecryptionKeys keys = keys(TestKey.bus());

    public Receiver() {
        this(Clock.systemUTC());
    }

    public Receiver(Clock clock) {
        this(clock, Crypto.JDK);
    }

    public Receiver(Crypto crypto) {
        this(Clock.systemUTC(), crypto);
    }

    private Receiver(Clock clock, Crypto crypto) {
        security = new WsSecurity(clock, crypto.provider());
    }

    public Receiver of(TestKey key) {
        sender = key;
        return this;
    }

    public Receiver profile(SecurityProfile other) {
        profile = other;
        return this;
    }

    public Receiver keys(DecryptionKeys other) {
        keys = other;
        return this;
    }

    /** The DECRYPT keys of a tenant. */
    public static DecryptionKeys keys(TestKey key) {
        java.security.PrivateKey one = key.privateKey();
        return reference -> KeyReference.allOf(key.certificate()).contains(reference)
                ? java.util.Optional.of(one)
                : java.util.Optional.empty();
    }

    public OpenedMessage open(byte[] message) throws SecurityRefusedException {
        SecuredMessage read = security.read(message, profile);
        assertThat(read.certificate()).isEqualTo(CertificateDigest.of(sender.certificate()));
        return read.open(sender.publicKey(), keys);
    }

    /** As {@link #open}, but for a message that claims any certificate. */
    public OpenedMessage open(byte[] message, PublicKey key) throws SecurityRefusedException {
        return security.read(message, profile).open(key, keys);
    }

    public OpenedMessage open(String message) throws SecurityRefusedException {
        return open(message.getBytes(UTF_8));
    }

    /** The text that goes on. */
    public String text(String message) throws SecurityRefusedException {
        return new String(open(message).message(), UTF_8);
    }

    /** The refusal of a message. */
    public SecurityRefusedException refusal(String message) {
        SecurityRefusedException refused = catchThrowableOfType(
                SecurityRefusedException.class,
                () -> security.read(message.getBytes(UTF_8), profile).open(sender.publicKey(), keys));
        assertThat(refused).as(message).isNotNull();
        return refused;
    }

    public void refuses(String message) {
        assertThat(refusal(message).reason()).as(message).isEqualTo(Reason.INVALID);
    }

    /** Refused, and by this rule. */
    public void refuses(String message, String sentence) {
        SecurityRefusedException refused = refusal(message);
        assertThat(refused).hasMessageContaining(sentence);
        assertThat(refused.reason()).isEqualTo(Reason.INVALID);
    }

    public void limits(String message) {
        assertThat(refusal(message).reason()).isEqualTo(Reason.LIMIT);
    }
}
