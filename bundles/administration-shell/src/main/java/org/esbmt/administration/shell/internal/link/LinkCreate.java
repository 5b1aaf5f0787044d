package org.esbmt.administration.shell.internal.link;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;

/** {@code esbmt:link-create}. */
@Service
@Command(
        scope = "esbmt",
        name = "link-create",
        description = "Lets a tenant reach a plain endpoint, or a plain component a tenant's endpoint.",
        detailedDescription =
                "Without a link no tenant reaches plain endpoints, nor plain components a tenant's. A link"
                        + " is for one endpoint; whoever uses it must name service and endpoint. It survives a restart.")
public final class LinkCreate extends LinkCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        LinkView link = link(by);
        administration.execute(by, new CreateLink(link));
        out().println("Linked " + text(link) + ".");
    }
}
