package org.esbmt.administration.shell.internal.assembly;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:assembly-deploy}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-deploy",
        description = "Deploys and starts a service assembly for a tenant.",
        detailedDescription = "The archive is a zip file with META-INF/jbi.xml (JSR-208), at most as large as"
                + " etc/org.esbmt.jbi.deployer.cfg allows. esbmt:assembly-update replaces one that is there."
                + " With --user nobody but that user of the tenant reaches its endpoints; this stays so in all of its"
                + " versions.")
public final class AssemblyDeploy extends ArchiveCommand {
    @Option(
            name = "--user",
            description = "The login or identifier of the one user of the tenant who reaches its endpoints.",
            required = false,
            multiValued = false)
    String user;

    @Override
    DeployAssembly command(Administrator by, TenantId owner, Content archive)
            throws AdministrationException, CommandException {
        Optional<UserId> whose = user == null ? Optional.empty() : Optional.of(userId(by, owner, user));
        return new DeployAssembly(owner, whose, archive);
    }
}
