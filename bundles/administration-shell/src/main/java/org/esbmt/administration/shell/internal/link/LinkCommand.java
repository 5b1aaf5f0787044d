package org.esbmt.administration.shell.internal.link;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** A command about one link across the tenant boundary. */
abstract class LinkCommand extends RepeatableTenantCommand {
    @Option(
            name = "--component",
            description = "The plain component that may reach the tenant's endpoint. Without it, it is the tenant who"
                    + " may reach a plain endpoint.",
            required = false,
            multiValued = false)
    String component;

    @Argument(
            index = 1,
            name = "service",
            description = "The endpoint's service, as its unit has it: {namespace}name.",
            required = true,
            multiValued = false)
    String service;

    @Argument(index = 2, name = "endpoint", description = "The endpoint's name.", required = true, multiValued = false)
    String endpoint;

    LinkView link(Administrator by) throws AdministrationException, CommandException {
        return new LinkView(Optional.ofNullable(component), tenant(by, tenant).id(), QName.valueOf(service), endpoint);
    }

    static String text(LinkView link) {
        String to = "endpoint " + link.endpoint() + " of " + link.service();
        return link.component()
                .map(c -> "component " + c + " to " + to + " of tenant " + link.tenant())
                .orElse("tenant " + link.tenant() + " to plain " + to);
    }
}
