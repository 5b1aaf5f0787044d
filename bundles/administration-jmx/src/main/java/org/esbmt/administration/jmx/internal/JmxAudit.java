package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.AuditAdministration.Head;
import org.esbmt.tenancy.api.TenantId;

/** Asks on behalf of the administrator who is connected. */
final class JmxAudit implements AuditMXBean {
    private final AuditAdministration audit;

    JmxAudit(AuditAdministration audit) {
        this.audit = requireNonNull(audit, "audit");
    }

    @Override
    public AuditPart listAudit(String tenantId, long from, int limit) {
        return JmxAdministration.asked(by -> new AuditPart(
                audit.read(by, tenant(tenantId), from == 0 ? OptionalLong.empty() : OptionalLong.of(from), limit)));
    }

    @Override
    public AuditVerdict verifyAudit(String tenantId, String head) {
        return JmxAdministration.asked(by -> new AuditVerdict(audit.verify(
                by, tenant(tenantId), JmxAdministration.optional(head).map(Head::of))));
    }

    private static Optional<TenantId> tenant(String tenantId) {
        return JmxAdministration.optional(tenantId).map(JmxAdministration::tenant);
    }
}
