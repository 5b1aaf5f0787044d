package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:key-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-list",
        description = "Lists the keys of a tenant by name, without the private keys.",
        detailedDescription = "A certificate that ends within 30 days has a warning.")
public final class KeyList extends TenantCommand {
    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ShellTable table = new ShellTable();
        table.column("Name");
        table.column("Purpose");
        table.column("State");
        table.column("Algorithm");
        table.column("Subject");
        table.column("Certificate until");
        table.column("Warning");
        table.column("Used until");
        table.emptyTableText("No keys.");
        for (TenantKeyView key : keys.keys(by, tenant(by, tenant).id())) {
            table.addRow()
                    .addContent(
                            key.name(),
                            key.purpose(),
                            key.state(),
                            key.algorithm(),
                            key.subject(),
                            key.notAfter(),
                            key.expiresSoon() ? "expires soon" : "",
                            key.formerUntil().map(Object::toString).orElse(""));
        }
        table.print(out());
    }
}
