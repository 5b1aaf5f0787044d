package org.esbmt.administration.api.batch;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Many operations in one round trip and one distributed transaction. Promises and threads as those of
 * {@link org.esbmt.administration.api.TenantAdministration}.
 */
@ProviderType
public interface BatchAdministration {

    /**
     * Does all steps in their order, or none. Who asks has to be allowed each of them. What the nodes have to do is
     * decided when this returns, and they do it afterwards; the report has the identifier under which that is watched.
     *
     * <p>Tenants and users that the batch makes get identifiers that follow from the batch's own: whoever gives one
     * ({@link Administrator#asking}) gets the same report from a dry run, from the run, and when asking again.
     *
     * @throws AdministrationException as of the operation of the first step that cannot be done; the message begins with
     *     its number
     */
    BatchReport submit(Administrator by, Batch batch) throws AdministrationException;

    /**
     * Does the same, with everything that is checked on the way and at the end, and then takes all of it back. Whether the nodes can
     * be told, it does not find out.
     *
     * @return what {@link #submit} would return now; of one that was done already under the identifier, what it has returned
     * @throws AdministrationException as {@link #submit} would
     */
    BatchReport dryRun(Administrator by, Batch batch) throws AdministrationException;
}
