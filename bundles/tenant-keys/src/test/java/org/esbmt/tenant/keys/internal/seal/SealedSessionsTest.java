package org.esbmt.tenant.keys.internal.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.message.security.api.Session;
import org.esbmt.registry.api.KeyName;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class SealedSessionsTest {
    private static final String LINE = SealingKeys.generatedLine();
    private static final Instant NOW = Instant.parse("2026-11-26T06:00:00Z");
    private static final UUID REGISTRY = UUID.randomUUID();

    private final Session session = new Session(
            new TenantId(UUID.randomUUID()),
            new UserId(UUID.randomUUID()),
            new CertificateDigest(1, 2, 3, 4),
            NOW,
            NOW.plusSeconds(3600),
            key());

    private static byte[] key() {
        byte[] key = new byte[Session.KEY_BYTES];
        Arrays.fill(key, (byte) 7);
        return key;
    }

    private static SealedSessions sessions(UUID registry, String lines, Instant now) {
        return SealedSessions.of(registry, lines, InstantSource.fixed(now));
    }

    private static SealedSessions sessions() {
        return sessions(REGISTRY, LINE, NOW);
    }

    @Test
    void everyNodeOpensTheIdentifier() {
        String identifier = sessions().seal(session);
        assertThat(identifier).matches("urn:esbmt:session:[A-Za-z0-9_-]{216}");
        assertThat(sessions().open(identifier))
                .hasValueSatisfying(
                        opened -> assertThat(opened).usingRecursiveComparison().isEqualTo(session));
    }

    @Test
    void anIdentifierIsAnotherEachTime() {
        SealedSessions one = sessions();
        Set<String> identifiers = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            identifiers.add(one.seal(session));
        }
        assertThat(identifiers).hasSize(1000);
    }

    /** Each character has another value, or is not of Base64. */
    @Test
    void attack22AnAlteredIdentifierDoesNotOpen() {
        SealedSessions one = sessions();
        String identifier = one.seal(session);
        for (int i = 0; i < identifier.length(); i++) {
            for (char c : new char[] {'A', 'B', '_', '=', ' '}) {
                if (identifier.charAt(i) != c) {
                    String altered = identifier.substring(0, i) + c + identifier.substring(i + 1);
                    assertThat(one.open(altered)).as(altered).isEmpty();
                }
            }
        }
        assertThat(one.open(identifier + "A")).isEmpty();
        assertThat(one.open(identifier.substring(0, identifier.length() - 1))).isEmpty();
        assertThat(one.open("")).isEmpty();
    }

    @Test
    void attack22AnotherInstallationsIdentifierDoesNotOpen() {
        String identifier = sessions().seal(session);
        assertThat(sessions(REGISTRY, SealingKeys.generatedLine(), NOW).open(identifier))
                .as("another key")
                .isEmpty();
        assertThat(sessions(UUID.randomUUID(), LINE, NOW).open(identifier))
                .as("another registry")
                .isEmpty();
    }

    @Test
    void attack22AnExpiredIdentifierDoesNotOpen() {
        String identifier = sessions().seal(session);
        assertThat(sessions(REGISTRY, LINE, NOW.plusSeconds(3599)).open(identifier))
                .isPresent();
        assertThat(sessions(REGISTRY, LINE, NOW.plusSeconds(3600)).open(identifier))
                .isEmpty();
    }

    @Test
    void aSessionOfAnEarlierSealingKeyOpensWhileTheFileHasTheKey() {
        String identifier = sessions().seal(session);
        String next = SealingKeys.generatedLine().replaceFirst("1", "2");
        assertThat(sessions(REGISTRY, next + "\n" + LINE, NOW).open(identifier)).isPresent();
        assertThat(sessions(REGISTRY, next, NOW).open(identifier)).isEmpty();
    }

    @Test
    void aValueOfARegistryIsNoSession() {
        SessionSealer sealer = new SessionSealer(REGISTRY, SealingKeys.parse(LINE));
        byte[] sealed = new Sealer(REGISTRY, SealingKeys.parse(LINE))
                .seal(SealedPlace.of(session.tenant(), new KeyName("a"), Optional.empty()), new byte[134])
                .bytes()
                .bytes();
        assertThat(sealed).hasSize(SessionSealer.SEALED_BYTES);
        assertThat(sealer.open(sealed)).isEmpty();
    }

    @Test
    void aSessionLongerThanAnHourIsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Session(
                        session.tenant(), session.user(), session.certificate(), NOW, NOW.plusSeconds(3601), key()));
    }
}
