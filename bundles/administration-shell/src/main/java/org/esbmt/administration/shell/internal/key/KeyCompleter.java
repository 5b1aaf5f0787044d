package org.esbmt.administration.shell.internal.key;

import java.util.List;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.shell.internal.support.OfTenantCompleter;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.TenantId;

/** Completes names of keys of the tenant in the first argument, without revoked ones. */
@Service
public final class KeyCompleter extends OfTenantCompleter {
    @Reference
    TenantKeyAdministration keys;

    @Override
    protected List<String> names(Administrator by, TenantId tenant) throws AdministrationException {
        return keys.keys(by, tenant).stream()
                .filter(key -> key.state() != KeyState.REVOKED)
                .map(TenantKeyView::name)
                .toList();
    }
}
