package org.esbmt.administration.shell.internal.component;

import java.io.IOException;
import java.io.InputStream;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;
import org.esbmt.administration.api.command.ComponentCommand.InstallComponent;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableCommand;

/** {@code esbmt:component-install}. */
@Service
@Command(
        scope = "esbmt",
        name = "component-install",
        description = "Installs a shared library, or installs and starts a component, on all nodes.",
        detailedDescription = "The file is an installer: a zip file with META-INF/jbi.xml (JSR-208). What it brings is"
                + " trusted: its code runs as the bus itself. Install libraries before the components that use them.")
public final class ComponentInstall extends RepeatableCommand {
    /** The option {@value Input#SENT}, since the console takes a first argument with a leading dash as an option. */
    @Option(
            name = Input.SENT,
            description = "In the place of the file: the one that the client sends.",
            required = false,
            multiValued = false)
    boolean sent;

    @Argument(
            index = 0,
            name = "file",
            description = "The installer's zip file" + Input.WHERE,
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        String name = Input.name(file, sent);
        try (InputStream archive = Input.open(session, name)) {
            InstalledView installed = administration.execute(by, new InstallComponent(Content.of(archive)));
            out().println((installed.library() ? "Shared library " : "Component ") + installed.name()
                    + " is installed. It is trusted.");
        } catch (IOException e) {
            throw Input.unreadable(session, name);
        }
    }
}
