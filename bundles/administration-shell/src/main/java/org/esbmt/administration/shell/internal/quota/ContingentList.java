package org.esbmt.administration.shell.internal.quota;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:contingent-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "contingent-list",
        description = "Lists what a tenant has handed out of its quotas, with what is used of it.",
        detailedDescription =
                "For users of the tenant, and auditors of the installation. Who operates for a tenant is shown"
                        + " those that they may use.")
public final class ContingentList extends PagedTenantCommand {
    @Reference
    ContingentAdministration contingents;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<ContingentView> page = contingents.list(by, tenant(by, tenant).id(), page());
        ShellTable table = new ShellTable();
        table.column("Resource");
        table.column("Whose");
        table.column("Used");
        table.column("Amount");
        table.column("Cluster");
        table.column("Component");
        table.column("Revision");
        table.emptyTableText("No contingents.");
        for (ContingentView contingent : page.entries()) {
            table.addRow()
                    .addContent(
                            contingent.quota().resource(),
                            contingent.grantee(),
                            Tables.text(contingent.used()),
                            contingent.amount(),
                            contingent.quota().cluster().map(Object::toString).orElse(""),
                            contingent.quota().component().orElse(""),
                            contingent.revision());
        }
        print(table, page);
    }
}
