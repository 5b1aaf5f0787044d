package org.esbmt.jbi.deployer.internal.tenant;

import java.util.Optional;
import org.esbmt.jbi.container.api.unit.UnitReader;

/** Who reads the units for a component. */
@FunctionalInterface
public interface UnitReaders {
    Optional<UnitReader> find(String component);
}
