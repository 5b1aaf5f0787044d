package org.esbmt.administration.internal;

import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.Limit;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Resource;

/** Quotas and contingents as the registry has them, as administrators see them, and as the audit trail tells of them. */
final class QuotaMapping {
    /**
     * Resources that are counted in the transaction that adds to them. The others are neither counted nor enforced
     * anywhere.
     */
    private static final Set<Resource> KEPT = EnumSet.of(
            Resource.SERVICE_ASSEMBLIES,
            Resource.SERVICE_UNITS,
            Resource.ENDPOINTS,
            Resource.REGISTERED_SERVICES,
            Resource.USERS,
            Resource.REGISTRY_BYTES);

    private QuotaMapping() {}

    /**
     * Refuses a quota that nobody would enforce. A quota that an earlier version granted can still be read and revoked.
     */
    static void checkKept(QuotaKey key) throws AdministrationException {
        if (key.cluster().isPresent() || key.component().isPresent()) {
            throw new AdministrationException(
                    INVALID,
                    "this version counts what a tenant has for the whole installation, so a limit for one cluster or"
                            + " component would be a promise that nobody keeps");
        }
        Optional<String> not = notKept(key.resource());
        if (not.isPresent()) {
            throw new AdministrationException(INVALID, not.get());
        }
    }

    /** Why there can be no limit of it; empty if there can. */
    static Optional<String> notKept(Resource resource) {
        return KEPT.contains(resource)
                ? Optional.empty()
                : Optional.of("this version does not enforce " + resource
                        + " yet, so a limit would be a promise that nobody keeps");
    }

    /** @throws IllegalArgumentException if no component has such a name */
    static QuotaKey key(QuotaId id) {
        return new QuotaKey(
                id.tenant(),
                Resource.valueOf(id.resource().name()),
                id.cluster().map(ClusterId::new),
                id.component().map(ComponentName::new));
    }

    static QuotaId id(QuotaKey key) {
        return new QuotaId(
                key.tenant(),
                QuotaId.Resource.valueOf(key.resource().name()),
                key.cluster().map(ClusterId::value),
                key.component().map(ComponentName::value));
    }

    static Limit limit(QuotaKey key, Ceiling ceiling) throws AdministrationException {
        if (ceiling.burst().isPresent() && key.resource().semantics() != Resource.Semantics.RATE) {
            throw new AdministrationException(
                    INVALID, key.resource() + " is not counted by the second, so it has no burst");
        }
        return new Limit(ceiling.hard(), ceiling.soft(), ceiling.burst());
    }

    static QuotaView view(Versioned<Quota> versioned) {
        Quota quota = versioned.value();
        Limit limit = quota.limit();
        return new QuotaView(
                id(quota.key()),
                new Ceiling(limit.hard(), limit.soft(), limit.burst()),
                used(quota.key(), quota.used()),
                versioned.revision());
    }

    static ContingentView contingent(Versioned<Contingent> versioned) {
        Contingent contingent = versioned.value();
        return new ContingentView(
                id(contingent.quota()),
                grantee(contingent.grantee()),
                contingent.amount(),
                used(contingent.quota(), contingent.used()),
                versioned.revision());
    }

    /**
     * Returns the use of a quota; empty for a resource that the nodes enforce, whose use the registry does not know.
     */
    static OptionalLong used(QuotaKey key, long used) {
        return key.resource().semantics() == Resource.Semantics.COUNT ? OptionalLong.of(used) : OptionalLong.empty();
    }

    static org.esbmt.registry.api.configuration.Grantee grantee(Grantee grantee) {
        return grantee instanceof Grantee.ToUser to
                ? new org.esbmt.registry.api.configuration.Grantee.ToUser(to.user())
                : new org.esbmt.registry.api.configuration.Grantee.ToRole(
                        Role.valueOf(((Grantee.ToRole) grantee).role().name()));
    }

    private static Grantee grantee(org.esbmt.registry.api.configuration.Grantee grantee) {
        return grantee instanceof org.esbmt.registry.api.configuration.Grantee.ToUser to
                ? new Grantee.ToUser(to.user())
                : new Grantee.ToRole(
                        Grantee.Role.valueOf(((org.esbmt.registry.api.configuration.Grantee.ToRole) grantee)
                                .role()
                                .name()));
    }

    /** The name of a quota in the audit. */
    static String name(QuotaId id) {
        return "quota " + id.resource() + " of tenant " + id.tenant()
                + id.cluster().map(c -> " on cluster " + c).orElse("")
                + id.component().map(c -> " for component " + c).orElse("");
    }

    /** The text of a limit in the audit. */
    static String text(Limit limit) {
        return "hard " + limit.hard() + text(" soft ", limit.soft()) + text(" burst ", limit.burst());
    }

    private static String text(String name, OptionalLong amount) {
        return amount.isPresent() ? name + amount.getAsLong() : "";
    }

    /** The revision and use after a change, for a repeated request; all else was in the request. */
    static String done(long revision, long used) {
        return revision + " " + used;
    }

    static Versioned<Quota> quotaDone(QuotaKey key, Limit limit, String done) {
        return new Versioned<>(new Quota(key, limit, number(done, 1)), number(done, 0));
    }

    static Versioned<Contingent> contingentDone(
            QuotaKey key, org.esbmt.registry.api.configuration.Grantee to, long amount, String done) {
        return new Versioned<>(new Contingent(key, to, amount, number(done, 1)), number(done, 0));
    }

    private static long number(String done, int index) {
        return Long.parseLong(done.split(" ", -1)[index]);
    }
}
