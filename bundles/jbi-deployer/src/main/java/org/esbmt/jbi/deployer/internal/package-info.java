/** The components that wire the deployer; the framework alone calls them. */
package org.esbmt.jbi.deployer.internal;
