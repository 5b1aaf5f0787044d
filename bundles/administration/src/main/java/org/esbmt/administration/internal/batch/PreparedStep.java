package org.esbmt.administration.internal.batch;

import java.util.OptionalLong;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.ConcurrentChange;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;

/**
 * A step of a batch that is ready for the unit of work.
 *
 * @param number the number of the step, from 1
 * @param revision the expected revision of the entry that the step changes
 */
record PreparedStep(int number, Operation operation, TenantId tenant, OptionalLong revision, PreparedChange<?> change) {
    /** Makes the step in the unit of work of its batch. If it expects no revision, a stale one is a {@link ConcurrentChange}. */
    Change made(Change batch) throws AdministrationException {
        Change part = batch.step(revision);
        try {
            change.apply().in(part);
        } catch (AdministrationException | RegistryException | DeploymentException | IllegalArgumentException e) {
            AdministrationException refusal = BatchSteps.numbered(number, BatchSteps.failure(e));
            throw e instanceof RegistryException.Stale && revision.isEmpty() ? new ConcurrentChange(refusal) : refusal;
        }
        return part;
    }
}
