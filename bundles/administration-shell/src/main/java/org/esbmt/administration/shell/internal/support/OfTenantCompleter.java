package org.esbmt.administration.shell.internal.support;

import java.util.List;
import java.util.Optional;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.tenancy.api.TenantId;

/** Completes objects of the tenant in the first argument. Offers nothing if the query fails. */
public abstract class OfTenantCompleter implements Completer {
    @Reference
    TenantAdministration tenants;

    @Override
    public final int complete(Session session, CommandLine commandLine, List<String> candidates) {
        StringsCompleter names = new StringsCompleter(true);
        Optional<Administrator> by = ShellAdministrator.find();
        Optional<String> named = Typed.tenant(commandLine);
        if (by.isPresent() && named.isPresent()) {
            try {
                Optional<TenantView> tenant = Tenants.find(tenants, by.get(), named.get());
                if (tenant.isPresent()) {
                    names.getStrings().addAll(names(by.get(), tenant.get().id()));
                }
            } catch (AdministrationException e) {
                return -1; // a completer is no place to complain
            }
        }
        return names.complete(session, commandLine, candidates);
    }

    protected abstract List<String> names(Administrator by, TenantId tenant) throws AdministrationException;
}
