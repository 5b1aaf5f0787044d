package org.esbmt.administration.shell.internal.key;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.shell.internal.support.OfTenantCompleter;
import org.esbmt.tenancy.api.TenantId;

/** Completes names of authorities of the tenant in the first argument. */
@Service
public final class AuthorityCompleter extends OfTenantCompleter {
    @Reference
    TenantKeyAdministration keys;

    @Override
    protected List<String> names(Administrator by, TenantId tenant) throws AdministrationException {
        return keys.authorities(by, tenant).stream()
                .map(TenantAuthorityView::name)
                .toList();
    }
}
