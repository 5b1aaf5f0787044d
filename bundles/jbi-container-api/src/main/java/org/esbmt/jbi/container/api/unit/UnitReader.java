package org.esbmt.jbi.container.api.unit;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * An OSGi service of a component, with its name as the property
 * {@link org.esbmt.jbi.container.api.InstalledComponents#NAME}: knows what may stand in the component's service units.
 * A unit of a tenant that no reader has read is not deployed. Threads: any that may block, several at once.
 */
@ConsumerType
public interface UnitReader {

    /**
     * Reads all of a unit, to its last finding. Nothing is opened, started or kept.
     *
     * @param unit the unit's files; what is in them is a stranger's
     * @param scope the names of the tenant for whom it is read
     * @return never null; never throws for what is in the files
     */
    UnitReading read(UnitFiles unit, TenantScope scope);
}
