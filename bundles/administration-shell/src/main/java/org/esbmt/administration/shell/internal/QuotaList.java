package org.esbmt.administration.shell.internal;

import java.util.OptionalLong;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaView;

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
    void run(Administrator by) throws AdministrationException, CommandException {
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
                            text(quota.used()),
                            quota.ceiling().hard(),
                            text(quota.ceiling().soft()),
                            text(quota.ceiling().burst()),
                            quota.id().cluster().map(Object::toString).orElse(""),
                            quota.id().component().orElse(""),
                            quota.revision());
        }
        table.print(out());
    }

    /** Empty for what there is none of. */
    static String text(OptionalLong amount) {
        return amount.isPresent() ? Long.toString(amount.getAsLong()) : "";
    }
}
