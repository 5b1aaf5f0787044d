/** Private keys and certificates: generates them, reads files with them, and refuses weak and wrong ones. */
package org.esbmt.tenant.keys.internal.material;
