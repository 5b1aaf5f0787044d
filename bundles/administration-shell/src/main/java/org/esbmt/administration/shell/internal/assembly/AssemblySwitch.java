package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:assembly-switch}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-switch",
        description = "Switches a tenant's service assembly to a new version, and keeps the old one.",
        detailedDescription =
                "Requests go on meanwhile: the new version takes the next one, the old one finishes what it has."
                        + " esbmt:assembly-rollback goes back. When the new version fails the old one goes on.")
public final class AssemblySwitch extends VersionCommand {
    @Override
    SwitchAssembly command(Administrator by, TenantId owner, Content archive) {
        return new SwitchAssembly(owner, archive);
    }
}
