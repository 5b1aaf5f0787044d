package org.esbmt.administration.shell.internal.quota;

import java.util.Arrays;
import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.tenancy.api.quota.Resource;

/** Completes the resources of quotas. */
@Service
public final class ResourceCompleter implements Completer {
    @Override
    public int complete(Session session, CommandLine commandLine, List<String> candidates) {
        List<String> names = Arrays.stream(Resource.values()).map(Enum::name).toList();
        return new StringsCompleter(names, false).complete(session, commandLine, candidates);
    }
}
