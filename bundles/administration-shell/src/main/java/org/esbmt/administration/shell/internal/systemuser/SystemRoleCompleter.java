package org.esbmt.administration.shell.internal.systemuser;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.tenancy.api.Role;

/** Completes the roles of the installation's users. */
@Service
public final class SystemRoleCompleter implements Completer {
    @Override
    public int complete(Session session, CommandLine commandLine, List<String> candidates) {
        List<String> names = Role.Level.SYSTEM.roles().stream().map(Enum::name).toList();
        return new StringsCompleter(names, false).complete(session, commandLine, candidates);
    }
}
