package org.esbmt.administration.shell.internal.component;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentAdministration.LibraryView;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:library-list}. */
@Service
@Command(scope = "esbmt", name = "library-list", description = "Lists the shared libraries of components.")
public final class LibraryList extends AdministrationCommand {
    @Reference(optional = true)
    ComponentAdministration components;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        ShellTable table = new ShellTable();
        table.column("Library");
        table.column("Version");
        table.column("Trust");
        table.column("Wanted");
        table.column("Nodes");
        table.column("Used by");
        table.column("Description");
        table.column("Revision");
        table.emptyTableText("No shared libraries.");
        for (LibraryView library : Deployer.running(components).libraries(by)) {
            table.addRow()
                    .addContent(
                            library.name(),
                            library.version(),
                            "trusted",
                            library.desired().orElse(""),
                            ComponentList.nodes(library.nodes(), library.desired()),
                            String.join(", ", library.usedBy()),
                            library.description(),
                            Tables.text(library.revision()));
        }
        table.print(out());
    }
}
