package org.esbmt.administration.shell.internal.cluster;

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
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.shell.internal.support.ShellAdministrator;

/** Completes identifiers of the nodes of the cluster. */
@Service
public final class NodeCompleter implements Completer {
    @Reference
    ClusterAdministration cluster;

    @Override
    public int complete(Session session, CommandLine commandLine, List<String> candidates) {
        StringsCompleter ids = new StringsCompleter(true);
        Optional<Administrator> by = ShellAdministrator.find();
        if (by.isPresent()) {
            try {
                ids.getStrings()
                        .addAll(cluster.nodes(by.get(), PageRequest.first(PageRequest.MAX_LIMIT)).entries().stream()
                                .map(node -> node.id().toString())
                                .toList());
            } catch (AdministrationException e) {
                return -1; // a completer is no place to complain
            }
        }
        return ids.complete(session, commandLine, candidates);
    }
}
