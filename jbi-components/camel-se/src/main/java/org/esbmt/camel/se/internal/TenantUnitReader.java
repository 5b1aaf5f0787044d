package org.esbmt.camel.se.internal;

import org.esbmt.camel.se.internal.reader.CamelUnitReader;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReader;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.osgi.service.component.annotations.Component;

/** The deployer's reader for a tenant's service units of this engine. */
@Component(service = UnitReader.class, property = InstalledComponents.NAME + "=camel-se")
public final class TenantUnitReader implements UnitReader {
    private final CamelUnitReader reader = new CamelUnitReader(UnitContents.CHECK);

    @Override
    public UnitReading read(UnitFiles unit, TenantScope scope) {
        return reader.read(unit, scope);
    }
}
