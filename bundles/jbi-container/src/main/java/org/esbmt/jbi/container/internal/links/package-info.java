/** Exceptions from the tenant boundary, kept in a file; the boundary and management-service call it. */
package org.esbmt.jbi.container.internal.links;
