package org.esbmt.administration.shell.internal.support;

import java.util.List;
import java.util.Optional;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;

/** Completes names of the components of the bus. */
@Service
public final class ComponentCompleter implements Completer {
    @Reference(optional = true)
    ComponentAdministration components;

    @Override
    public int complete(Session session, CommandLine commandLine, List<String> candidates) {
        StringsCompleter names = new StringsCompleter(true);
        Optional<Administrator> by = ShellAdministrator.find();
        if (by.isPresent() && components != null) {
            try {
                names.getStrings()
                        .addAll(components.components(by.get()).stream()
                                .map(ComponentView::name)
                                .toList());
            } catch (AdministrationException e) {
                return -1; // a completer is no place to complain
            }
        }
        return names.complete(session, commandLine, candidates);
    }
}
