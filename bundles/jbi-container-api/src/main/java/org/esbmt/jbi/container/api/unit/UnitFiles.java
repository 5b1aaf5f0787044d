package org.esbmt.jbi.container.api.unit;

import java.util.Optional;
import java.util.SortedSet;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The files of a service unit, in memory. Their paths use '/', are relative to its root, and never lead outside of it.
 */
@ProviderType
public interface UnitFiles {
    SortedSet<String> names();

    /** A copy; empty if there is no such file. */
    Optional<byte[]> content(String name);
}
