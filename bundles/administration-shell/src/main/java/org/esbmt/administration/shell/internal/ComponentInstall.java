package org.esbmt.administration.shell.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;

/** {@code esbmt:component-install}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-install",
        description = "Installs a shared library, or installs and starts a component, on all nodes.",
        detailedDescription = "The file is an installer: a zip file with META-INF/jbi.xml (JSR-208). What it brings is"
                + " trusted: its code runs as the bus itself. Install libraries before the components that use them.")
public final class ComponentInstall extends RepeatableCommand {
    @Argument(
            index = 0,
            name = "file",
            description = "The installer's zip file, on the machine of the bus.",
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Reference
    ComponentAdministration components;

    @Override
    void run(Administrator by) throws AdministrationException, CommandException {
        Path path = Paths.of(session, file);
        try (InputStream archive = Files.newInputStream(path)) {
            InstalledView installed = components.install(by, archive);
            out().println((installed.library() ? "Shared library " : "Component ") + installed.name()
                    + " is installed. It is trusted.");
        } catch (IOException e) {
            throw Refused.because(Reason.NOT_FOUND, "cannot read " + path);
        }
    }
}
