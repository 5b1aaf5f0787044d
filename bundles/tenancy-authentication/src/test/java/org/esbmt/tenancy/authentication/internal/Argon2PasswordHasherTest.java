package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Argon2PasswordHasherTest {
    private static final Pepper PEPPER = Pepper.parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8");
    private final Argon2PasswordHasher hasher = new Argon2PasswordHasher(PEPPER);

    @ParameterizedTest
    @ValueSource(
            strings = {"correct horse battery staple", "p\u00e4ssw\u00f6rter!", "\ud83d\ude00 and eleven more", "a"})
    void aPasswordMatchesItsOwnVerifierOnly(String password) {
        String verifier = hasher.verifier(password.toCharArray());

        assertThat(hasher.matches(password.toCharArray(), verifier)).isTrue();
        assertThat(hasher.matches((password + "x").toCharArray(), verifier)).isFalse();
        assertThat(hasher.matches(new char[0], verifier)).isFalse();
    }

    @Test
    void aVerifierNamesItsParametersAndItsPepperAndIsNeverTheSame() {
        char[] password = "correct horse battery staple".toCharArray();
        String verifier = hasher.verifier(password);

        assertThat(verifier).startsWith("$argon2id$v=19$m=19456,t=2,p=1,keyid=" + PEPPER.fingerprint() + "$");
        assertThat(hasher.verifier(password)).isNotEqualTo(verifier);
    }

    /** Made with Bouncy Castle 1.83 alone, without the class under test. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "m=19456,t=2,p=1|6lkaABhaONLxoGeTuz7o6BWzMUuRvs6iR09Ft/Vr0dQ",
                "m=38912,t=3,p=2|poLlrXFp7T21NAsRKH7wpSQ7jC0O1oz59GYwtMZrnNU",
                "m=64,t=1,p=1|TZi20ZGMXvAvFdE6ijLNvsS8cUAK8oOU9Z3vatMm8/M"
            })
    void aVerifierOfOtherParametersMatchesAgainAndAgain(String known) {
        String[] parts = known.split("\\|", -1);
        String verifier =
                "$argon2id$v=19$" + parts[0] + ",keyid=" + PEPPER.fingerprint() + "$AQIDBAUGBwgJCgsMDQ4PEA$" + parts[1];
        for (int i = 0; i < 3; i++) {
            assertThat(hasher.matches("correct horse battery staple".toCharArray(), verifier))
                    .isTrue();
            assertThat(hasher.matches("correct horse battery stable".toCharArray(), verifier))
                    .isFalse();
        }
    }

    /** The memory of one hash is reused for the next, but never for two at the same time. */
    @Test
    void manyAtOnceDoNotMeet() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try {
            List<Future<Boolean>> right = new ArrayList<>();
            for (int i = 0; i < 36; i++) {
                char[] mine = ("correct horse " + i).toCharArray();
                char[] others = ("correct horse " + (i + 1)).toCharArray();
                right.add(threads.submit(() -> {
                    String verifier = hasher.verifier(mine);
                    return hasher.matches(mine, verifier) && !hasher.matches(others, verifier);
                }));
            }
            for (Future<Boolean> one : right) {
                assertThat(one.get(60, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void withoutThePepperAVerifierIsWorthless() {
        char[] password = "correct horse battery staple".toCharArray();
        String verifier = hasher.verifier(password);
        Pepper other = Pepper.generate();

        assertThat(new Argon2PasswordHasher(other).matches(password, verifier)).isFalse();
        assertThat(new Argon2PasswordHasher(other)
                        .matches(password, verifier.replace(PEPPER.fingerprint(), other.fingerprint())))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m=19456 | m=999999",
                "m=19456 | m=0",
                "t=2 | t=99",
                "t=2 | t=0",
                "p=1 | p=9",
                "p=1 | p=0",
                "argon2id | argon2i",
                "v=19 | v=16",
                "$argon2id | argon2id"
            })
    void aVerifierOfAnotherFormOrOfHostileCostIsNeverMatched(String from, String to) {
        char[] password = "correct horse battery staple".toCharArray();
        assertThat(hasher.matches(password, hasher.verifier(password).replace(from, to)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "$2a$10$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"})
    void nonsenseIsNeverMatched(String verifier) {
        assertThat(hasher.matches("correct horse battery staple".toCharArray(), verifier))
                .isFalse();
    }
}
