package org.esbmt.administration.jmx.internal;

/**
 * The audit for JMX clients; open types alone. Failures as those of {@link AdministrationMXBean}. Texts of entries are as who
 * asked had written them.
 */
public interface AuditMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Audit";

    @Described(
            "A part of a chain of the audit, to a TENANT_OPERATOR of what they did themselves; that it was read is an"
                    + " entry too.")
    AuditPart listAudit(
            @Described(name = "tenantId", value = "the tenant's identifier; empty: the installation") String tenantId,
            @Described(name = "from", value = "the number of the first entry, from 1; 0: the last ones") long from,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Computes the hashes of a chain of the audit anew: whether it is what it was, and its head.")
    AuditVerdict verifyAudit(
            @Described(name = "tenantId", value = "the tenant's identifier; empty: the installation") String tenantId,
            @Described(name = "head", value = "a head of this chain that was kept, <number>:<hash>; or empty")
                    String head);
}
