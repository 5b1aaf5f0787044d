/** Sealing: the key file of the node, the sealed form of a value, and the change to another sealing key. */
package org.esbmt.tenant.keys.internal.seal;
