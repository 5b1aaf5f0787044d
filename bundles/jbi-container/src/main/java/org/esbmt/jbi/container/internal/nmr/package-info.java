/** Registries, channels and flows of the ServiceMix NMR with an index by tenant; only the container calls it. */
package org.esbmt.jbi.container.internal.nmr;
