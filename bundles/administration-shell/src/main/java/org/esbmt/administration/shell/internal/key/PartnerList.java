package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:partner-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "partner-list",
        description = "Lists the certificates of the partners of a tenant by name.",
        detailedDescription = "A certificate that ends within 30 days has a warning.")
public final class PartnerList extends TenantCommand {
    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ShellTable table = new ShellTable();
        table.column("Name");
        table.column("Algorithm");
        table.column("Subject");
        table.column("Certificate until");
        table.column("Warning");
        table.column("Revoked");
        table.emptyTableText("No partners.");
        for (TenantPartnerView partner : keys.partners(by, tenant(by, tenant).id())) {
            table.addRow()
                    .addContent(
                            partner.name(),
                            partner.algorithm(),
                            partner.subject(),
                            partner.notAfter(),
                            partner.expiresSoon() ? "expires soon" : "",
                            partner.revokedAt().map(Object::toString).orElse(""));
        }
        table.print(out());
    }
}
