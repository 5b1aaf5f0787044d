package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;

/** A command that sets a quota. */
abstract class CeilingCommand extends QuotaCommand {
    @Argument(
            index = 2,
            name = "hard",
            description = "Never more than this, in the unit of the resource.",
            required = true,
            multiValued = false)
    String hard;

    @Option(
            name = "--soft",
            description = "What is worth a warning in the log when it is passed; none if left out.",
            required = false,
            multiValued = false)
    String soft;

    @Option(
            name = "--burst",
            description = "Of what is counted by the second: what may come at once after a pause.",
            required = false,
            multiValued = false)
    String burst;

    @Reference
    QuotaAdministration quotas;

    @Override
    final void run(Administrator by) throws AdministrationException, CommandException {
        Ceiling ceiling = new Ceiling(
                Numbers.of("the hard limit", hard),
                Numbers.optional("--soft", soft),
                Numbers.optional("--burst", burst));
        QuotaView set = set(by, quota(by), ceiling);
        out().println("Quota " + set.id().resource() + " of tenant " + tenant + " is "
                + set.ceiling().hard() + ", revision " + set.revision() + ".");
    }

    abstract QuotaView set(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException;
}
