package org.esbmt.administration.shell.internal.support;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.tenancy.api.Role;

/** Completes the roles of a tenant's users. */
@Service
public final class RoleCompleter implements Completer {
    @Override
    public int complete(Session session, CommandLine commandLine, List<String> candidates) {
        List<String> names = Role.Level.TENANT.roles().stream().map(Enum::name).toList();
        return new StringsCompleter(names, false).complete(session, commandLine, candidates);
    }
}
