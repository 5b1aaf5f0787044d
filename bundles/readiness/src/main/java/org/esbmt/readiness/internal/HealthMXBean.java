package org.esbmt.readiness.internal;

import java.util.List;
import org.esbmt.jbi.container.api.jmx.Described;

/** The health of this node. */
public interface HealthMXBean {
    String OBJECT_NAME = "org.esbmt:type=Health";

    @Described("STARTING, READY, DEGRADED (takes messages, but a part does not work) or NOT_READY. At most 1 s old.")
    String getState();

    @Described("Problems of parts and of configuration files, and notes, a sentence each. At most 1 s old.")
    List<String> getFindings();
}
