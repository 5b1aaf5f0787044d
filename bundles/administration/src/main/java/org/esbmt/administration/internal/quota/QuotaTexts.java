package org.esbmt.administration.internal.quota;

import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/** The rules of a quota beyond those of its types, its views, and its texts in the audit. */
public final class QuotaTexts {
    private QuotaTexts() {}

    /**
     * Refuses a quota that no part of this version enforces. A quota that an earlier version granted can still be read
     * and revoked.
     */
    static void checkKept(QuotaKey key) throws AdministrationException {
        if (key.cluster().isPresent() || key.component().isPresent()) {
            throw new AdministrationException(
                    INVALID,
                    "this version counts the use of a tenant in the whole installation, so it does not enforce a limit"
                            + " for one cluster or component");
        }
        Optional<String> not = notKept(key.resource());
        if (not.isPresent()) {
            throw new AdministrationException(INVALID, not.get());
        }
    }

    /** Returns the reason why the resource cannot be limited; empty if it can. */
    public static Optional<String> notKept(Resource resource) {
        return resource.isEnforced()
                ? Optional.empty()
                : Optional.of("this version does not enforce " + resource + " yet, so it accepts no limit");
    }

    /** @throws IllegalArgumentException if no component has such a name */
    static QuotaKey key(QuotaId id) {
        return new QuotaKey(
                id.tenant(),
                id.resource(),
                id.cluster().map(ClusterId::new),
                id.component().map(ComponentName::new));
    }

    static QuotaId id(QuotaKey key) {
        return new QuotaId(
                key.tenant(),
                key.resource(),
                key.cluster().map(ClusterId::value),
                key.component().map(ComponentName::value));
    }

    /** Refuses a burst of a resource that is not counted per second. */
    static Limit checked(QuotaKey key, Limit limit) throws AdministrationException {
        if (limit.burst().isPresent() && key.resource().semantics() != Resource.Semantics.RATE) {
            throw new AdministrationException(
                    INVALID, key.resource() + " is not counted by the second, so it has no burst");
        }
        return limit;
    }

    static QuotaView view(Versioned<Quota> versioned) {
        Quota quota = versioned.value();
        return new QuotaView(id(quota.key()), quota.limit(), used(quota.key(), quota.used()), versioned.revision());
    }

    static ContingentView contingent(Versioned<Contingent> versioned) {
        Contingent contingent = versioned.value();
        return new ContingentView(
                id(contingent.quota()),
                contingent.grantee(),
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

    /** Returns the revision and use after a change, for a repeated request, which has all other values itself. */
    static String done(long revision, long used) {
        return revision + " " + used;
    }

    static Versioned<Quota> quotaDone(QuotaKey key, Limit limit, String done) {
        return new Versioned<>(new Quota(key, limit, number(done, 1)), number(done, 0));
    }

    static Versioned<Contingent> contingentDone(QuotaKey key, Grantee to, long amount, String done) {
        return new Versioned<>(new Contingent(key, to, amount, number(done, 1)), number(done, 0));
    }

    private static long number(String done, int index) {
        return Long.parseLong(done.split(" ", -1)[index]);
    }
}
