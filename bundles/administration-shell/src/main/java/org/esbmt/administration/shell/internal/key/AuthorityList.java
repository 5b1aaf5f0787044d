package org.esbmt.administration.shell.internal.key;

import java.util.ArrayList;
import java.util.List;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:authority-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "authority-list",
        description = "Lists the certificate authorities of a tenant by name.",
        detailedDescription =
                "A certificate that ends within 30 days has a warning, and a CRL whose next update is past.")
public final class AuthorityList extends TenantCommand {
    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ShellTable table = new ShellTable();
        table.column("Name");
        table.column("Algorithm");
        table.column("Subject");
        table.column("Certificate until");
        table.column("CRL");
        table.column("Warning");
        table.emptyTableText("No authorities.");
        for (TenantAuthorityView authority :
                keys.authorities(by, tenant(by, tenant).id())) {
            table.addRow()
                    .addContent(
                            authority.name(),
                            authority.algorithm(),
                            authority.subject(),
                            authority.notAfter(),
                            crl(authority),
                            warning(authority));
        }
        table.print(out());
    }

    static String crl(TenantAuthorityView authority) {
        return authority.crlNumber().isEmpty()
                ? "none"
                : authority.crlNumber().get() + " until "
                        + authority.crlNextUpdate().orElseThrow();
    }

    private static String warning(TenantAuthorityView authority) {
        List<String> warnings = new ArrayList<>();
        if (authority.expiresSoon()) {
            warnings.add("expires soon");
        }
        if (authority.crlOverdue()) {
            warnings.add("CRL overdue");
        }
        return String.join(", ", warnings);
    }
}
