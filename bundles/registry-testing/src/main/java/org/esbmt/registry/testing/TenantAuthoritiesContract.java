package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevocationList;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link TenantAuthorities}. */
public abstract class TenantAuthoritiesContract {
    protected static final Instant NOW = Instant.parse("2026-11-25T10:00:00.123Z");
    private static final Instant END = NOW.plus(Duration.ofDays(365));
    private static final RevokedSerials TWO = RevokedSerials.of(
            List.of(BigInteger.TWO, BigInteger.ONE.shiftLeft(159).subtract(BigInteger.ONE)));

    private TenantAuthorities authorities;
    private TenantKeyStore keys;
    private CredentialReader changes;
    private TenantId acme;
    private TenantId globex;

    /** The authorities, and the registry of the tenants that they belong to. */
    public record AuthorityRegistries(
            TenantRegistry tenants, CredentialReader changes, TenantKeyStore keys, TenantAuthorities authorities) {}

    /** AuthorityRegistries without tenants; the implementation closes them. */
    protected abstract AuthorityRegistries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        AuthorityRegistries opened = openEmpty();
        authorities = opened.authorities();
        keys = opened.keys();
        changes = opened.changes();
        acme = ContactsContract.create(opened.tenants(), "acme");
        globex = ContactsContract.create(opened.tenants(), "globex");
    }

    /** An authority whose certificate has the name as its content. */
    public static TenantAuthority authority(TenantId tenant, String name) {
        return authority(tenant, name, name, END);
    }

    private static TenantAuthority authority(TenantId tenant, String name, String content, Instant notAfter) {
        return new TenantAuthority(
                tenant,
                new KeyName(name),
                EncodedCertificate.of(content.getBytes(UTF_8)),
                NOW.minusSeconds(1),
                notAfter,
                NOW);
    }

    /** A list with two serial numbers. */
    public static RevocationList list(TenantId tenant, String authority, long number, Instant thisUpdate) {
        return new RevocationList(
                tenant,
                new KeyName(authority),
                BigInteger.valueOf(number),
                thisUpdate,
                thisUpdate.plusSeconds(60),
                OpaqueBytes.of(new byte[32]),
                2,
                NOW);
    }

    @Test
    void anAuthorityIsAddedServedAndRemovedWithItsList() throws Exception {
        TenantAuthority root = authority(acme, "root");
        TenantAuthority other = authority(acme, "other");
        authorities.add(root);
        authorities.add(other);
        assertThat(authorities.authorities(acme)).containsExactly(other, root);
        assertThat(authorities.held(acme)).containsExactly(other, root);
        assertThat(keys.contents(acme).authorities()).containsExactly(other, root);
        authorities.put(list(acme, "root", 1, NOW), TWO);

        authorities.remove(acme, root.name());
        assertThat(authorities.authorities(acme)).containsExactly(other);
        assertThat(keys.contents(acme).authorities()).containsExactly(other);
        assertThat(authorities.lists(acme)).isEmpty();
        assertThat(authorities.serials(acme, root.name())).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> authorities.remove(acme, root.name()));
        authorities.add(root);
    }

    @Test
    void neitherANameNorACertificateIsTakenTwiceInATenant() throws Exception {
        authorities.add(authority(acme, "root"));
        assertConflict(authority(acme, "root", "other", END));
        assertConflict(authority(acme, "other", "root", END));
        authorities.add(authority(globex, "root"));
    }

    private void assertConflict(TenantAuthority authority) {
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> authorities.add(authority));
    }

    @Test
    void aNewerListTakesThePlaceOfTheFormer() throws Exception {
        authorities.add(authority(acme, "root"));
        KeyName root = new KeyName("root");
        assertThat(authorities.serials(acme, root)).isEmpty();
        authorities.put(list(acme, "root", 7, NOW), TWO);
        assertThat(authorities.lists(acme)).containsExactly(list(acme, "root", 7, NOW));
        assertThat(authorities.serials(acme, root)).contains(TWO);
        RevokedSerials none = RevokedSerials.of(List.of());
        authorities.put(list(acme, "root", 7, NOW.plusSeconds(1)), none);
        assertThat(authorities.serials(acme, root)).contains(none);
        RevocationList largest = new RevocationList(
                acme,
                root,
                BigInteger.ONE.shiftLeft(159).subtract(BigInteger.ONE),
                NOW.plusSeconds(2),
                NOW.plusSeconds(60),
                OpaqueBytes.of(new byte[32]),
                2,
                NOW);
        authorities.put(largest, TWO);
        assertThat(authorities.lists(acme)).containsExactly(largest);
    }

    @Test
    void aListIsNeverOlderThanTheFormer() throws Exception {
        authorities.add(authority(acme, "root"));
        authorities.put(list(acme, "root", 7, NOW), TWO);
        for (RevocationList older : List.of(
                list(acme, "root", 6, NOW.plusSeconds(1)),
                list(acme, "root", 8, NOW.minusSeconds(1)),
                list(acme, "root", 7, NOW.minusMillis(1)))) {
            assertThatExceptionOfType(RegistryException.RuleBroken.class)
                    .isThrownBy(() -> authorities.put(older, RevokedSerials.of(List.of())));
        }
        assertThat(authorities.serials(acme, new KeyName("root"))).contains(TWO);
    }

    @Test
    void anotherTenantsAuthoritiesAreNeitherSeenNorChanged() throws Exception {
        authorities.add(authority(globex, "theirs"));
        authorities.put(list(globex, "theirs", 1, NOW), TWO);
        assertThat(authorities.authorities(acme)).isEmpty();
        assertThat(authorities.held(acme)).isEmpty();
        assertThat(authorities.lists(acme)).isEmpty();
        assertThat(authorities.serials(acme, new KeyName("theirs"))).isEmpty();
        assertThat(keys.contents(acme).authorities()).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> authorities.remove(acme, new KeyName("theirs")));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> authorities.put(list(acme, "theirs", 2, NOW), TWO));
        assertThat(authorities.removeAll(acme)).isZero();
        assertThat(authorities.lists(globex)).containsExactly(list(globex, "theirs", 1, NOW));
    }

    @Test
    void aTenantHasTwentyAuthoritiesAtTheMost() throws Exception {
        for (int i = 0; i < TenantAuthorities.MOST; i++) {
            authorities.add(authority(acme, "authority-" + i));
        }
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> authorities.add(authority(acme, "one-more")));
        authorities.remove(acme, new KeyName("authority-7"));
        authorities.add(authority(acme, "one-more"));
        assertThat(authorities.removeAll(acme)).isEqualTo(TenantAuthorities.MOST);
        assertThat(authorities.authorities(acme)).isEmpty();
    }

    @Test
    void anUnknownTenantHasNone() throws Exception {
        TenantId unknown = new TenantId(UUID.randomUUID());
        assertThat(authorities.authorities(unknown)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> authorities.add(authority(unknown, "root")));
    }

    @Test
    void thoseThatEndSoonAreCountedWithKeysAndLateListsByTenant() throws Exception {
        authorities.add(authority(acme, "soon", "soon", NOW.plusSeconds(60)));
        authorities.add(authority(globex, "later"));
        assertThat(keys.expiring(NOW, NOW.plusSeconds(61)))
                .containsOnlyKeys(acme)
                .containsEntry(acme, 1L);
        authorities.put(list(globex, "later", 1, NOW), TWO);
        assertThat(authorities.overdue(NOW.plusSeconds(60))).isEmpty();
        assertThat(authorities.overdue(NOW.plusSeconds(61)))
                .containsOnlyKeys(globex)
                .containsEntry(globex, 1L);
    }

    @Test
    void eachAdditionAndRemovalIsReportedAsAChangeOfTheTenant() throws Exception {
        for (Step step : List.<Step>of(
                () -> authorities.add(authority(acme, "root")),
                () -> authorities.remove(acme, new KeyName("root")),
                () -> authorities.add(authority(acme, "root")),
                () -> authorities.removeAll(acme))) {
            Cursor before = changes.changesSince(Optional.empty()).next();
            step.run();
            assertThat(Set.copyOf(changes.changesSince(Optional.of(before)).changes()))
                    .containsExactly(new Change(acme, Optional.empty()));
        }
    }

    private interface Step {
        void run() throws Exception;
    }
}
