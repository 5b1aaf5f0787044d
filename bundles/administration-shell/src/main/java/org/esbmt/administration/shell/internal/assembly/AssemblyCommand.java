package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.shell.internal.support.TenantChange;

/** A command that changes one service assembly of a tenant. */
abstract class AssemblyCommand extends TenantChange {
    @Argument(index = 1, name = "assembly", description = "The assembly's name.", required = true, multiValued = false)
    @Completion(AssemblyCompleter.class)
    String assembly;

    static void print(AssemblyView view) {
        out().println("Assembly " + view.name() + " is " + view.state() + ".");
    }
}
