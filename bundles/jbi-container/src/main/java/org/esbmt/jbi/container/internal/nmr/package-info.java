/** Registries, channels and flows of the ServiceMix NMR with an index by tenant; the container alone calls it. */
package org.esbmt.jbi.container.internal.nmr;
