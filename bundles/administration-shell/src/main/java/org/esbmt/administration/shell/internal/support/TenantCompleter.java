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
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;

/**
 * Completes names of tenants, and identifiers once the beginning of one is typed. Offers nothing if the query fails.
 */
@Service
public final class TenantCompleter implements Completer {
    private static final int SHOWN = 100;

    @Reference
    TenantAdministration tenants;

    @Override
    public int complete(Session session, CommandLine commandLine, List<String> candidates) {
        StringsCompleter names = new StringsCompleter();
        Optional<Administrator> by = ShellAdministrator.find();
        if (by.isPresent()) {
            String typed = Typed.word(commandLine);
            try {
                Optional<String> part = typed.isEmpty() ? Optional.empty() : Optional.of(typed);
                for (TenantView tenant : tenants.listTenants(
                                by.get(), new TenantFilter(part, Optional.empty()), PageRequest.first(SHOWN))
                        .entries()) {
                    names.getStrings().add(tenant.name());
                }
                if (!typed.isEmpty()) {
                    for (TenantView tenant : tenants.listTenants(
                                    by.get(), TenantFilter.ALL, PageRequest.first(PageRequest.MAX_LIMIT))
                            .entries()) {
                        names.getStrings().add(tenant.id().toString());
                    }
                }
            } catch (AdministrationException e) {
                return -1; // a completer is no place to complain
            }
        }
        return names.complete(session, commandLine, candidates);
    }
}
