/** The component that wires the container, and the tenant boundary; the framework alone calls it. */
package org.esbmt.jbi.container.internal;
