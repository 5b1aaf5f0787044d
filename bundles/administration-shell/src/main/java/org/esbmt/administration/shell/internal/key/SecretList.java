package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.administration.shell.internal.support.TenantCommand;
import org.esbmt.tenancy.api.SecretUse;

/** {@code esbmt:secret-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "secret-list",
        description = "Lists the secrets of a tenant by name, with their destinations, without their values.")
public final class SecretList extends TenantCommand {
    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ShellTable table = new ShellTable();
        table.column("Name");
        table.column("Kind");
        table.column("User");
        table.column("Destination");
        table.column("Version");
        table.column("Set");
        table.emptyTableText("No secrets.");
        for (TenantSecretView secret : keys.secrets(by, tenant(by, tenant).id())) {
            table.addRow()
                    .addContent(
                            secret.name(),
                            secret.use().map(use -> use.kind().name()).orElse(""),
                            secret.use().flatMap(SecretUse::userName).orElse(""),
                            secret.use()
                                    .map(use -> use.destination().toString())
                                    .orElse("none: set it again"),
                            secret.version(),
                            secret.setAt());
        }
        table.print(out());
    }
}
