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
import java.util.TreeSet;
import java.util.UUID;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.AccessCredentials;
import org.esbmt.registry.api.CredentialDigest;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link AccessCredentials}. */
public abstract class AccessCredentialsContract {
    private static final UserId BY = new UserId(UUID.randomUUID());
    protected static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final Instant END = NOW.plus(Duration.ofDays(90));
    private static final Slice FIRST = new Slice(0, 100);

    private AccessCredentials credentials;
    private Owner boss;
    private Owner clerk;
    private Owner other;

    /** Credentials, and the users that they belong to. */
    public record Registries(TenantRegistry tenants, AccessCredentials credentials) {}

    /** A user of a tenant. */
    public record Owner(TenantId tenant, UserId user) {}

    /** Registries without tenants; the implementation closes them. */
    protected abstract Registries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        Registries opened = openEmpty();
        credentials = opened.credentials();
        boss = create(opened.tenants(), "acme");
        other = create(opened.tenants(), "globex");
        NewUser user = new NewUser(new Login("clerk"), new Verifier("verifier"));
        opened.tenants().addUser(boss.tenant(), user, Set.of(Role.TENANT_USER), BY);
        clerk = new Owner(boss.tenant(), user.id());
    }

    /** A new tenant with the administrator {@code boss}. */
    public static Owner create(TenantRegistry tenants, String name) throws RegistryException {
        NewUser admin = new NewUser(new Login("boss"), new Verifier("verifier"));
        CreatedTenant made = tenants.createTenant(new NewTenant(new TenantName(name), name, admin), BY);
        return new Owner(made.tenant().value().id(), admin.id());
    }

    /** A token whose text is the name. */
    public static AccessCredential token(Owner owner, String name) {
        return credential(owner, AccessCredentialKind.TOKEN, name, NOW);
    }

    private static AccessCredential credential(Owner owner, AccessCredentialKind kind, String name, Instant at) {
        return new AccessCredential(
                new AccessCredentialId(UUID.randomUUID()),
                owner.tenant(),
                owner.user(),
                kind,
                name,
                digest(name),
                false,
                new TreeSet<>(List.of("AUDIT", "TENANTS")),
                at,
                at.plus(Duration.ofDays(90)),
                Optional.empty(),
                Optional.empty());
    }

    protected static CredentialDigest digest(String text) {
        return CredentialDigest.of(text.getBytes(UTF_8));
    }

    private AccessCredential add(AccessCredential added) throws RegistryException {
        credentials.add(added);
        return added;
    }

    @Test
    void aCredentialIsFoundByItsDigestAndItsIdentifier() throws Exception {
        AccessCredential token = add(token(boss, "deploy"));
        AccessCredential certificate = add(credential(boss, AccessCredentialKind.CERTIFICATE, "laptop", NOW));

        assertThat(credentials.find(AccessCredentialKind.TOKEN, digest("deploy")))
                .contains(token);
        assertThat(credentials.find(AccessCredentialKind.CERTIFICATE, digest("laptop")))
                .contains(certificate);
        assertThat(credentials.find(boss.tenant(), token.id())).contains(token);
        assertThat(credentials.find(AccessCredentialKind.TOKEN, digest("other")))
                .isEmpty();
    }

    @Test
    void aCertificateIsNoToken() throws Exception {
        add(credential(boss, AccessCredentialKind.CERTIFICATE, "laptop", NOW));

        assertThat(credentials.find(AccessCredentialKind.TOKEN, digest("laptop")))
                .isEmpty();
    }

    @Test
    void aScopeWithoutPartsStaysEmpty() throws Exception {
        AccessCredential t = token(boss, "none");
        AccessCredential none = add(new AccessCredential(
                t.id(),
                t.tenant(),
                t.owner(),
                t.kind(),
                t.name(),
                t.digest(),
                true,
                new TreeSet<>(),
                t.createdAt(),
                t.expiresAt(),
                Optional.empty(),
                Optional.empty()));
        assertThat(credentials.find(boss.tenant(), none.id())).contains(none);
    }

    @Test
    void aRevocationIsForGood() throws Exception {
        AccessCredential token = add(token(boss, "deploy"));

        credentials.revoke(boss.tenant(), token.id(), NOW.plusSeconds(5));

        AccessCredential revoked =
                credentials.find(AccessCredentialKind.TOKEN, token.digest()).orElseThrow();
        assertThat(revoked).isEqualTo(token.revoked(NOW.plusSeconds(5)));
        assertThat(revoked.isOpen(NOW.plusSeconds(6))).isFalse();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> credentials.revoke(boss.tenant(), token.id(), NOW.plusSeconds(9)));
        assertThat(credentials.find(boss.tenant(), token.id())).contains(revoked);
    }

    @Test
    void anotherTenantsCredentialIsNeitherSeenNorRevoked() throws Exception {
        AccessCredential theirs = add(token(other, "deploy"));

        assertThat(credentials.find(boss.tenant(), theirs.id())).isEmpty();
        assertThat(credentials.ofUser(boss.tenant(), other.user())).isEmpty();
        assertThat(credentials.ofTenant(boss.tenant(), FIRST).entries()).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> credentials.revoke(boss.tenant(), theirs.id(), NOW));
        credentials.used(boss.tenant(), theirs.id(), NOW);
        assertThat(credentials.removeAll(boss.tenant())).isZero();
        assertThat(credentials.find(other.tenant(), theirs.id())).contains(theirs);
    }

    @Test
    void credentialsAreListedByLoginTheNewestFirst() throws Exception {
        AccessCredential first = add(token(boss, "first"));
        AccessCredential second = add(credential(boss, AccessCredentialKind.TOKEN, "second", NOW.plusSeconds(1)));
        AccessCredential clerks = add(token(clerk, "clerk's"));

        assertThat(credentials.ofUser(boss.tenant(), boss.user())).containsExactly(second, first);
        Listing<AccessCredentials.Owned> all = credentials.ofTenant(boss.tenant(), FIRST);
        assertThat(all.total()).isEqualTo(3);
        assertThat(all.entries())
                .extracting(o -> o.login().value() + " " + o.credential().name())
                .containsExactly("boss second", "boss first", "clerk clerk's");
        assertThat(credentials.ofTenant(boss.tenant(), new Slice(2, 5)).entries())
                .extracting(AccessCredentials.Owned::credential)
                .containsExactly(clerks);
    }

    @Test
    void aUseIsNoted() throws Exception {
        AccessCredential token = add(token(boss, "deploy"));
        credentials.used(boss.tenant(), token.id(), NOW.plusSeconds(60));
        assertThat(credentials.find(boss.tenant(), token.id())).contains(token.used(NOW.plusSeconds(60)));
        credentials.used(boss.tenant(), new AccessCredentialId(UUID.randomUUID()), NOW);
    }

    @Test
    void anUnknownUserGetsNone() {
        Owner unknown = new Owner(boss.tenant(), new UserId(UUID.randomUUID()));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> credentials.add(token(unknown, "deploy")));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .as("a user of another tenant")
                .isThrownBy(() -> credentials.add(token(new Owner(other.tenant(), boss.user()), "deploy")));
    }

    @Test
    void aUserHasABoundedNumberOfOpenOnes() throws Exception {
        for (int i = 1; i < AccessCredentials.MOST; i++) {
            add(token(boss, "token " + i));
        }
        AccessCredential last = add(credential(boss, AccessCredentialKind.CERTIFICATE, "laptop", NOW));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> add(token(boss, "one more")))
                .withMessage("User " + boss.user() + " has 20 open tokens and certificates, and no user has more.");
        add(token(clerk, "another user's"));
        credentials.revoke(boss.tenant(), last.id(), NOW);
        add(token(boss, "one more"));
        assertThatExceptionOfType(RegistryException.RuleBroken.class).isThrownBy(() -> add(token(boss, "and another")));
    }

    @Test
    void expiredOnesGiveTheirPlacesBack() throws Exception {
        for (int i = 0; i < AccessCredentials.MOST; i++) {
            add(token(boss, "token " + i));
        }
        AccessCredential later = add(credential(boss, AccessCredentialKind.TOKEN, "later", END));

        assertThat(credentials.ofUser(boss.tenant(), boss.user()))
                .hasSize(AccessCredentials.MOST + 1)
                .startsWith(later);
    }

    @Test
    void anEndedTokenGoesAfterAWhileAndAnEndedCertificateStays() throws Exception {
        add(token(boss, "expired"));
        AccessCredential certificate = add(credential(boss, AccessCredentialKind.CERTIFICATE, "laptop", NOW));
        credentials.revoke(boss.tenant(), add(token(boss, "revoked")).id(), NOW);
        add(token(clerk, "another user's"));

        Instant much = END.plus(AccessCredentials.KEPT).plusSeconds(1);
        AccessCredential now = add(credential(boss, AccessCredentialKind.TOKEN, "now", much));

        assertThat(credentials.ofUser(boss.tenant(), boss.user())).containsExactly(now, certificate);
        assertThat(credentials.ofUser(boss.tenant(), clerk.user())).hasSize(1);
    }

    @Test
    void aCertificateIsRegisteredOnceWhoeverOwnsIt() throws Exception {
        AccessCredential certificate = add(credential(boss, AccessCredentialKind.CERTIFICATE, "laptop", NOW));
        for (Owner owner : List.of(boss, clerk, other)) {
            for (Instant at : List.of(NOW, END.minusSeconds(1))) {
                assertThatExceptionOfType(RegistryException.Conflict.class)
                        .isThrownBy(() -> add(credential(owner, AccessCredentialKind.CERTIFICATE, "laptop", at)))
                        .withMessage("This certificate is registered already, or was revoked.");
            }
        }
        for (Owner owner : List.of(clerk, other)) {
            assertThatExceptionOfType(RegistryException.Conflict.class)
                    .as("an expired one of another user")
                    .isThrownBy(() -> add(credential(owner, AccessCredentialKind.CERTIFICATE, "laptop", END)));
        }
        AccessCredential again = add(credential(boss, AccessCredentialKind.CERTIFICATE, "laptop", END));
        assertThat(credentials.find(boss.tenant(), certificate.id())).isEmpty();

        credentials.revoke(boss.tenant(), again.id(), END);
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .as("a revoked one")
                .isThrownBy(() -> add(
                        credential(boss, AccessCredentialKind.CERTIFICATE, "laptop", END.plus(Duration.ofDays(900)))));
    }

    @Test
    void concurrentAdditionsNeverExceedTheBound() throws Exception {
        for (int i = 1; i < AccessCredentials.MOST; i++) {
            add(token(boss, "token " + i));
        }
        List<Object> outcomes =
                AtOnce.run(4, () -> add(token(boss, UUID.randomUUID().toString())));

        assertThat(outcomes).filteredOn(AccessCredential.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> !(o instanceof AccessCredential))
                .allMatch(o -> o instanceof RegistryException.Stale || o instanceof RegistryException.RuleBroken);
        assertThat(credentials.ofUser(boss.tenant(), boss.user())).hasSize(AccessCredentials.MOST);
    }

    @Test
    void namesThatAStatementCouldTakeForAPartOfItselfStayNames() throws Exception {
        for (String name : RegistryFixture.ATTACKS) {
            AccessCredential token = add(token(boss, name));
            assertThat(credentials.find(boss.tenant(), token.id())).contains(token);
            credentials.revoke(boss.tenant(), token.id(), NOW);
        }
    }

    @Test
    void allOfATenantAreRemoved() throws Exception {
        add(token(boss, "one"));
        add(token(clerk, "two"));
        AccessCredential theirs = add(token(other, "three"));
        assertThat(credentials.removeAll(boss.tenant())).isEqualTo(2);
        assertThat(credentials.ofTenant(boss.tenant(), FIRST).entries()).isEmpty();
        assertThat(credentials.find(AccessCredentialKind.TOKEN, theirs.digest()))
                .contains(theirs);
    }

    @Test
    void aNameIsPrintable() {
        token(boss, "n".repeat(100));
        for (String name : List.of("", " ", " Anna", "Anna ", "a\tb", "a\nb", "a\u202eb", "\ud83d", "n".repeat(101))) {
            assertThatIllegalArgumentException()
                    .as(name)
                    .isThrownBy(() -> token(boss, name))
                    .withMessageContaining("name is 1 to 100 printable characters");
        }
    }
}
