/** The components that assemble the deployer; only the framework calls them. */
package org.esbmt.jbi.deployer.internal;
