package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;

/** Asks on behalf of the administrator who is connected. */
final class JmxQuotas implements QuotasMXBean {
    private static final long ANY = -1;

    private final QuotaAdministration quotas;
    private final ContingentAdministration contingents;

    JmxQuotas(QuotaAdministration quotas, ContingentAdministration contingents) {
        this.quotas = requireNonNull(quotas, "quotas");
        this.contingents = requireNonNull(contingents, "contingents");
    }

    @Override
    public QuotaData[] listQuotas(String tenantId) {
        return JmxAdministration.asked(by -> quotas.list(by, JmxAdministration.tenant(tenantId)).stream()
                .map(QuotaData::new)
                .toArray(QuotaData[]::new));
    }

    @Override
    public QuotaData grantQuota(
            String tenantId,
            String resource,
            String cluster,
            String component,
            long hard,
            long soft,
            long burst,
            String operation) {
        return JmxAdministration.asked(
                operation,
                ANY,
                by -> new QuotaData(
                        quotas.grant(by, quota(tenantId, resource, cluster, component), ceiling(hard, soft, burst))));
    }

    @Override
    public QuotaData changeQuota(
            String tenantId,
            String resource,
            String cluster,
            String component,
            long hard,
            long soft,
            long burst,
            String operation,
            long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new QuotaData(
                        quotas.change(by, quota(tenantId, resource, cluster, component), ceiling(hard, soft, burst))));
    }

    @Override
    public void revokeQuota(
            String tenantId, String resource, String cluster, String component, String operation, long revision) {
        JmxAdministration.asked(operation, revision, by -> {
            quotas.revoke(by, quota(tenantId, resource, cluster, component));
            return by;
        });
    }

    @Override
    public ContingentPage listContingents(String tenantId, int offset, int limit) {
        return JmxAdministration.asked(by -> new ContingentPage(
                contingents.list(by, JmxAdministration.tenant(tenantId), new PageRequest(offset, limit))));
    }

    @Override
    public ContingentData grantContingent(
            String tenantId,
            String resource,
            String cluster,
            String component,
            String userId,
            String role,
            long amount,
            String operation) {
        return JmxAdministration.asked(
                operation,
                ANY,
                by -> new ContingentData(contingents.grant(
                        by, quota(tenantId, resource, cluster, component), grantee(userId, role), amount)));
    }

    @Override
    public ContingentData changeContingent(
            String tenantId,
            String resource,
            String cluster,
            String component,
            String userId,
            String role,
            long amount,
            String operation,
            long revision) {
        return JmxAdministration.asked(
                operation,
                revision,
                by -> new ContingentData(contingents.change(
                        by, quota(tenantId, resource, cluster, component), grantee(userId, role), amount)));
    }

    @Override
    public void revokeContingent(
            String tenantId,
            String resource,
            String cluster,
            String component,
            String userId,
            String role,
            String operation,
            long revision) {
        JmxAdministration.asked(operation, revision, by -> {
            contingents.revoke(by, quota(tenantId, resource, cluster, component), grantee(userId, role));
            return by;
        });
    }

    private static QuotaId quota(String tenantId, String resource, String cluster, String component) {
        return new QuotaId(
                JmxAdministration.tenant(tenantId),
                QuotaId.Resource.of(JmxAdministration.given("resource", resource)),
                JmxAdministration.optional(cluster).map(id -> JmxAdministration.uuid("cluster", id)),
                Optional.ofNullable(component).filter(name -> !name.isEmpty()));
    }

    private static Ceiling ceiling(long hard, long soft, long burst) {
        return new Ceiling(hard, optional("soft", soft), optional("burst", burst));
    }

    private static OptionalLong optional(String parameter, long amount) {
        if (amount < ANY) {
            throw new IllegalArgumentException(parameter + " is 0 or more, or -1 for none, but is " + amount);
        }
        return amount == ANY ? OptionalLong.empty() : OptionalLong.of(amount);
    }

    private static Grantee grantee(String userId, String role) {
        Optional<String> user = JmxAdministration.optional(userId);
        Optional<String> all = JmxAdministration.optional(role);
        if (user.isPresent() == all.isPresent()) {
            throw new IllegalArgumentException("a contingent is for one user (userId) or one role (role)");
        }
        return user.isPresent()
                ? new Grantee.ToUser(JmxAdministration.user(user.get()))
                : new Grantee.ToRole(Grantee.Role.of(all.get()));
    }
}
