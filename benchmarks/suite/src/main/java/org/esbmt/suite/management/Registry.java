package org.esbmt.suite.management;

import java.io.IOException;

/** The quota as the registry has it, read over a link without interruptions. */
@FunctionalInterface
interface Registry {
    RestPlane.State read() throws IOException, InterruptedException;
}
