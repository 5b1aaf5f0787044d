package org.esbmt.administration.shell.internal;

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
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;

/** Logins of the users of the tenant that stands before. Shows nothing where asking fails. */
@Service
public final class UserCompleter implements Completer {
    @Reference
    TenantAdministration tenants;

    @Override
    public int complete(Session session, CommandLine commandLine, List<String> candidates) {
        StringsCompleter names = new StringsCompleter(true);
        Optional<Administrator> by = ShellAdministrator.find();
        Optional<String> named = Typed.tenant(commandLine);
        if (by.isPresent() && named.isPresent()) {
            try {
                Optional<TenantView> tenant = Tenants.find(tenants, by.get(), named.get());
                if (tenant.isPresent()) {
                    for (UserView entry : tenants.listUsers(
                                    by.get(), tenant.get().id(), PageRequest.first(PageRequest.MAX_LIMIT))
                            .entries()) {
                        names.getStrings().add(entry.login());
                    }
                }
            } catch (AdministrationException e) {
                return -1; // a completer is no place to complain
            }
        }
        return names.complete(session, commandLine, candidates);
    }
}
