package org.esbmt.administration.api;

import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries about tokens and certificates. Ended tokens stay listed for at least 30 days. Threads as those of {@link
 * TenantAdministration}.
 */
@ProviderType
public interface AccessCredentialAdministration {

    /** The caller's own tokens, the newest first. */
    List<AccessCredentialView> tokens(Administrator by) throws AdministrationException;

    /** The caller's own certificates, the newest first. */
    List<AccessCredentialView> certificates(Administrator by) throws AdministrationException;

    /** Those of a tenant's users by login, the newest first. */
    Page<AccessCredentialView> ofTenant(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException;

    /** Those of the users of the installation by login, the newest first. */
    Page<AccessCredentialView> ofInstallation(Administrator by, PageRequest page) throws AdministrationException;
}
