/** Exceptions from the tenant boundary, stored in a file; the boundary and management-service call it. */
package org.esbmt.jbi.container.internal.links;
