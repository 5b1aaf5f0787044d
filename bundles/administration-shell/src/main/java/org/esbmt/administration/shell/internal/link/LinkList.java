package org.esbmt.administration.shell.internal.link;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.shell.internal.support.PagedCommand;

/** {@code esbmt:link-list}. */
@Service
@Command(scope = "esbmt", name = "link-list", description = "Lists the links across the tenant boundary.")
public final class LinkList extends PagedCommand {
    @Reference
    LinkAdministration links;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        Page<LinkView> page = links.links(by, page());
        ShellTable table = new ShellTable();
        table.column("From");
        table.column("To");
        table.column("Service");
        table.column("Endpoint");
        table.emptyTableText("No links.");
        for (LinkView link : page.entries()) {
            String tenant = "tenant " + link.tenant();
            table.addRow()
                    .addContent(
                            link.component().map(c -> "component " + c).orElse(tenant),
                            link.component().isPresent() ? tenant : "plain",
                            link.service(),
                            link.endpoint());
        }
        print(table, page);
    }
}
