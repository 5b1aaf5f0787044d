package org.esbmt.administration.shell.internal.key;

import java.util.TreeSet;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:issuer-list}. */
@Service
@Command(scope = "esbmt", name = "issuer-list", description = "Lists the issuers of tokens of a tenant by name.")
public final class IssuerList extends TenantCommand {
    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ShellTable table = new ShellTable();
        table.column("Name");
        table.column("Issuer");
        table.column("Audience");
        table.column("Algorithms");
        table.column("Version");
        table.column("Set");
        table.emptyTableText("No issuers.");
        for (TokenIssuerView issuer : keys.issuers(by, tenant(by, tenant).id())) {
            table.addRow()
                    .addContent(
                            issuer.name(),
                            issuer.issuer(),
                            issuer.audience(),
                            new TreeSet<>(issuer.algorithms()),
                            issuer.version(),
                            issuer.setAt());
        }
        table.print(out());
    }
}
