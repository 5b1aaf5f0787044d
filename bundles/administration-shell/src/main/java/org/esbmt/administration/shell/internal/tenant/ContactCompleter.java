package org.esbmt.administration.shell.internal.tenant;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.ContactView;
import org.esbmt.administration.shell.internal.support.OfTenantCompleter;
import org.esbmt.tenancy.api.TenantId;

/**
 * Completes names of contacts of the tenant in the first argument. A backslash escapes each special character of the
 * shell.
 */
@Service
public final class ContactCompleter extends OfTenantCompleter {
    private static final Pattern OF_THE_SHELL = Pattern.compile("[^\\p{L}\\p{N}]");

    @Reference
    ContactAdministration contacts;

    @Override
    protected List<String> names(Administrator by, TenantId tenant) throws AdministrationException {
        return contacts.contacts(by, tenant).stream()
                .map(ContactView::name)
                .map(name -> OF_THE_SHELL.matcher(name).replaceAll("\\\\$0"))
                .toList();
    }
}
