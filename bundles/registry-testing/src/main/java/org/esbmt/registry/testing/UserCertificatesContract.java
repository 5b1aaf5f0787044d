package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.StoredCertificate;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.UserCertificateQuery;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.registry.api.UserCertificates.Owned;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link UserCertificates}, and of the reader of messages' certificates. */
public abstract class UserCertificatesContract {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
    private static final Duration YEAR = Duration.ofDays(365);
    private static final Slice FIRST = new Slice(0, 100);

    private Registries registries;
    private UserCertificates certificates;
    private CredentialReader reader;
    private Owner boss;
    private Owner clerk;
    private Owner other;

    /** One registry by its parts. */
    public record Registries(TenantRegistry tenants, UserCertificates certificates, CredentialReader reader) {}

    /** A user of a tenant. */
    public record Owner(TenantId tenant, UserId user) {}

    /** Registries without tenants; the implementation closes them. */
    protected abstract Registries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        registries = openEmpty();
        certificates = registries.certificates();
        reader = registries.reader();
        boss = create(registries.tenants(), "acme");
        other = create(registries.tenants(), "globex");
        NewUser user = new NewUser(new Login("clerk"), new Verifier("verifier"));
        registries.tenants().addUser(boss.tenant(), user, Set.of(Role.TENANT_USER), BY);
        clerk = new Owner(boss.tenant(), user.id());
    }

    /** A new tenant with the administrator {@code boss}. */
    public static Owner create(TenantRegistry tenants, String name) throws RegistryException {
        NewUser admin = new NewUser(new Login("boss"), new Verifier("verifier"));
        CreatedTenant made = tenants.createTenant(new NewTenant(new TenantName(name), name, admin), BY);
        return new Owner(made.tenant().value().id(), admin.id());
    }

    /** A certificate whose content is the name, valid for a year around its registration. */
    public static UserCertificate certificate(Owner owner, String name) {
        return certificate(owner, name, NOW, NOW.plus(YEAR));
    }

    private static UserCertificate certificate(Owner owner, String name, Instant at, Instant notAfter) {
        return new UserCertificate(
                owner.tenant(),
                owner.user(),
                name,
                EncodedCertificate.of(name.getBytes(UTF_8)),
                at.minus(YEAR),
                notAfter,
                BY,
                at,
                Optional.empty());
    }

    private UserCertificate register(UserCertificate added) throws RegistryException {
        certificates.register(added);
        return added;
    }

    private List<UserCertificate> listed(Owner owner) throws RegistryException {
        return certificates
                .list(
                        owner.tenant(),
                        new UserCertificateQuery(
                                Optional.of(owner.user()), Optional.empty(), Optional.empty(), NOW, FIRST))
                .entries()
                .stream()
                .map(Owned::certificate)
                .toList();
    }

    @Test
    void aCertificateIsFoundByItsDigestInItsTenantAlone() throws Exception {
        UserCertificate mill = register(certificate(clerk, "mill"));

        assertThat(certificates.find(boss.tenant(), mill.digest())).contains(mill);
        assertThat(certificates.find(other.tenant(), mill.digest())).isEmpty();
        assertThat(certificates.find(boss.tenant(), CertificateDigest.of(new byte[] {1})))
                .isEmpty();
    }

    @Test
    void aMessageFindsTheUserWithAllStates() throws Exception {
        UserCertificate mill = register(certificate(clerk, "mill"));
        assertThat(reader.find(boss.tenant(), mill.digest()))
                .contains(new StoredCertificate(
                        boss.tenant(),
                        clerk.user(),
                        mill.certificate(),
                        mill.notBefore(),
                        mill.notAfter(),
                        UserState.ACTIVE,
                        TenantState.ACTIVE,
                        true));

        TenantRegistry tenants = registries.tenants();
        tenants.changeRoles(boss.tenant(), clerk.user(), 1, Set.of(Role.TENANT_AUDITOR), BY);
        tenants.changeUserState(boss.tenant(), clerk.user(), 2, UserState.LOCKED);
        tenants.changeTenantState(boss.tenant(), 1, TenantState.SUSPENDED);

        StoredCertificate then = reader.find(boss.tenant(), mill.digest()).orElseThrow();
        assertThat(then.sender()).isFalse();
        assertThat(then.userState()).isEqualTo(UserState.LOCKED);
        assertThat(then.tenantState()).isEqualTo(TenantState.SUSPENDED);
    }

    @Test
    void aMessageFindsNeitherARevokedNorAnotherTenantsCertificate() throws Exception {
        UserCertificate mill = register(certificate(clerk, "mill"));
        assertThat(reader.find(other.tenant(), mill.digest())).isEmpty();
        assertThat(reader.find(new TenantId(UUID.randomUUID()), mill.digest())).isEmpty();

        certificates.revoke(boss.tenant(), mill.digest(), NOW);

        assertThat(reader.find(boss.tenant(), mill.digest())).isEmpty();
    }

    @Test
    void everyChangeIsReported() throws Exception {
        Change change = new Change(boss.tenant(), Optional.of(clerk.user()));
        Cursor start = reader.changesSince(Optional.empty()).next();
        UserCertificate mill = register(certificate(clerk, "mill"));
        register(certificate(clerk, "saw"));
        Cursor added = reportsOnly(start, change);

        certificates.revoke(boss.tenant(), mill.digest(), NOW);
        Cursor revoked = reportsOnly(added, change);

        assertThat(certificates.revokeAll(boss.tenant(), clerk.user(), NOW)).isEqualTo(1);
        Cursor allRevoked = reportsOnly(revoked, change);

        certificates.removeAll(boss.tenant());
        reportsOnly(allRevoked, change);
    }

    private Cursor reportsOnly(Cursor since, Change change) throws RegistryException {
        CredentialReader.Changes reported = reader.changesSince(Optional.of(since));
        assertThat(reported.changes()).containsOnly(change);
        return reported.next();
    }

    @Test
    void aRevocationIsForGood() throws Exception {
        UserCertificate mill = register(certificate(clerk, "mill"));
        certificates.revoke(boss.tenant(), mill.digest(), NOW.plusSeconds(5));

        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> certificates.revoke(boss.tenant(), mill.digest(), NOW.plusSeconds(9)));
        assertThat(certificates.find(boss.tenant(), mill.digest())).contains(mill.revoked(NOW.plusSeconds(5)));
    }

    @Test
    void anotherTenantsCertificateIsNeitherSeenNorChanged() throws Exception {
        UserCertificate theirs = register(certificate(other, "theirs"));

        assertThat(listed(new Owner(boss.tenant(), other.user()))).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> certificates.revoke(boss.tenant(), theirs.digest(), NOW));
        assertThat(certificates.revokeAll(boss.tenant(), other.user(), NOW)).isZero();
        assertThat(certificates.removeAll(boss.tenant())).isZero();
        assertThat(certificates.find(other.tenant(), theirs.digest())).contains(theirs);
    }

    @Test
    void aCertificateIsRegisteredOnceWhoeverOwnsIt() throws Exception {
        UserCertificate mill = register(certificate(clerk, "mill"));
        List<String> refusals = List.of(refusal(clerk), refusal(boss), refusal(other));
        certificates.revoke(boss.tenant(), mill.digest(), NOW);

        assertThat(List.of(refusal(clerk), refusal(boss), refusal(other))).isEqualTo(refusals);
        assertThat(refusals).containsOnly("This certificate is registered already, or was revoked.");
    }

    private String refusal(Owner owner) {
        try {
            certificates.register(certificate(owner, "mill"));
            return "none";
        } catch (RegistryException.Conflict e) {
            return e.getMessage();
        } catch (RegistryException e) {
            throw new AssertionError("another refusal", e);
        }
    }

    @Test
    void anUnknownUserGetsNone() {
        for (Owner unknown : List.of(
                new Owner(boss.tenant(), new UserId(UUID.randomUUID())), new Owner(other.tenant(), boss.user()))) {
            assertThatExceptionOfType(RegistryException.NotFound.class)
                    .isThrownBy(() -> certificates.register(certificate(unknown, "mill")));
        }
    }

    @Test
    void aUserHasSeveralAndABoundedNumberOfOpenOnes() throws Exception {
        for (int i = 1; i < UserCertificates.MOST; i++) {
            register(certificate(clerk, "certificate " + i));
        }
        UserCertificate last = register(certificate(clerk, "last"));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> register(certificate(clerk, "one more")))
                .withMessage("User " + clerk.user() + " has 20 open certificates, and no user has more.");
        register(certificate(boss, "another user's"));
        certificates.revoke(boss.tenant(), last.digest(), NOW);
        register(certificate(clerk, "one more"));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> register(certificate(clerk, "and another")));
    }

    @Test
    void expiredOnesGiveTheirPlacesBackAndGoLater() throws Exception {
        for (int i = 0; i < UserCertificates.MOST; i++) {
            register(certificate(clerk, "certificate " + i));
        }
        UserCertificate revoked =
                certificates.find(boss.tenant(), listed(clerk).get(0).digest()).orElseThrow();
        certificates.revoke(boss.tenant(), revoked.digest(), NOW);
        UserCertificate bosses = register(certificate(boss, "another user's"));

        Instant after = NOW.plus(YEAR).plusSeconds(1);
        UserCertificate next = register(certificate(clerk, "next", after, after.plus(YEAR)));
        assertThat(listed(clerk)).hasSize(UserCertificates.MOST + 1).startsWith(next);

        Instant much = after.plus(UserCertificates.KEPT);
        UserCertificate later = register(certificate(clerk, "later", much, much.plus(YEAR)));
        assertThat(listed(clerk)).containsExactly(later, next);
        assertThat(listed(boss)).containsExactly(bosses);
    }

    @Test
    void concurrentRegistrationsNeverExceedTheBound() throws Exception {
        for (int i = 1; i < UserCertificates.MOST; i++) {
            register(certificate(clerk, "certificate " + i));
        }
        List<Object> outcomes = AtOnce.run(
                4, () -> register(certificate(clerk, UUID.randomUUID().toString())));

        assertThat(outcomes).filteredOn(UserCertificate.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof UserCertificate))
                .allMatch(o -> o instanceof RegistryException.Stale || o instanceof RegistryException.RuleBroken);
    }

    @Test
    void concurrentRegistrationsOfOneCertificateHaveOneOwner() throws Exception {
        List<Object> outcomes = AtOnce.run(4, () -> register(certificate(other, "mill")));
        assertThat(outcomes).filteredOn(UserCertificate.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof UserCertificate))
                .allMatch(o -> o instanceof RegistryException.Stale || o instanceof RegistryException.Conflict);
    }

    @Test
    void certificatesAreListedByLoginTheNewestFirst() throws Exception {
        register(certificate(clerk, "clerk's"));
        register(certificate(boss, "first"));
        register(certificate(boss, "second", NOW.plusSeconds(1), NOW.plus(YEAR)));
        register(certificate(other, "theirs"));

        assertThat(names(Optional.empty(), Optional.empty(), FIRST))
                .isEqualTo("boss second, boss first, clerk clerk's of 3");
        assertThat(names(Optional.empty(), Optional.empty(), new Slice(2, 5))).isEqualTo("clerk clerk's of 3");
        assertThat(names(Optional.empty(), Optional.empty(), new Slice(1, 1))).isEqualTo("boss first of 3");
        assertThat(names(Optional.of("ir"), Optional.empty(), FIRST)).isEqualTo("boss first of 1");
        assertThat(names(Optional.of("%"), Optional.empty(), FIRST)).isEqualTo(" of 0");
    }

    @Test
    void aListSelectsByTheStateAtItsMoment() throws Exception {
        register(certificate(clerk, "expired", NOW, NOW.minusMillis(1)));
        register(certificate(clerk, "last moment", NOW, NOW));
        register(certificate(clerk, "almost warned", NOW, NOW.plus(UserCertificate.WARNING)));
        register(certificate(
                clerk, "warned", NOW, NOW.plus(UserCertificate.WARNING).minusMillis(1)));
        UserCertificate revoked = register(certificate(clerk, "revoked"));
        certificates.revoke(boss.tenant(), revoked.digest(), NOW);
        UserCertificate c = certificate(clerk, "pending");
        register(new UserCertificate(
                c.tenant(),
                c.owner(),
                c.name(),
                c.certificate(),
                NOW.plusMillis(1),
                c.notAfter(),
                BY,
                NOW,
                Optional.empty()));

        for (UserCertificateState state : UserCertificateState.values()) {
            String expected =
                    switch (state) {
                        case PENDING -> "pending";
                        case VALID -> "almost warned";
                        case EXPIRING -> "last moment, warned";
                        case EXPIRED -> "expired";
                        case REVOKED -> "revoked";
                    };
            List<Owned> found = certificates
                    .list(
                            boss.tenant(),
                            new UserCertificateQuery(
                                    Optional.empty(), Optional.empty(), Optional.of(state), NOW, FIRST))
                    .entries();
            assertThat(found.stream().map(o -> o.certificate().name()).sorted())
                    .as("%s", state)
                    .isEqualTo(List.of(expected.split(", ")));
            assertThat(found).allMatch(o -> o.certificate().state(NOW) == state);
        }
    }

    private String names(Optional<String> part, Optional<UserCertificateState> state, Slice slice)
            throws RegistryException {
        Listing<Owned> found =
                certificates.list(boss.tenant(), new UserCertificateQuery(Optional.empty(), part, state, NOW, slice));
        return String.join(
                        ", ",
                        found.entries().stream()
                                .map(o -> o.login().value() + " "
                                        + o.certificate().name())
                                .toList())
                + " of " + found.total();
    }

    @Test
    void namesThatAStatementCouldTakeForAPartOfItselfStayNames() throws Exception {
        for (String name : RegistryFixture.ATTACKS) {
            UserCertificate attack = register(certificate(clerk, name));
            assertThat(certificates.find(boss.tenant(), attack.digest())).contains(attack);
            assertThat(certificates
                            .list(
                                    boss.tenant(),
                                    new UserCertificateQuery(
                                            Optional.empty(), Optional.of(name), Optional.empty(), NOW, FIRST))
                            .entries())
                    .extracting(Owned::certificate)
                    .contains(attack)
                    .allMatch(found -> found.name().contains(name));
            certificates.revoke(boss.tenant(), attack.digest(), NOW);
        }
    }

    @Test
    void allOfATenantAreRemovedAndTheirCertificatesAreFreeAgain() throws Exception {
        register(certificate(boss, "one"));
        register(certificate(clerk, "two"));
        UserCertificate theirs = register(certificate(other, "three"));
        assertThat(certificates.removeAll(boss.tenant())).isEqualTo(2);

        assertThat(listed(boss)).isEmpty();
        assertThat(listed(other)).containsExactly(theirs);
        UserCertificate one = register(certificate(other, "one"));
        assertThat(certificates.find(other.tenant(), one.digest())).contains(one);
    }

    @Test
    void aCertificateHasAPrintableNameAndABoundedSize() {
        certificate(boss, "n".repeat(100));
        for (String name : List.of("", " ", " Anna", "Anna ", "a\tb", "a\u202eb", "n".repeat(101))) {
            assertThatIllegalArgumentException().as(name).isThrownBy(() -> certificate(boss, name));
        }
        EncodedCertificate.of(new byte[EncodedCertificate.MOST_BYTES]);
        for (int size : List.of(0, EncodedCertificate.MOST_BYTES + 1)) {
            assertThatIllegalArgumentException().isThrownBy(() -> EncodedCertificate.of(new byte[size]));
        }
    }
}
