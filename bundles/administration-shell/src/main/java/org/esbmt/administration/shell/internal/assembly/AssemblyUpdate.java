package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:assembly-update}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-update",
        description = "Replaces a tenant's service assembly by another version, for good.",
        detailedDescription =
                "Requests go on meanwhile. The old version is removed; esbmt:assembly-switch would keep it."
                        + " When the new version fails the old one goes on.")
public final class AssemblyUpdate extends VersionCommand {
    @Override
    UpdateAssembly command(Administrator by, TenantId owner, Content archive) {
        return new UpdateAssembly(owner, archive);
    }
}
