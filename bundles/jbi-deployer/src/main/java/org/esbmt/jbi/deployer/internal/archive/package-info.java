/** Readers of archives and descriptors from strangers, with their limits and rules; assembly, installer and tenant call them. */
package org.esbmt.jbi.deployer.internal.archive;
