package org.esbmt.jbi.deployer.internal.tenant;

import java.util.Optional;
import org.esbmt.jbi.container.api.unit.UnitReader;

/** Finds the reader of a component's units. */
@FunctionalInterface
public interface UnitReaders {
    Optional<UnitReader> find(String component);
}
