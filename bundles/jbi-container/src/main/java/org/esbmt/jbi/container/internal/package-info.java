/** The component that assembles the container, and the tenant boundary; only the framework calls it. */
package org.esbmt.jbi.container.internal;
