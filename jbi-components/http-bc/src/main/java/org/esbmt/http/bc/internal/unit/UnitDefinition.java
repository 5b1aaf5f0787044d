package org.esbmt.http.bc.internal.unit;

import java.nio.file.Path;
import java.util.List;
import org.esbmt.jbi.container.api.Owner;

/**
 * Reads a service unit's {@code xbean.xml}: the vocabulary of servicemix-http, by our own parser. Nothing in the file
 * names a class, and what is not known is an error.
 */
public final class UnitDefinition {
    /** The file, from the unit's root folder. */
    public static final String FILE = "xbean.xml";

    private UnitDefinition() {}

    /**
     * Called at deploy, on the deployer's thread.
     *
     * @return at least one endpoint, in the order of the file; no two have the same service and name
     * @throws UnitDefinitionException for the first thing that is wrong, a missing or unreadable file included
     */
    public static List<HttpEndpointDefinition> read(Path unitRoot, Owner owner) throws UnitDefinitionException {
        return List.of();
    }
}
