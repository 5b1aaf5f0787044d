package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.command.QuotaCommand.ChangeQuota;
import org.esbmt.administration.shell.internal.support.Revision;
import org.esbmt.tenancy.api.quota.Limit;

/** {@code esbmt:quota-change}. */
@Service
@Command(
        scope = "esbmt",
        name = "quota-change",
        description = "Changes a quota of a tenant.",
        detailedDescription =
                "Not below what is used of it or handed out in contingents. A soft limit or burst that is left out is"
                        + " not there any more.")
public final class QuotaChange extends LimitCommand {
    @Option(name = Revision.OPTION, description = Revision.DESCRIPTION, required = false, multiValued = false)
    String revision;

    @Override
    ChangeQuota command(QuotaId quota, Limit limit) {
        return new ChangeQuota(quota, limit);
    }

    @Override
    protected Administrator asking(Administrator by) {
        return Revision.expected(super.asking(by), revision);
    }
}
