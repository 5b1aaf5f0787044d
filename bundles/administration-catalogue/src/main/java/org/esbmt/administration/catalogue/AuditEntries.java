package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.AUDIT;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Words.CHAIN;
import static org.esbmt.administration.catalogue.Words.FROM;
import static org.esbmt.administration.catalogue.Words.HEAD;
import static org.esbmt.administration.catalogue.Words.LIMIT;

import java.util.List;
import org.esbmt.administration.api.AuditAdministration;

/** The audit trail. The texts of its entries are unescaped, as their authors wrote them. */
final class AuditEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(
                            AUDIT,
                            "listAudit",
                            "A part of a chain of the audit, to a TENANT_OPERATOR of what they did themselves; that it was"
                                    + " read is an entry too.",
                            CHAIN,
                            FROM,
                            LIMIT)
                    .asks(
                            one(Shapes.AUDIT_PART),
                            AuditAdministration.class,
                            (audit, by, with) -> audit.read(
                                    by, with.get(CHAIN), QuotaEntries.number(with.get(FROM)), with.get(LIMIT))),
            Entry.reads(
                            AUDIT,
                            "verifyAudit",
                            "Computes the hashes of a chain of the audit anew: whether it is what it was, and its head.",
                            CHAIN,
                            HEAD)
                    .asks(
                            one(Shapes.AUDIT_VERDICT),
                            AuditAdministration.class,
                            (audit, by, with) -> audit.verify(by, with.get(CHAIN), with.get(HEAD))));

    private AuditEntries() {}
}
