package org.esbmt.administration.shell.internal;

import java.io.InputStream;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.TenantView;

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
    AssemblyView apply(Administrator by, TenantView owner, InputStream archive) throws AdministrationException {
        return assemblies.update(by, owner.id(), archive);
    }
}
