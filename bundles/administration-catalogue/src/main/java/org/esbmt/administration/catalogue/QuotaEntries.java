package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.QUOTAS;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Words.AMOUNT;
import static org.esbmt.administration.catalogue.Words.BURST;
import static org.esbmt.administration.catalogue.Words.CLUSTER;
import static org.esbmt.administration.catalogue.Words.GRANTEE_ROLE;
import static org.esbmt.administration.catalogue.Words.GRANTEE_USER;
import static org.esbmt.administration.catalogue.Words.HARD;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.QUOTA_COMPONENT;
import static org.esbmt.administration.catalogue.Words.RESOURCE;
import static org.esbmt.administration.catalogue.Words.SOFT;
import static org.esbmt.administration.catalogue.Words.TENANT;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.ContingentCommand.ChangeContingent;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;

/** Quotas of tenants, and the contingents of their users. */
final class QuotaEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(QUOTAS, "listQuotas", "A tenant's quotas with what is used of them, by resource.", TENANT)
                    .asks(
                            all(Shapes.QUOTA),
                            QuotaAdministration.class,
                            (quotas, by, with) -> quotas.list(by, with.get(TENANT))),
            Entry.reads(
                            QUOTAS,
                            "showQuota",
                            "A quota with what is used of it.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT)
                    .asks(
                            one(Shapes.QUOTA),
                            QuotaAdministration.class,
                            (quotas, by, with) -> quotas.find(by, quota(with))),
            Entry.makes(
                            QUOTAS,
                            "grantQuota",
                            "Grants a tenant a quota; what it has already counts in it.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT,
                            HARD,
                            SOFT,
                            BURST)
                    .executes(one(Shapes.QUOTA), GrantQuota.class, with -> new GrantQuota(quota(with), limit(with))),
            Entry.changes(
                            QUOTAS,
                            "changeQuota",
                            "Changes a quota; not below what is used of it or handed out.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT,
                            HARD,
                            SOFT,
                            BURST)
                    .executes(one(Shapes.QUOTA), ChangeQuota.class, with -> new ChangeQuota(quota(with), limit(with))),
            Entry.changes(
                            QUOTAS,
                            "revokeQuota",
                            "Takes a quota back of which nothing is used or handed out.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT)
                    .executes(nothing(), RevokeQuota.class, with -> new RevokeQuota(quota(with))),
            Entry.reads(
                            QUOTAS,
                            "listContingents",
                            "A tenant's contingents with their use; to a TENANT_OPERATOR only those that they may use.",
                            TENANT,
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.CONTINGENT),
                            ContingentAdministration.class,
                            (contingents, by, with) -> contingents.list(by, with.get(TENANT), with.page())),
            Entry.reads(
                            QUOTAS,
                            "showContingent",
                            "A contingent with its use.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT,
                            GRANTEE_USER,
                            GRANTEE_ROLE)
                    .asks(
                            one(Shapes.CONTINGENT),
                            ContingentAdministration.class,
                            (contingents, by, with) -> contingents.find(by, quota(with), grantee(with))),
            Entry.makes(
                            QUOTAS,
                            "grantContingent",
                            "Hands out a part of a quota to one user or one role.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT,
                            GRANTEE_USER,
                            GRANTEE_ROLE,
                            AMOUNT)
                    .executes(
                            one(Shapes.CONTINGENT),
                            GrantContingent.class,
                            with -> new GrantContingent(quota(with), grantee(with), with.get(AMOUNT))),
            Entry.changes(
                            QUOTAS,
                            "changeContingent",
                            "Changes a contingent; not below what is used of it.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT,
                            GRANTEE_USER,
                            GRANTEE_ROLE,
                            AMOUNT)
                    .executes(
                            one(Shapes.CONTINGENT),
                            ChangeContingent.class,
                            with -> new ChangeContingent(quota(with), grantee(with), with.get(AMOUNT))),
            Entry.changes(
                            QUOTAS,
                            "revokeContingent",
                            "Takes a contingent back of which nothing is used.",
                            TENANT,
                            RESOURCE,
                            CLUSTER,
                            QUOTA_COMPONENT,
                            GRANTEE_USER,
                            GRANTEE_ROLE)
                    .executes(
                            nothing(),
                            RevokeContingent.class,
                            with -> new RevokeContingent(quota(with), grantee(with))));

    private QuotaEntries() {}

    private static QuotaId quota(Arguments with) {
        return new QuotaId(with.get(TENANT), with.get(RESOURCE), with.get(CLUSTER), with.get(QUOTA_COMPONENT));
    }

    private static Limit limit(Arguments with) {
        return new Limit(with.get(HARD), number(with.get(SOFT)), number(with.get(BURST)));
    }

    static OptionalLong number(Optional<Long> number) {
        return number.isPresent() ? OptionalLong.of(number.get()) : OptionalLong.empty();
    }

    private static Grantee grantee(Arguments with) {
        Optional<UserId> user = with.get(GRANTEE_USER);
        Optional<Role> role = with.get(GRANTEE_ROLE);
        if (user.isPresent() == role.isPresent()) {
            throw new IllegalArgumentException("a contingent is for one user (userId) or one role (role)");
        }
        return user.isPresent() ? new Grantee.ToUser(user.get()) : new Grantee.ToRole(role.get());
    }
}
