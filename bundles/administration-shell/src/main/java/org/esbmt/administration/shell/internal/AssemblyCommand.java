package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;

/** A command that changes one service assembly of a tenant. */
abstract class AssemblyCommand extends TenantChange {
    @Argument(index = 1, name = "assembly", description = "The assembly's name.", required = true, multiValued = false)
    @Completion(AssemblyCompleter.class)
    String assembly;

    @Reference
    AssemblyAdministration assemblies;

    static void print(AssemblyView view) {
        out().println("Assembly " + view.name() + " is " + view.state() + ".");
    }
}
