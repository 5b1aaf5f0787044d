package org.esbmt.administration.shell.internal.link;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;

/** {@code esbmt:link-remove}. */
@Service
@Command(
        scope = "esbmt",
        name = "link-remove",
        description = "Takes a link across the tenant boundary away.",
        detailedDescription = "What was delivered before is finished.")
public final class LinkRemove extends LinkCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        LinkView link = link(by);
        administration.execute(by, new RemoveLink(link));
        out().println("Not linked any more: " + text(link) + ".");
    }
}
