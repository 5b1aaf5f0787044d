package org.esbmt.message.security.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.internal.TestKey;
import org.junit.jupiter.api.Test;

class KeptKeysTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may overflow
    private final KeptKeys kept = new KeptKeys(now::get);
    private final PrivateKey key = TestKey.bus().privateKey();
    private final SecretKeySpec secret = new SecretKeySpec(new byte[16], "AES");

    private static byte[] sha256(int number) {
        return ByteBuffer.allocate(32).putInt(number).array();
    }

    @Test
    void keyIsFoundForFiveMinutesWhateverIsAsked() {
        kept.keep(key, sha256(1), secret);
        now.addAndGet(KeptKeys.NANOS - 1);
        assertThat(kept.find(key, sha256(1))).containsSame(secret);
        kept.keep(key, sha256(1), secret);
        now.addAndGet(1);
        assertThat(kept.find(key, sha256(1))).isEmpty();
    }

    @Test
    void otherWrappedKeyIsNotFound() {
        kept.keep(key, sha256(1), secret);
        assertThat(kept.find(key, sha256(2))).isEmpty();
    }

    @Test
    void equalPrivateKeyOfAnotherTenantFindsNothing() throws Exception {
        PrivateKey equal = equalKey();
        assertThat(equal).isEqualTo(key);
        kept.keep(key, sha256(1), secret);
        assertThat(kept.find(equal, sha256(1))).isEmpty();
    }

    @Test
    void manyKeysDisplaceThoseOfTheSamePrivateKeyAlone() throws Exception {
        PrivateKey other = equalKey();
        kept.keep(other, sha256(0), secret);
        for (int i = 0; i <= KeptKeys.MOST_OF_A_KEY; i++) {
            kept.keep(key, sha256(i), secret);
        }
        assertThat(kept.find(key, sha256(0))).isEmpty();
        assertThat(kept.find(key, sha256(1))).isPresent();
        assertThat(kept.find(other, sha256(0))).isPresent();
    }

    @Test
    void keyIsRememberedAgainAfterItsTimeWhileOthersOfItsShareAreInUse() {
        kept.keep(key, sha256(1), secret);
        now.addAndGet(KeptKeys.NANOS - 1);
        kept.keep(key, sha256(2), secret);
        now.addAndGet(1);
        assertThat(kept.find(key, sha256(1))).isEmpty();
        kept.keep(key, sha256(1), secret);
        assertThat(kept.find(key, sha256(1))).containsSame(secret);
    }

    @Test
    void sharesAreForgottenAfterTheirTime() throws Exception {
        PrivateKey[] keys = {equalKey(), equalKey(), equalKey()};
        for (PrivateKey one : keys) {
            kept.keep(one, sha256(1), secret);
            now.addAndGet(1);
        }
        assertThat(kept.find(keys[0], sha256(1))).isPresent(); // it is the one that was used last now
        now.addAndGet(KeptKeys.NANOS - 2); // the third one is still in its time, and stands before the first one
        kept.keep(key, sha256(1), secret);
        assertThat(kept.shares()).isEqualTo(2 + 1);
        now.addAndGet(1);
        kept.keep(key, sha256(1), secret);
        assertThat(kept.shares()).isEqualTo(1);
    }

    @Test
    void privateKeyThatWasUsedLastKeepsItsShareAmongTooManyOthers() throws Exception {
        kept.keep(key, sha256(0), secret);
        for (int i = 0; i < 2 * KeptKeys.MOST_PRIVATE_KEYS; i++) {
            kept.keep(equalKey(), sha256(i), secret);
            assertThat(kept.find(key, sha256(0))).isPresent();
        }
        assertThat(kept.shares()).isEqualTo(KeptKeys.MOST_PRIVATE_KEYS);
    }

    private PrivateKey equalKey() throws Exception {
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
    }
}
