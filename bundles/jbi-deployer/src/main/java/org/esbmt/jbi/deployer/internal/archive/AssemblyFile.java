package org.esbmt.jbi.deployer.internal.archive;

import java.util.List;

/** All that META-INF/jbi.xml of an assembly says. */
public record AssemblyFile(AssemblyDescriptor descriptor, List<Connection> connections) {
    public AssemblyFile {
        connections = List.copyOf(connections);
    }

    /** A consumer and a provider that are connected, by the one name that both give. */
    public record Connection(EndpointName endpoint, int line) {}
}
