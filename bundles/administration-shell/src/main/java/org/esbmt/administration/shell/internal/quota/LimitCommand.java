package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.shell.internal.support.Numbers;
import org.esbmt.tenancy.api.quota.Limit;

/** A command that sets a quota. */
abstract class LimitCommand extends QuotaCommand {
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

    @Override
    protected final void run(Administrator by) throws AdministrationException, CommandException {
        Limit limit = new Limit(
                Numbers.of("the hard limit", hard),
                Numbers.optional("--soft", soft),
                Numbers.optional("--burst", burst));
        QuotaView set = administration.execute(by, command(quota(by), limit));
        out().println("Quota " + set.id().resource() + " of tenant " + tenant + " is "
                + set.limit().hard() + ", revision " + set.revision() + ".");
    }

    abstract Command<QuotaView> command(QuotaId quota, Limit limit);
}
