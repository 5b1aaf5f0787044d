/**
 * Readers of untrusted archives and descriptors, with their limits and rules; assembly, installer and tenant call them.
 */
package org.esbmt.jbi.deployer.internal.archive;
