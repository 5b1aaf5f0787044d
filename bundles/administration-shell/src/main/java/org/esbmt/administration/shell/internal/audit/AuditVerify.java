package org.esbmt.administration.shell.internal.audit;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.AuditAdministration.Break;
import org.esbmt.administration.api.AuditAdministration.Head;
import org.esbmt.administration.api.AuditAdministration.Verdict;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.Refused;
import org.esbmt.administration.shell.internal.support.TenantCompleter;
import org.esbmt.tenancy.api.Audit;

/** {@code esbmt:audit-verify}. */
@Service
@Command(
        scope = "esbmt",
        name = "audit-verify",
        description = "Finds out whether the audit of a tenant, or of the installation, is what it was.",
        detailedDescription =
                "Prints the head of the chain: keep it elsewhere, and give it with --head later. Without a head"
                        + " that was kept nobody finds out that somebody wrote the whole chain anew. Fails if the chain is broken.")
public final class AuditVerify extends AdministrationCommand {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier; the installation if left out.",
            required = false,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Option(
            name = "--head",
            description = "A head of this chain that was printed before: <number>:<hash>.",
            required = false,
            multiValued = false)
    String head;

    @Reference
    AuditAdministration audit;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Optional<Head> kept = Optional.ofNullable(head).map(Head::of);
        Verdict verdict = audit.verify(
                by,
                tenant == null
                        ? Optional.empty()
                        : Optional.of(tenant(by, tenant).id()),
                kept);
        if (verdict.broken().isPresent()) {
            Break broken = verdict.broken().get();
            throw Refused.because(
                    "BROKEN",
                    "at entry " + broken.sequence() + ": " + Audit.shown(broken.what()),
                    "SYSTEM_AUDITOR or SYSTEM_ADMIN of the installation to compare it with heads that were kept");
        }
        out().println("The chain is whole. Its head is "
                + verdict.head().map(Head::toString).orElse("missing") + ".");
    }
}
