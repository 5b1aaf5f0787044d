package org.esbmt.administration.shell.internal;

import java.io.InputStream;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.TenantView;

/** {@code esbmt:assembly-deploy}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-deploy",
        description = "Deploys and starts a service assembly for a tenant.",
        detailedDescription = "The archive is a zip file with META-INF/jbi.xml (JSR-208), at most as large as"
                + " etc/org.esbmt.jbi.deployer.cfg allows. esbmt:assembly-update replaces one that is there.")
public final class AssemblyDeploy extends ArchiveCommand {
    @Override
    AssemblyView apply(Administrator by, TenantView owner, InputStream archive) throws AdministrationException {
        return assemblies.deploy(by, owner.id(), archive);
    }
}
