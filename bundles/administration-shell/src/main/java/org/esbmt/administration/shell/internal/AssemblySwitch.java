package org.esbmt.administration.shell.internal;

import java.io.InputStream;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.TenantView;

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
    AssemblyView apply(Administrator by, TenantView owner, InputStream archive) throws AdministrationException {
        return assemblies.switchTo(by, owner.id(), archive);
    }
}
