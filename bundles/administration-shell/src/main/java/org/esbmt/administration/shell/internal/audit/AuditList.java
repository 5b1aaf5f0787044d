package org.esbmt.administration.shell.internal.audit;

import java.util.Optional;
import java.util.OptionalLong;
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
import org.esbmt.administration.api.AuditAdministration.Entry;
import org.esbmt.administration.api.AuditAdministration.Head;
import org.esbmt.administration.api.AuditAdministration.Part;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.Numbers;
import org.esbmt.administration.shell.internal.support.TenantCompleter;
import org.esbmt.tenancy.api.Audit;

/** {@code esbmt:audit-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "audit-list",
        description = "Shows who did what to a tenant, or to the installation.",
        detailedDescription =
                "Without --from the last entries are shown. That the audit was read is an entry too. Who operates"
                        + " for a tenant is shown what they did themselves.")
public final class AuditList extends AdministrationCommand {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier; the installation if left out.",
            required = false,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Option(
            name = "--from",
            description = "The number of the first entry, from 1.",
            required = false,
            multiValued = false)
    String from;

    @Option(
            name = "--limit",
            description = "Entries to show at the most, 1 to 1000.",
            required = false,
            multiValued = false)
    String limit = "20";

    @Reference
    AuditAdministration audit;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        OptionalLong first = Numbers.optional("--from", from);
        int most = (int) Math.min(Integer.MAX_VALUE, Numbers.of("--limit", limit));
        Part part = audit.read(
                by,
                tenant == null
                        ? Optional.empty()
                        : Optional.of(tenant(by, tenant).id()),
                first,
                most);
        part.entries().forEach(AuditList::print);
        long shown = part.entries().isEmpty()
                ? 0
                : part.entries().get(part.entries().size() - 1).sequence();
        long last = part.head().map(Head::sequence).orElse(0L);
        if (shown < last) {
            out().println("The last entry is " + last + "; see --from and --limit.");
        }
    }

    private static void print(Entry entry) {
        String actor = entry.login().orElse("user " + entry.actor())
                + entry.actorTenant().map(t -> " of tenant " + t).orElse(" of the installation");
        out().println(entry.sequence() + "  " + entry.at() + "  " + Audit.shown(entry.action()) + " by "
                + Audit.shown(actor) + " on " + Audit.shown(entry.object()));
        detail("actor", Optional.of(entry.actor().toString()));
        detail("before", entry.before());
        detail("after", entry.after());
        detail("operation", entry.operation().map(Object::toString));
        detail("hash", Optional.of(entry.hash()));
    }

    /** Prints a text without line breaks and control characters, since other users may have written it. */
    private static void detail(String name, Optional<String> text) {
        text.ifPresent(t -> out().println("    " + (name + "          ").substring(0, 10) + Audit.shown(t)));
    }
}
