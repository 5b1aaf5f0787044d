package org.esbmt.jbi.deployer.internal.archive;

import java.util.List;

/** The complete content of META-INF/jbi.xml of an assembly. */
public record AssemblyFile(AssemblyDescriptor descriptor, List<Connection> connections) {
    public AssemblyFile {
        connections = List.copyOf(connections);
    }

    /** A connection between a consumer and a provider under one common name. */
    public record Connection(EndpointName endpoint, int line) {}
}
