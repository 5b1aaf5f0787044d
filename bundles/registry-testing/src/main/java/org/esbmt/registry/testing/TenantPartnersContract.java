package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link TenantPartners}. */
public abstract class TenantPartnersContract {
    protected static final Instant NOW = Instant.parse("2026-11-25T10:00:00.123Z");
    private static final Instant END = NOW.plus(Duration.ofDays(365));

    private TenantPartners partners;
    private TenantKeyStore keys;
    private CredentialReader changes;
    private TenantId acme;
    private TenantId globex;

    /** The partners, and the registry of the tenants that they belong to. */
    public record PartnerRegistries(
            TenantRegistry tenants, CredentialReader changes, TenantKeyStore keys, TenantPartners partners) {}

    /** PartnerRegistries without tenants; the implementation closes them. */
    protected abstract PartnerRegistries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        PartnerRegistries opened = openEmpty();
        partners = opened.partners();
        keys = opened.keys();
        changes = opened.changes();
        acme = ContactsContract.create(opened.tenants(), "acme");
        globex = ContactsContract.create(opened.tenants(), "globex");
    }

    /** A partner whose certificate has the name as its content. */
    public static TenantPartner partner(TenantId tenant, String name) {
        return partner(tenant, name, name, NOW, END);
    }

    private static TenantPartner partner(TenantId tenant, String name, String content, Instant at, Instant notAfter) {
        return new TenantPartner(
                tenant,
                new KeyName(name),
                EncodedCertificate.of(content.getBytes(UTF_8)),
                NOW.minusSeconds(1),
                notAfter,
                at,
                Optional.empty());
    }

    @Test
    void aPartnerIsRegisteredServedAndRevokedForGood() throws Exception {
        TenantPartner mill = partner(acme, "mill");
        TenantPartner bank = partner(acme, "bank");
        partners.register(mill);
        partners.register(bank);
        assertThat(partners.partners(acme)).containsExactly(bank, mill);
        assertThat(keys.contents(acme).partners()).containsExactly(bank, mill);

        partners.revoke(acme, bank.name(), NOW.plusSeconds(1));
        assertThat(partners.partners(acme)).containsExactly(mill, bank.revoked(NOW.plusSeconds(1)));
        assertThat(keys.contents(acme).partners()).containsExactly(mill);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> partners.revoke(acme, bank.name(), NOW));
    }

    @Test
    void neitherANameNorACertificateIsTakenTwiceAndARevokedCertificateNeverReturns() throws Exception {
        partners.register(partner(acme, "mill"));
        assertConflict(partner(acme, "mill", "other", NOW, END));
        assertConflict(partner(acme, "other", "mill", NOW, END));
        partners.revoke(acme, new KeyName("mill"), NOW);
        assertConflict(partner(acme, "mill"));
        assertConflict(partner(acme, "other", "mill", NOW, END));
        partners.register(partner(acme, "mill", "next", NOW, END));
        partners.register(partner(globex, "mill"));
    }

    private void assertConflict(TenantPartner partner) {
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> partners.register(partner));
    }

    @Test
    void anotherTenantsPartnersAreNeitherSeenNorRevoked() throws Exception {
        partners.register(partner(globex, "theirs"));
        assertThat(partners.partners(acme)).isEmpty();
        assertThat(keys.contents(acme).partners()).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> partners.revoke(acme, new KeyName("theirs"), NOW));
        assertThat(partners.removeAll(acme)).isZero();
        assertThat(keys.contents(globex).partners()).hasSize(1);
    }

    @Test
    void aTenantHasAHundredPartnersAtTheMost() throws Exception {
        for (int i = 0; i < TenantPartners.MOST; i++) {
            partners.register(partner(acme, "partner-" + i));
        }
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> partners.register(partner(acme, "one-more")));
        partners.revoke(acme, new KeyName("partner-7"), NOW);
        partners.register(partner(acme, "one-more"));
        assertThat(partners.removeAll(acme)).isEqualTo(TenantPartners.MOST + 1);
        assertThat(partners.partners(acme)).isEmpty();
    }

    @Test
    void oneOfSeveralRegistrationsAtTheSameTimeWins() throws Exception {
        List<Object> results = AtOnce.run(4, () -> {
            partners.register(partner(acme, "mill"));
            return "registered";
        });
        assertThat(results).filteredOn("registered"::equals).hasSize(1);
        assertThat(partners.partners(acme)).hasSize(1);
    }

    @Test
    void anUnknownTenantHasNone() throws Exception {
        TenantId unknown = new TenantId(UUID.randomUUID());
        assertThat(partners.partners(unknown)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> partners.register(partner(unknown, "mill")));
    }

    @Test
    void aRevokedPartnerIsListedForThirtyDaysAfterItsEnd() throws Exception {
        partners.register(partner(acme, "mill", "mill", NOW, NOW.plusSeconds(60)));
        partners.revoke(acme, new KeyName("mill"), NOW);
        Instant later = NOW.plus(TenantPartners.KEPT);
        partners.register(partner(acme, "first", "first", later.plusSeconds(59), END));
        assertThat(partners.partners(acme)).hasSize(2);
        partners.register(partner(acme, "second", "second", later.plusSeconds(61), END));
        assertThat(partners.partners(acme))
                .extracting(one -> one.name().value())
                .containsExactly("first", "second");
    }

    @Test
    void thoseThatEndSoonAreCountedWithKeys() throws Exception {
        partners.register(partner(acme, "soon", "soon", NOW, NOW.plusSeconds(60)));
        partners.register(partner(acme, "later"));
        partners.register(partner(globex, "revoked", "revoked", NOW, NOW.plusSeconds(60)));
        partners.revoke(globex, new KeyName("revoked"), NOW);
        assertThat(keys.expiring(NOW, NOW.plusSeconds(61)))
                .containsOnlyKeys(acme)
                .containsEntry(acme, 1L);
    }

    @Test
    void eachChangeIsReportedAsOneOfTheTenant() throws Exception {
        for (Step step : List.<Step>of(
                () -> partners.register(partner(acme, "mill")),
                () -> partners.revoke(acme, new KeyName("mill"), NOW),
                () -> partners.removeAll(acme))) {
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
