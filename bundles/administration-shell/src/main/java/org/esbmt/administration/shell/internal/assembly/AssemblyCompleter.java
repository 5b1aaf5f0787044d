package org.esbmt.administration.shell.internal.assembly;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.shell.internal.support.OfTenantCompleter;
import org.esbmt.tenancy.api.TenantId;

/** Completes names of the service assemblies of the tenant in the first argument. */
@Service
public final class AssemblyCompleter extends OfTenantCompleter {
    @Reference
    AssemblyAdministration assemblies;

    @Override
    protected List<String> names(Administrator by, TenantId tenant) throws AdministrationException {
        return assemblies.list(by, tenant, PageRequest.first(PageRequest.MAX_LIMIT)).entries().stream()
                .map(AssemblyView::name)
                .toList();
    }
}
