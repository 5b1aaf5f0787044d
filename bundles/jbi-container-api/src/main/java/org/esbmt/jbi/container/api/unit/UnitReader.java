package org.esbmt.jbi.container.api.unit;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * An OSGi service of a component, with its name as the property
 * {@link org.esbmt.jbi.container.api.InstalledComponents#NAME}. It knows the permitted contents of the component's
 * service units. A unit of a tenant is not deployed before a reader has read it. Threads: any that may block, several
 * at once.
 */
@ConsumerType
public interface UnitReader {

    /**
     * Reads the whole unit, to its last finding. Nothing is opened, started or kept.
     *
     * @param unit the unit's files; their contents are untrusted
     * @param scope the names of the tenant of the unit
     * @return never null; no content of the files causes an exception
     */
    UnitReading read(UnitFiles unit, TenantScope scope);
}
