package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.shell.internal.support.Numbers;
import org.esbmt.tenancy.api.quota.Grantee;

/** A command that sets a contingent. */
abstract class AmountCommand extends ContingentCommand {
    @Argument(
            index = 2,
            name = "amount",
            description = "How much, in the unit of the resource.",
            required = true,
            multiValued = false)
    String amount;

    @Override
    protected final void run(Administrator by) throws AdministrationException, CommandException {
        long wanted = Numbers.of("the amount", amount);
        QuotaId quota = quota(by);
        ContingentView set = administration.execute(by, command(quota, grantee(by, quota), wanted));
        out().println("The contingent of " + set.grantee() + " in quota " + quota.resource() + " of tenant " + tenant
                + " is " + set.amount() + ", revision " + set.revision() + ".");
    }

    abstract Command<ContingentView> command(QuotaId quota, Grantee grantee, long wanted);
}
