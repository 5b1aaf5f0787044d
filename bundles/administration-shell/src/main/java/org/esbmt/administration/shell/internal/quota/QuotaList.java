package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.shell.internal.support.Tables;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:quota-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "quota-list",
        description = "Lists a tenant's quotas with what is used of them.",
        detailedDescription =
                "Of what is not counted in the registry, such as MESSAGES a second, no use is known here.")
public final class QuotaList extends TenantCommand {
    @Reference
    QuotaAdministration quotas;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ShellTable table = new ShellTable();
        table.column("Resource");
        table.column("Used");
        table.column("Hard");
        table.column("Soft");
        table.column("Burst");
        table.column("Cluster");
        table.column("Component");
        table.column("Revision");
        table.emptyTableText("No quotas.");
        for (QuotaView quota : quotas.list(by, tenant(by, tenant).id())) {
            table.addRow()
                    .addContent(
                            quota.id().resource(),
                            Tables.text(quota.used()),
                            quota.limit().hard(),
                            Tables.text(quota.limit().soft()),
                            Tables.text(quota.limit().burst()),
                            quota.id().cluster().map(Object::toString).orElse(""),
                            quota.id().component().orElse(""),
                            quota.revision());
        }
        table.print(out());
    }
}
