package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredSubject;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.UserSubject;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.testing.UserCertificatesContract.Owner;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link TenantIssuers}, and of the look-ups of its subjects. */
public abstract class TenantIssuersContract {
    protected static final Instant NOW = Instant.parse("2026-11-25T10:00:00.123Z");
    public static final String ISS = "https://login.example.com/realms/orders";
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final TokenSubject ALICE = new TokenSubject(ISS, "auth0|alice");

    private IssuerRegistries registries;
    private TenantIssuers issuers;
    private CredentialReader reader;
    private Owner boss;
    private Owner clerk;
    private Owner other;

    /** The issuers, and the registry of the tenants that they belong to. */
    public record IssuerRegistries(
            TenantRegistry tenants, CredentialReader reader, TenantKeyStore keys, TenantIssuers issuers) {}

    /** IssuerRegistries without tenants; the implementation closes them. */
    protected abstract IssuerRegistries openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        registries = openEmpty();
        issuers = registries.issuers();
        reader = registries.reader();
        boss = UserCertificatesContract.create(registries.tenants(), "acme");
        other = UserCertificatesContract.create(registries.tenants(), "globex");
        NewUser user = new NewUser(new Login("clerk"), new Verifier("verifier"));
        registries.tenants().addUser(boss.tenant(), user, Set.of(Role.TENANT_USER), BY);
        clerk = new Owner(boss.tenant(), user.id());
    }

    /** An issuer with this claim. */
    public static TenantIssuer issuer(TenantId tenant, String name, String iss) {
        return new TenantIssuer(
                tenant,
                new KeyName(name),
                iss,
                "esb",
                Set.of(TokenAlgorithm.RS256, TokenAlgorithm.EdDSA),
                "{\"keys\":[]}",
                NOW);
    }

    /** A subject of the user. */
    public static UserSubject subject(Owner owner, TokenSubject subject) {
        return new UserSubject(owner.tenant(), owner.user(), subject, BY, NOW);
    }

    private Versioned<TenantIssuer> add(Owner of) throws RegistryException {
        return issuers.add(issuer(of.tenant(), "login", ISS));
    }

    @Test
    void anIssuerIsAddedReplacedAndRemoved() throws Exception {
        Versioned<TenantIssuer> added = add(boss);
        assertThat(added.revision()).isEqualTo(1);
        assertThat(issuers.issuers(boss.tenant())).containsExactly(added);
        assertThat(registries.keys().contents(boss.tenant()).issuers()).containsExactly(added.value());

        TenantIssuer next = added.value().withKeys("{\"keys\":[1]}", NOW.plusSeconds(1));
        Versioned<TenantIssuer> replaced = issuers.replace(next, 1);
        assertThat(issuers.issuers(boss.tenant())).containsExactly(replaced);
        assertThat(replaced).isEqualTo(new Versioned<>(next, 2));
        assertThatExceptionOfType(RegistryException.Stale.class).isThrownBy(() -> issuers.replace(next, 1));
        assertThatExceptionOfType(RegistryException.Stale.class)
                .isThrownBy(() -> issuers.remove(boss.tenant(), next.name(), 1));

        issuers.remove(boss.tenant(), next.name(), 2);
        assertThat(issuers.issuers(boss.tenant())).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> issuers.replace(next, 2));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> issuers.remove(boss.tenant(), next.name(), 2));
    }

    @Test
    void theClaimOfAnIssuerIsFixed() throws Exception {
        add(boss);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> issuers.replace(issuer(boss.tenant(), "login", "https://evil.example"), 1));
        assertThat(issuers.issuers(boss.tenant()).get(0).value().issuer()).isEqualTo(ISS);
    }

    @Test
    void nameAndClaimAreUniqueInTheirTenantAlone() throws Exception {
        add(boss);
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> issuers.add(issuer(boss.tenant(), "login", "https://other.example")));
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> issuers.add(issuer(boss.tenant(), "other", ISS)));
        add(other);
        assertThat(issuers.issuers(other.tenant())).hasSize(1);
    }

    @Test
    void aTenantHasTwentyIssuersAtTheMost() throws Exception {
        for (int i = 0; i < TenantIssuers.MOST; i++) {
            issuers.add(issuer(boss.tenant(), "login-" + i, ISS + i));
        }
        assertThatExceptionOfType(RegistryException.RuleBroken.class).isThrownBy(() -> add(boss));
        assertThat(issuers.removeAll(boss.tenant())).isEqualTo(TenantIssuers.MOST);
        add(boss);
    }

    @Test
    void anUnknownTenantHasNone() throws Exception {
        TenantId unknown = new TenantId(UUID.randomUUID());
        assertThat(issuers.issuers(unknown)).isEmpty();
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> issuers.add(issuer(unknown, "login", ISS)));
    }

    @Test
    void aSubjectIsTheUserOfItsTenantAlone() throws Exception {
        add(boss);
        add(other);
        issuers.add(subject(clerk, ALICE));
        issuers.add(subject(other, ALICE));
        assertThat(reader.find(clerk.tenant(), ALICE))
                .contains(new StoredSubject(clerk.tenant(), clerk.user(), UserState.ACTIVE, TenantState.ACTIVE, true));
        assertThat(reader.find(other.tenant(), ALICE).orElseThrow().user()).isEqualTo(other.user());
        assertThat(reader.find(clerk.tenant(), new TokenSubject(ISS, "auth0|Alice")))
                .isEmpty();
        assertThat(reader.find(clerk.tenant(), new TokenSubject(ISS + "/", "auth0|alice")))
                .isEmpty();
        assertThat(reader.find(new TenantId(UUID.randomUUID()), ALICE)).isEmpty();
        assertThat(issuers.subjects(clerk.tenant(), clerk.user())).containsExactly(subject(clerk, ALICE));
        assertThat(issuers.subjects(clerk.tenant(), boss.user())).isEmpty();
        assertThat(issuers.subjects(other.tenant(), clerk.user())).isEmpty();
    }

    @Test
    void aSubjectIsOneUsersAndOfAKnownIssuer() throws Exception {
        add(other);
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .as("an issuer of another tenant")
                .isThrownBy(() -> issuers.add(subject(clerk, ALICE)));
        add(boss);
        issuers.add(subject(clerk, ALICE));
        assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> issuers.add(subject(boss, ALICE)));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .as("a user of another tenant")
                .isThrownBy(() ->
                        issuers.add(subject(new Owner(boss.tenant(), other.user()), new TokenSubject(ISS, "mallory"))));
    }

    @Test
    void aUserHasTwentySubjectsAtTheMost() throws Exception {
        add(boss);
        for (int i = 0; i < TenantIssuers.MOST_SUBJECTS; i++) {
            issuers.add(subject(clerk, new TokenSubject(ISS, "alice-" + i)));
        }
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> issuers.add(subject(clerk, ALICE)));
        issuers.add(subject(boss, ALICE));
        issuers.remove(clerk.tenant(), clerk.user(), new TokenSubject(ISS, "alice-3"));
        issuers.add(subject(clerk, new TokenSubject(ISS, "alice")));
        assertThat(issuers.removeAll(clerk.tenant(), clerk.user())).isEqualTo(TenantIssuers.MOST_SUBJECTS);
        assertThat(reader.find(boss.tenant(), ALICE)).isPresent();
    }

    @Test
    void aRemovedSubjectOrIssuerProvesNothing() throws Exception {
        add(boss);
        issuers.add(subject(clerk, ALICE));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .as("another user's")
                .isThrownBy(() -> issuers.remove(boss.tenant(), boss.user(), ALICE));
        issuers.remove(clerk.tenant(), clerk.user(), ALICE);
        assertThat(reader.find(clerk.tenant(), ALICE)).isEmpty();

        issuers.add(subject(clerk, ALICE));
        issuers.remove(boss.tenant(), new KeyName("login"), 1);
        assertThat(reader.find(clerk.tenant(), ALICE)).isEmpty();
        add(boss);
        assertThat(reader.find(clerk.tenant(), ALICE))
                .as("another issuer with the same claim has no subject")
                .isEmpty();
    }

    @Test
    void eachChangeOfAnIssuerIsOneOfTheTenantAndOfASubjectOneOfTheUser() throws Exception {
        Change ofTenant = new Change(boss.tenant(), Optional.empty());
        Change ofClerk = new Change(clerk.tenant(), Optional.of(clerk.user()));
        assertThat(reported(() -> add(boss))).containsExactly(ofTenant);
        assertThat(reported(() -> issuers.add(subject(clerk, ALICE)))).containsExactly(ofClerk);
        assertThat(reported(() -> issuers.remove(clerk.tenant(), clerk.user(), ALICE)))
                .containsExactly(ofClerk);
        issuers.add(subject(clerk, ALICE));
        assertThat(reported(() ->
                        issuers.replace(issuer(boss.tenant(), "login", ISS).withKeys("{}", NOW), 1)))
                .containsExactly(ofTenant);
        assertThat(reported(() -> issuers.remove(boss.tenant(), new KeyName("login"), 2)))
                .containsExactlyInAnyOrder(ofTenant, ofClerk);
    }

    private Set<Change> reported(Step step) throws Exception {
        Cursor before = reader.changesSince(Optional.empty()).next();
        step.run();
        Changes changes = reader.changesSince(Optional.of(before));
        return Set.copyOf(changes.changes());
    }

    private interface Step {
        void run() throws Exception;
    }

    @Test
    void aUserIsFoundByTheLoginOfTheTenantAlone() throws Exception {
        assertThat(reader.find(clerk.tenant(), new Login("clerk"))).contains(clerk.user());
        assertThat(reader.find(clerk.tenant(), new Login("Clerk"))).isEmpty();
        assertThat(reader.find(other.tenant(), new Login("clerk"))).isEmpty();
        assertThat(reader.find(new TenantId(UUID.randomUUID()), new Login("clerk")))
                .isEmpty();
    }

    @Test
    void textsThatNoTokenNeedsAreRefused() {
        for (String text : List.of("", " a", "a ", "a\0b", "a\nb", "\u200b", "x".repeat(501))) {
            assertThatIllegalArgumentException().isThrownBy(() -> new TokenSubject(ISS, text));
            assertThatIllegalArgumentException().isThrownBy(() -> new TokenSubject(text, "alice"));
            assertThatIllegalArgumentException().isThrownBy(() -> issuer(boss.tenant(), "login", text));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenSubject(ISS, "x".repeat(256)));
    }
}
