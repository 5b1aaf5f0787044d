package org.esbmt.administration.shell.internal.credential;

import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.shell.internal.support.RepeatableCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** A command that makes a token or a certificate with a scope and an end. */
abstract class ScopedCommand extends RepeatableCommand {
    @Option(
            name = "--part",
            description = "A part of administration that it is for; several times for several. Without one: all parts.",
            required = false,
            multiValued = true)
    @Completion(
            value = StringsCompleter.class,
            values = {
                "TENANTS",
                "USERS",
                "SYSTEM_USERS",
                "SERVICES",
                "CLUSTER",
                "COMPONENTS",
                "LINKS",
                "TRANSACTIONS",
                "QUOTAS",
                "AUDIT",
                "BATCHES",
                "TRAFFIC",
                "NOTIFICATIONS"
            })
    List<String> parts = List.of();

    @Option(
            name = "--changes",
            description = "For changes, too. Without it: for queries alone.",
            required = false,
            multiValued = false)
    boolean changes;

    @Option(
            name = "--days",
            description = "The days until it expires, 1 to 366; 90 if not given.",
            required = false,
            multiValued = false)
    String days;

    final Scope scope() {
        Set<Part> given = parts.stream().map(Part::of).collect(Collectors.toSet());
        return new Scope(changes, given.isEmpty() ? EnumSet.allOf(Part.class) : given);
    }

    final OptionalInt days() {
        return days == null ? OptionalInt.empty() : OptionalInt.of(Tables.number("--days", days));
    }
}
