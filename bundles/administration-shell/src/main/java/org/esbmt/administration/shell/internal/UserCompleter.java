package org.esbmt.administration.shell.internal;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.TenantId;

/** Logins of the users of the tenant that stands before. */
@Service
public final class UserCompleter extends OfTenantCompleter {
    @Override
    List<String> names(Administrator by, TenantId tenant) throws AdministrationException {
        return tenants.listUsers(by, tenant, PageRequest.first(PageRequest.MAX_LIMIT)).entries().stream()
                .map(UserView::login)
                .toList();
    }
}
