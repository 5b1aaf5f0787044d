package org.esbmt.administration.shell.internal.assembly;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.shell.internal.support.Paths;
import org.esbmt.administration.shell.internal.support.Refused;
import org.esbmt.administration.shell.internal.support.TenantCommand;

/** {@code esbmt:assembly-export}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-export",
        description = "Writes the archive of a tenant's service assembly into a file.",
        detailedDescription = "The file is for the user of the bus only. sha256sum of it is the digest of the version.")
public final class AssemblyExport extends TenantCommand {
    @Argument(index = 1, name = "assembly", description = "The assembly's name.", required = true, multiValued = false)
    @Completion(AssemblyCompleter.class)
    String assembly;

    @Argument(
            index = 2,
            name = "file",
            description = "The file to write, on the machine of the bus.",
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Option(
            name = "--rewritten",
            description = "The archive as it is used, with the tenant's names, instead of the one that arrived.",
            required = false,
            multiValued = false)
    boolean rewritten;

    @Option(
            name = "--force",
            description = "Replaces the file if it is there already.",
            required = false,
            multiValued = false)
    boolean force;

    @Reference
    AssemblyAdministration assemblies;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Path path = Paths.of(session, file);
        byte[] archive = assemblies.archive(
                by, tenant(by, tenant).id(), assembly, rewritten ? Archive.REWRITTEN : Archive.ORIGINAL);
        try {
            if (force) {
                OwnerFile.replace(path, archive);
            } else {
                OwnerFile.create(path, archive);
            }
        } catch (FileAlreadyExistsException e) {
            throw Refused.because(
                    Reason.CONFLICT, path + " is there already" + (force ? "" : "; --force replaces a file"));
        } catch (IOException e) {
            throw Refused.because(Reason.NOT_FOUND, "cannot write " + path);
        }
        out().println("Wrote " + archive.length + " bytes to " + path + ".");
    }
}
