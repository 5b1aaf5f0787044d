package org.esbmt.registry.testing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.UserSubject;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;

/** Issuers and subjects of an {@link InMemoryTenantRegistry}, under its lock. Its reports tell every change. */
public final class InMemoryTenantIssuers implements TenantIssuers, Restorable {
    private final InMemoryTenantRegistry registry;
    private final Map<IssuerKey, Versioned<TenantIssuer>> issuers = new HashMap<>();
    private final Map<SubjectKey, UserSubject> subjects = new HashMap<>();

    private record IssuerKey(TenantId tenant, KeyName name) {}

    private record SubjectKey(TenantId tenant, TokenSubject subject) {}

    InMemoryTenantIssuers(InMemoryTenantRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Versioned<TenantIssuer> add(TenantIssuer issuer) throws RegistryException {
        synchronized (registry) {
            registry.requireTenant(issuer.tenant());
            List<Versioned<TenantIssuer>> own = issuers(issuer.tenant());
            for (Versioned<TenantIssuer> other : own) {
                if (other.value().name().equals(issuer.name())
                        || other.value().issuer().equals(issuer.issuer())) {
                    throw new RegistryException.Conflict("Tenant " + issuer.tenant()
                            + " has an issuer of this name, or with this claim iss, already.");
                }
            }
            if (own.size() >= MOST) {
                throw new RegistryException.RuleBroken(
                        "Tenant " + issuer.tenant() + " has " + MOST + " issuers, and no tenant has more.", null);
            }
            return put(issuer, 1);
        }
    }

    private Versioned<TenantIssuer> put(TenantIssuer issuer, long version) throws RegistryException {
        Versioned<TenantIssuer> put = new Versioned<>(issuer, version);
        issuers.put(new IssuerKey(issuer.tenant(), issuer.name()), put);
        registry.report(issuer.tenant());
        return put;
    }

    @Override
    public Versioned<TenantIssuer> replace(TenantIssuer issuer, long expectedVersion) throws RegistryException {
        synchronized (registry) {
            Versioned<TenantIssuer> before = expected(issuer.tenant(), issuer.name(), expectedVersion);
            if (!before.value().issuer().equals(issuer.issuer())) {
                throw notFound(issuer.tenant(), issuer.name());
            }
            return put(issuer, expectedVersion + 1);
        }
    }

    private Versioned<TenantIssuer> expected(TenantId tenant, KeyName name, long version) throws RegistryException {
        registry.reach();
        Versioned<TenantIssuer> found = issuers.get(new IssuerKey(tenant, name));
        if (found == null) {
            throw notFound(tenant, name);
        }
        if (found.revision() != version) {
            throw new RegistryException.Stale(
                    "The issuer '" + name + "' is at version " + found.revision() + " by now, not at " + version + ".");
        }
        return found;
    }

    private static RegistryException notFound(TenantId tenant, KeyName name) {
        return new RegistryException.NotFound("Tenant " + tenant + " has no issuer '" + name + "'.");
    }

    @Override
    public List<Versioned<TenantIssuer>> issuers(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return issuers.values().stream()
                    .filter(issuer -> issuer.value().tenant().equals(tenant))
                    .sorted(Comparator.comparing(issuer -> issuer.value().name().value()))
                    .toList();
        }
    }

    @Override
    public void remove(TenantId tenant, KeyName name, long expectedVersion) throws RegistryException {
        synchronized (registry) {
            String claim = expected(tenant, name, expectedVersion).value().issuer();
            issuers.remove(new IssuerKey(tenant, name));
            removeSubjects(subject -> subject.tenant().equals(tenant)
                    && subject.subject().issuer().equals(claim));
            registry.report(tenant);
        }
    }

    private int removeSubjects(Predicate<UserSubject> which) {
        List<UserSubject> removed = subjects.values().stream().filter(which).toList();
        removed.forEach(subject -> {
            subjects.remove(new SubjectKey(subject.tenant(), subject.subject()));
            registry.report(subject.tenant(), subject.owner());
        });
        return removed.size();
    }

    @Override
    public void add(UserSubject subject) throws RegistryException {
        synchronized (registry) {
            TenantId tenant = subject.tenant();
            String claim = subject.subject().issuer();
            registry.reach();
            if (registry.findUser(tenant, subject.owner()).isEmpty()
                    || issuers(tenant).stream()
                            .noneMatch(issuer -> issuer.value().issuer().equals(claim))) {
                throw new RegistryException.NotFound(
                        "Tenant " + tenant + " has no such issuer, or no user " + subject.owner() + ".");
            }
            SubjectKey key = new SubjectKey(tenant, subject.subject());
            if (subjects.containsKey(key)) {
                throw new RegistryException.Conflict("This subject is a user's already.");
            }
            if (subjects(tenant, subject.owner()).size() >= MOST_SUBJECTS) {
                throw new RegistryException.RuleBroken(
                        "User " + subject.owner() + " has " + MOST_SUBJECTS
                                + " subjects of tokens, and no user has more.",
                        null);
            }
            subjects.put(key, subject);
            registry.report(tenant, subject.owner());
        }
    }

    /** The user of a message's sender. */
    Optional<UserId> owner(TenantId tenant, TokenSubject subject) {
        return Optional.ofNullable(subjects.get(new SubjectKey(tenant, subject)))
                .map(UserSubject::owner);
    }

    @Override
    public List<UserSubject> subjects(TenantId tenant, UserId owner) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return subjects.values().stream()
                    .filter(isOf(tenant, owner))
                    .sorted(Comparator.comparing(
                                    (UserSubject subject) -> subject.subject().issuer())
                            .thenComparing(subject -> subject.subject().subject()))
                    .toList();
        }
    }

    private static Predicate<UserSubject> isOf(TenantId tenant, UserId owner) {
        return subject -> subject.tenant().equals(tenant) && subject.owner().equals(owner);
    }

    @Override
    public void remove(TenantId tenant, UserId owner, TokenSubject subject) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            if (removeSubjects(isOf(tenant, owner).and(one -> one.subject().equals(subject))) == 0) {
                throw new RegistryException.NotFound("User " + owner + " has no such subject.");
            }
        }
    }

    @Override
    public int removeAll(TenantId tenant, UserId owner) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return removeSubjects(isOf(tenant, owner));
        }
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            removeSubjects(subject -> subject.tenant().equals(tenant));
            int before = issuers.size();
            issuers.keySet().removeIf(key -> key.tenant().equals(tenant));
            if (issuers.size() < before) {
                registry.report(tenant);
            }
            return before - issuers.size();
        }
    }

    @Override
    public Runnable remember() {
        synchronized (registry) {
            Map<IssuerKey, Versioned<TenantIssuer>> issuersThen = new HashMap<>(issuers);
            Map<SubjectKey, UserSubject> subjectsThen = new HashMap<>(subjects);
            return () -> {
                synchronized (registry) {
                    issuers.clear();
                    issuers.putAll(issuersThen);
                    subjects.clear();
                    subjects.putAll(subjectsThen);
                }
            };
        }
    }
}
